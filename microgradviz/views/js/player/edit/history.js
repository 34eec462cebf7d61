// @ts-check
// What was edited can be taken back, and done again: the numbers before each edit, and the rounds of updates before
// them.

/** @typedef {import("./edits.js").Numbers} Numbers */
/**
 * @typedef {{ numbers: Numbers, past: Numbers[] }} Point the numbers of a round,
 *   and those that the rounds before began with
 */
/**
 * @typedef {{ undo: Point[], redo: Point[], past: Numbers[], ahead: Numbers[], begun: number }} Memory
 *   outlives the player, which may be drawn anew; `ahead` are the rounds from which one has gone back, `begun` is the
 *   number of the first round it knows
 */

const MOST = 100; // edits that can be taken back

/** @param {number} [round] that is shown @returns {Memory} */
export function freshMemory(round = 1) {
  return { undo: [], redo: [], past: [], ahead: [], begun: round };
}

/**
 * @param {Memory} memory
 * @param {() => Numbers} numbers as they are now
 */
export function makeHistory(memory, numbers) {
  let editing = -1; // the leaf whose number is being changed; a drag is one edit
  return {
    begin, settle, undo: () => move(memory.undo, memory.redo), redo: () => move(memory.redo, memory.undo),
    some: () => memory.undo.length > 0,
  };

  /** An edit begins, unless it goes on; which of the two. @param {number} leaf or -1 */
  function begin(leaf) {
    if (editing >= 0 && editing === leaf) return false;
    editing = leaf;
    memory.undo.push(now());
    memory.undo.splice(0, memory.undo.length - MOST);
    memory.redo.length = 0;
    return true;
  }

  /** What follows is another edit; if all is as it was, there is nothing to take back. */
  function settle() {
    const last = memory.undo[memory.undo.length - 1];
    if (editing >= 0 && last && JSON.stringify(last.numbers.map(text)) === JSON.stringify(numbers().map(text)))
      memory.undo.pop();
    editing = -1;
  }

  /** @param {Point[]} from @param {Point[]} to @returns {Point | undefined} where to go */
  function move(from, to) {
    settle();
    const point = from.pop();
    if (point) to.push(now());
    return point;
  }

  /** @returns {Point} */
  function now() {
    return { numbers: numbers(), past: [...memory.past] };
  }
}

/** @param {[string, number]} pair JSON knows neither nan nor −0 */
function text([name, x]) {
  return [name, Object.is(x, -0) ? "-0" : String(x)];
}
