// @ts-check
// The address of a graph, kept up to date while its numbers are edited. Only Python reads one.

/** @typedef {number | null | { $f: string }} Tagged a number as the player sends it */

const MOST_SEEN = 2000; // letters of a link that cannot be read yet

/**
 * The numbers of all names in a link, after an edit.
 * @param {Record<string, any>} values what the player was given
 * @param {[string, Tagged][]} leaves what it sends
 * @returns {Record<string, string>} in the order of the link
 */
export function leafTexts({ trace, scene }, leaves) {
  const now = new Map(leaves);
  const names = Object.entries(scene.edit.link?.leaves ?? {});
  if (!names.length) return Object.fromEntries(leaves.map(([name, x]) => [name, numberText(x)]));
  return Object.fromEntries(names.map(([i, name]) => [decodeURIComponent(name), numberText(now.get(scene.edit.leaves[i]?.[0]) ?? trace.data[i])]));
}

/**
 * What stands behind the # of the graph's address; "" if it has none.
 * @param {Record<string, any>} values
 * @param {Record<string, string>} texts
 */
export function linkOf({ scene }, texts) {
  const { link } = scene.edit;
  if (!link) return "";
  return link.to.split("#")[1] + Object.entries(texts).map(([name, text]) => `&${encodeURIComponent(name)}=${text}`).join("");
}

/** A link as it is seen in the field until Python has read it. @param {string} hash */
export function readable(hash) {
  const text = hash.slice(1, MOST_SEEN).split("&")[0];
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {Tagged} x */
function numberText(x) {
  const text = x !== null && typeof x === "object" ? x.$f : String(x);
  return text.replace("Infinity", "inf").replace("NaN", "nan");
}
