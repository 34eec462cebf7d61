// @ts-check
// What can be carried away: the picture as it is shown, and the trace.

const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity",
  "display", "visibility", "font-size", "font-weight", "font-family", "text-anchor", "white-space",
];

const PILL = 6; // px: what arrives at the lowest card hangs below the picture

/**
 * A picture of the page as a file of its own: every element bears the looks that the style sheet gives it here.
 * @param {Element} picture
 */
export function pictureText(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const [width, tall] = (picture.getAttribute("viewBox") ?? "0 0 0 0").split(" ").slice(2);
  const height = String(Number(tall) + PILL);
  const made = [copy, ...copy.querySelectorAll("*")];
  for (const [i, element] of [picture, ...picture.querySelectorAll("*")].entries()) {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) made[i].setAttribute(name, looks.getPropertyValue(name));
    if (element.tagName === "text" && looks.transform !== "none") made[i].setAttribute("transform", looks.transform);
    for (const name of ["class", "style", "tabindex", "aria-hidden"]) made[i].removeAttribute(name);
  }
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("role", "img");
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const root = picture.closest(".microgradviz");
  const colour = root ? getComputedStyle(root).backgroundColor : "white";
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: colour })) paper.setAttribute(name, value);
  copy.prepend(paper);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/**
 * Plain data as JSON; unlike `JSON.stringify` it keeps the sign of −0.
 * @param {any} x
 * @returns {string}
 */
export function jsonText(x) {
  if (Object.is(x, -0)) return "-0.0";
  if (Array.isArray(x)) return `[${x.map(jsonText).join(",")}]`;
  if (!x || typeof x !== "object") return JSON.stringify(x);
  return `{${Object.entries(x).map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(",")}}`;
}

/**
 * Give the learner a file: a blob and a click on a link to it, which the strict policy of the exported page allows.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000); // some browsers read it later
}
