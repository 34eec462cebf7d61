// @ts-check
// What can be taken away: the link, the expression in Python, the player as a page.

/** @typedef {import("./play.js").Shown} Shown */

/** @param {{ python: ReturnType<typeof import("./python.js").startPython>, now: () => Shown }} options */
export function makeShare({ python, now }) {
  const [done, taken] = [find("done"), /** @type {HTMLTextAreaElement} */ (find("taken"))];
  find("link").addEventListener("click", () => {
    const { link, why } = now();
    if (link) copy(new URL(`#${link}`, location.href).href, "Link copied");
    else done.textContent = `There is no link: ${why.split(";")[0]}. Save it as a page instead.`;
  });
  find("python").addEventListener("click", async () => {
    const answer = await ask("python");
    if (answer.python) copy(answer.python, "Copied: it runs in any notebook with microgradviz");
  });
  find("page").addEventListener("click", async () => {
    const answer = await ask("page");
    if (answer.page) save("graph.html", answer.page);
  });

  /** @param {string} kind */
  async function ask(kind) {
    const { text, numbers } = now();
    done.textContent = "";
    const answer = await python.ask(kind, { text, numbers });
    if (answer.error) done.textContent = answer.error;
    return answer;
  }

  /** @param {string} text @param {string} words */
  async function copy(text, words) {
    taken.hidden = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
    taken.value = text;
    if (!taken.hidden) taken.select(); // the browser does not allow it
    done.textContent = taken.hidden ? words + ofWhat() : "Copy it from here:";
  }

  /** @param {string} name @param {string} text */
  function save(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    window.setTimeout(() => URL.revokeObjectURL(url), 10_000); // some browsers read it later
    done.textContent = `Saved as ${name}: it opens anywhere, without a network${ofWhat()}`;
  }

  /** Of a text that cannot be read nothing can be taken away but the graph before it. */
  function ofWhat() {
    return find("expression").getAttribute("aria-invalid") === "true" ? " (of the graph below, not of what you typed)" : "";
  }
}

/** @param {string} id @returns {HTMLElement} */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
