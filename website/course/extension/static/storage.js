// What a learner writes lives in the browser's storage. Where that is blocked, full or gone, the page says so.

import { onEachDocument } from "./documents.js";
import { notify } from "./notices.js";

// JupyterLab cuts a notice after 140 letters.
const BLOCKED =
  "This browser keeps nothing for this site: what you write is gone when the page closes. File > Download keeps a copy.";
const FULL = "This browser has no room left for this site: lessons may not open or be saved. Make room on the disk.";
const NOT_SAVED =
  "Not saved: the browser's storage is full, or was taken away. Leave this page open; File > Download keeps a copy.";
const ROOM = 500_000; // bytes: a large lesson, with its outputs and its checkpoint

/**
 * Look at the storage once, and then at each attempt to save.
 * @param {import("./notices.js").App} app
 */
export function watchStorage(app) {
  void app.restored.then(async () => {
    if (isBlocked()) await notify(app, "warning", BLOCKED);
    else if (!(await hasRoom())) await notify(app, "warning", FULL);
  });
  onEachDocument(app, ({ context }) => sayWhenNotSaved(app, context));
}

/**
 * @param {import("./notices.js").App} app
 * @param {any} context the document's
 */
function sayWhenNotSaved(app, context) {
  /** @type {(() => unknown) | undefined} */
  let takeAway;
  context.saveState.connect(async (/** @type {any} */ _, /** @type {string} */ state) => {
    if (state === "failed" && !takeAway) takeAway = await notify(app, "error", NOT_SAVED);
    if (state === "completed" && takeAway) {
      takeAway();
      takeAway = undefined;
    }
  });
}

function isBlocked() {
  try {
    localStorage.getItem("microgradviz");
    return false;
  } catch {
    return true; // and IndexedDB with it
  }
}

/**
 * Whether the browser takes as much as a lesson needs; what it says of its room when it is asked need not be true.
 * @returns {Promise<boolean>}
 */
function hasRoom() {
  return new Promise((resolve) => {
    const name = "microgradviz: is there room?";
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore("bytes");
    opening.onerror = () => resolve(opening.error?.name !== "QuotaExceededError");
    opening.onsuccess = () => {
      const database = opening.result;
      const end = (/** @type {boolean} */ answer) => () => {
        database.close();
        indexedDB.deleteDatabase(name);
        resolve(answer);
      };
      const writing = database.transaction("bytes", "readwrite");
      writing.objectStore("bytes").put(new Uint8Array(ROOM), 0);
      writing.oncomplete = end(true);
      writing.onabort = end(false);
    };
  });
}
