// A learner's copy of a lesson hides the site's, also when the site's is newer. So the copy says which version it was
// made from, and where the site has another, that one is offered beside it. Nothing is ever written over.

import { notify } from "./notices.js";

const FILES = new URL("../../../../files/", import.meta.url);
const SHAPES = [["file", /^[\w .()-]+\.ipynb$/], ["version", /^[\w.+-]{1,20}$/], ["text", /^[0-9a-f]{6}$/]];
const CONTENTS = { type: "notebook", format: "json" };

/** Whether this is JupyterLab; the other view shows one notebook a page. */
export const isInLab = () => document.body.dataset.notebook !== "notebooks";

/** Look at each notebook that comes to the front. */
export function watchVersions(app, shared) {
  const seen = new WeakSet();
  const look = async () => {
    const panel = app.shell.currentWidget;
    if (!panel?.context || seen.has(panel)) return;
    seen.add(panel);
    await panel.context.ready;
    const mine = panel.context.model.sharedModel?.getMetadata?.("microgradviz");
    if (!isLesson(mine)) return;
    await showVersion(panel, mine, shared);
    await offerNewer(app, panel, mine);
  };
  app.shell.currentChanged?.connect(() => void look());
  void look();
}

/** Whether a notebook says of which lesson it is a copy; anybody may have written what it says. */
export function isLesson(mine) {
  return SHAPES.every(([part, shape]) => typeof mine?.[part] === "string" && shape.test(mine[part]));
}

const named = (lesson) => `${lesson.version} · ${lesson.text}`;

async function showVersion(panel, mine, shared) {
  if (panel.toolbar.node.clientWidth < 600) return; // a phone has no room for it
  const { Widget } = await sharedPackage(shared, "@lumino/widgets");
  const label = new Widget();
  label.node.textContent = `Lesson ${named(mine)}`;
  label.node.title = `The version of this lesson: of microgradviz ${mine.version}, with the text ${mine.text}`;
  label.node.style.cssText = "padding: 0 8px; align-self: center; white-space: nowrap; color: var(--jp-ui-font-color2)";
  panel.toolbar.insertAfter("spacer", "lesson-version", label);
}

async function sharedPackage(shared, name) {
  const factory = await Object.values(shared[name])[0].get();
  return factory();
}

async function offerNewer(app, panel, mine) {
  const site = await siteLesson(mine.file);
  const theirs = site?.metadata?.microgradviz;
  if (!isLesson(theirs) || theirs.text === mine.text || keptMine(mine.file) === theirs.text) return;
  let takeAway;
  const message = `The site has a newer version of this lesson: ${named(theirs)} (yours: ${named(mine)}). It opens beside yours.`;
  const open = { label: "Open the new one", act: () => openBeside(app, panel, site).then(() => takeAway()) };
  const keep = { label: "Keep mine", act: () => keepMine(mine.file, theirs.text) };
  takeAway = await notify(app, "info", message, [open, keep]);
}

/** The lesson as the site has it now, or nothing where it has none. */
async function siteLesson(file) {
  try {
    const response = await fetch(new URL(encodeURIComponent(file), FILES), { cache: "no-store" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Save the site's lesson under a name that nothing has yet, unless it was saved before, and open it. */
async function openBeside(app, panel, site) {
  const { contents } = app.serviceManager;
  const path = await freeName(contents, site.metadata.microgradviz);
  if (path.isFree) await contents.save(path.name, { ...CONTENTS, content: site });
  if (isInLab()) {
    await app.commands.execute("docmanager:open", { path: path.name });
    return;
  }
  await panel.context.save();
  const there = new URL(location.href);
  there.searchParams.set("path", path.name);
  location.assign(there);
}

async function freeName(contents, lesson) {
  const stem = lesson.file.replace(/\.ipynb$/, "");
  for (let i = 1; ; i++) {
    const name = `${stem} (new${i > 1 ? ` ${i}` : ""}).ipynb`;
    let there;
    try {
      there = await contents.get(name, { ...CONTENTS, content: true });
    } catch {
      return { name, isFree: true };
    }
    if (there.content?.metadata?.microgradviz?.text === lesson.text) return { name, isFree: false };
  }
}

const KEPT = (file) => `microgradviz kept ${file}`;

function keptMine(file) {
  try {
    return localStorage.getItem(KEPT(file));
  } catch {
    return null;
  }
}

function keepMine(file, text) {
  try {
    localStorage.setItem(KEPT(file), text);
  } catch {
    // asked again next time
  }
}
