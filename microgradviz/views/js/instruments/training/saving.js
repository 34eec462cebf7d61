// @ts-check
// A moment to carry away: as SVG, and as PNG.

import { button } from "../../core/dom.js";
import { downloadBlob, makeSaveButton, pictureText } from "../../kit/still.js";

/** @typedef {{ picture: Element, title: string }} Picture */

/**
 * @param {{ name: () => string, pictures: () => Picture[], last: () => Element, signal: AbortSignal }} options `last`
 *   is the strip, which stands below the others
 */
export function makeSaving({ name, pictures, last, signal }) {
  const all = () => [...pictures(), { picture: last(), title: "" }];
  return [
    makeSaveButton(name, all, signal),
    button("PNG", () => savePng(pictureText(all()), `${name()}.png`), signal, { label: "Save this picture as PNG" }),
  ];
}

/** @param {string} text of an SVG @param {string} name */
function savePng(text, name) {
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && downloadBlob(name, blob));
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`; // the page's policy allows data alone
}
