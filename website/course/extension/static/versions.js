// A learner's copy of a lesson hides the site's, also when the site's is newer. So the copy says which version it was
// made from, and where the site has another, that one is offered beside it. Nothing is ever written over.

import { onEachDocument } from "./documents.js";
import { notify } from "./notices.js";
import { sharedPackage } from "./shared.js";

/**
 * @typedef {import("./notices.js").App} App
 * @typedef {import("./shared.js").Shared} Shared
 * @typedef {{ file: string, version: string, text: string }} Lesson what a copy says of itself; see lite.py
 */

const FILES = new URL("../../../../files/", import.meta.url);
const SHAPES = { file: /^[\w .()-]+\.ipynb$/, version: /^[\w.+-]{1,20}$/, text: /^[0-9a-f]{6}$/ };
const NO_ROOM = "The new lesson could not be saved: the browser has no room left for this site. Yours is as it was.";
const CONTENTS = { type: "notebook", format: "json" };

/** Whether this is JupyterLab; the other view shows one notebook a page. */
export const isInLab = () => document.body.dataset.notebook !== "notebooks";

/**
 * Look at each notebook that comes to the front.
 * @param {App} app
 * @param {Shared} shared
 */
export function watchVersions(app, shared) {
  onEachDocument(app, async (panel) => {
    await panel.context.ready;
    const mine = panel.context.model.sharedModel?.getMetadata?.("microgradviz");
    if (!isLesson(mine)) return;
    await showVersion(panel, mine, shared);
    await offerNewer(app, panel, mine);
  });
}

/**
 * Whether a notebook says of which lesson it is a copy; anybody may have written what it says.
 * @param {any} said
 * @returns {said is Lesson}
 */
export function isLesson(said) {
  return Object.entries(SHAPES).every(([part, shape]) => typeof said?.[part] === "string" && shape.test(said[part]));
}

const named = (/** @type {Lesson} */ lesson) => `${lesson.version} · ${lesson.text}`;

/**
 * @param {any} panel the notebook's
 * @param {Lesson} mine
 * @param {Shared} shared
 */
async function showVersion(panel, mine, shared) {
  if (panel.toolbar.node.clientWidth < 600) return; // a phone has no room for it
  const { Widget } = await sharedPackage(shared, "@lumino/widgets");
  const label = new Widget();
  label.node.textContent = `Lesson ${named(mine)}`;
  label.node.title = `The version of this lesson: of microgradviz ${mine.version}, with the text ${mine.text}`;
  label.node.style.cssText = "padding: 0 8px; align-self: center; white-space: nowrap; color: var(--jp-ui-font-color2)";
  panel.toolbar.insertAfter("spacer", "lesson-version", label);
}

/**
 * @param {App} app
 * @param {any} panel
 * @param {Lesson} mine
 */
async function offerNewer(app, panel, mine) {
  const site = await siteLesson(mine.file);
  const theirs = site?.metadata?.microgradviz;
  if (!isLesson(theirs) || theirs.text === mine.text || keptMine(mine.file) === theirs.text) return;
  const message = `The site has a newer version of this lesson: ${named(theirs)} (yours: ${named(mine)}). It opens beside yours.`;
  const open = { label: "Open the new one", act: () => openBeside(app, panel, site) };
  const keep = { label: "Keep mine", act: () => keepMine(mine.file, theirs.text) };
  await notify(app, "info", message, [open, keep]);
}

/**
 * The lesson as the site has it now, or nothing where it has none.
 * @param {string} file
 */
async function siteLesson(file) {
  try {
    const response = await fetch(new URL(encodeURIComponent(file), FILES), { cache: "no-store" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Save the site's lesson under a name that nothing has yet, unless it was saved before, and open it.
 * @param {App} app
 * @param {any} panel
 * @param {any} site
 */
async function openBeside(app, panel, site) {
  const { contents } = app.serviceManager;
  const { path, isThere } = await placeFor(contents, site.metadata.microgradviz);
  try {
    if (!isThere) await contents.save(path, { ...CONTENTS, content: site });
  } catch {
    await notify(app, "error", NO_ROOM);
    return;
  }
  if (isInLab()) {
    await app.commands.execute("docmanager:open", { path });
    return;
  }
  await panel.context.save();
  const there = new URL(location.href);
  there.searchParams.set("path", path);
  location.assign(there.href);
}

/**
 * Where the site's lesson lies, or a name that nothing has.
 * @param {any} contents
 * @param {Lesson} lesson
 */
export async function placeFor(contents, lesson) {
  const stem = lesson.file.replace(/\.ipynb$/, "");
  const listed = await contents.get("", { content: true });
  const names = new Set(listed.content.map((/** @type {{ name: string }} */ file) => file.name));
  for (let i = 1; ; i++) {
    const path = `${stem} (new${i > 1 ? ` ${i}` : ""}).ipynb`;
    if (!names.has(path)) return { path, isThere: false };
    const there = await contents.get(path, { ...CONTENTS, content: true });
    if (there.content?.metadata?.microgradviz?.text === lesson.text) return { path, isThere: true };
  }
}

const kept = (/** @type {string} */ file) => `microgradviz kept ${file}`;

/** @param {string} file */
function keptMine(file) {
  try {
    return localStorage.getItem(kept(file));
  } catch {
    return null;
  }
}

/**
 * @param {string} file
 * @param {string} text of the newer lesson
 */
function keepMine(file, text) {
  try {
    localStorage.setItem(kept(file), text);
  } catch {
    // asked again next time
  }
}
