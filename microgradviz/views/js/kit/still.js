// @ts-check
// A still picture to carry away: what is shown, as a file of its own.

import { button, svg } from "../core/dom.js";

const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "paint-order", "opacity", "display", "visibility", "font-size", "font-weight", "font-family",
  "text-anchor", "white-space",
];

const CONTROLS = ".mv-grip"; // what is there to be used, not to be seen
const PILL = 6; // px: the contribution to the lowest card hangs below the picture
const TITLE = 40; // px: of the inside of a group, and above it

/**
 * The button that saves what is shown.
 * @param {() => string} name of the file, without its ending
 * @param {() => { picture: Element, title: string }[]} pictures
 * @param {AbortSignal} signal
 */
export function makeSaveButton(name, pictures, signal) {
  const save = () => download(`${name()}.svg`, "image/svg+xml", pictureText(pictures()));
  return button("SVG", save, signal, { label: "Save this picture as SVG" });
}

/**
 * Pictures of the page, one below the other, as a file of its own: every element bears the looks that the style sheet
 * gives it here.
 * @param {{ picture: Element, title: string }[]} pictures
 */
export function pictureText(pictures) {
  const root = pictures[0].picture.closest(".microgradviz");
  const { backgroundColor, color, fontFamily } = root ? getComputedStyle(root)
    : { backgroundColor: "white", color: "black", fontFamily: "" };
  const whole = svg("svg", { role: "img", fill: color, "font-family": fontFamily });
  whole.setAttribute("aria-label", pictures[0].picture.getAttribute("aria-label") ?? "");
  whole.append(svg("rect", { width: "100%", height: "100%", fill: backgroundColor }));
  let [width, height] = [0, 0];
  for (const { picture, title } of pictures) {
    if (title)
      whole.append(svg("text", { x: 12, y: (height += TITLE) - 8, "font-size": 14, "font-weight": 600 }, title));
    const [wide, tall] = (picture.getAttribute("viewBox") ?? "0 0 0 0").split(" ").slice(2).map(Number);
    const part = svg("g", { transform: `translate(0 ${height})` });
    part.append(...dressed(picture).childNodes);
    whole.append(part);
    [width, height] = [Math.max(width, wide), height + tall + PILL];
  }
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height }))
    whole.setAttribute(name, String(value));
  return `${new XMLSerializer().serializeToString(whole)}\n`;
}

/** A copy that looks the same without a style sheet. @param {Element} picture */
function dressed(picture) {
  const copy = /** @type {Element} */ (picture.cloneNode(true));
  const made = [copy, ...copy.querySelectorAll("*")];
  for (const [i, element] of [picture, ...picture.querySelectorAll("*")].entries()) {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) made[i].setAttribute(name, plain(looks.getPropertyValue(name)));
    if (element.tagName === "text" && looks.transform !== "none") made[i].setAttribute("transform", looks.transform);
    for (const name of ["class", "style", "tabindex", "aria-hidden"]) made[i].removeAttribute(name);
    if (element.matches(CONTROLS)) made[i].remove();
  }
  return copy;
}

/** A mixed colour, which a browser gives as color(srgb 0.8 0.4 0.1), as every program knows it. @param {string} look */
function plain(look) {
  const mixed = look.match(/^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/);
  return mixed ? `rgb(${mixed.slice(1).map((part) => Math.round(255 * Number(part))).join(", ")})` : look;
}

/**
 * Give the learner a file: a blob and a click on a link to it, which the strict policy of the exported page allows.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function download(name, type, text) {
  downloadBlob(name, new Blob([text], { type }));
}

/** @param {string} name @param {Blob} blob */
export function downloadBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000); // some browsers read it later
}
