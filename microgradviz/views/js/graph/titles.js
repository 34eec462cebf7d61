// @ts-check
// The names of values, in parts or not. Pure.

/** @typedef {import("./parts.js").Columns} Columns */

/**
 * A value's name after those of the parts around it: `layer 1, neuron 3: w1`.
 * @param {Columns | undefined} parts
 * @param {string[]} name
 * @param {number} node
 */
export function fullName(parts, name, node) {
  if (!parts) return name[node];
  const path = pathTo(parts, node).map((at) => parts.name[at]);
  return path.length ? `${path.join(", ")}: ${name[node]}` : name[node];
}

/**
 * The parts around a value, the outermost first.
 * @param {Columns} parts
 * @param {number} node
 */
export function pathTo(parts, node) {
  const path = [];
  for (let at = 0; at < parts.name.length; at++) {
    if (parts.begin[at] > node) break;
    if (parts.end[at] > node) path.push(at);
  }
  return path;
}
