// @ts-check
// A GPT as it learns, name after name, on the graph that Python recorded. Pure, but for the chance in what it makes up.

import { freshMemory, updated } from "../../microgradviz/views/js/core/training/updates.js";
import { makeWideGraph } from "./wide_graph.js";

/** The numbers of a name's letters, and of those that come next. @typedef {[number[], number[]]} Name */
/**
 * What prepare.py tells.
 * @typedef {{ letters: string, context: number, graph: import("./wide_graph.js").Graph & { start: number[] },
 *   names: Name[], unseen: Name[], counted: number }} Told
 */

/** @type {import("../../microgradviz/views/js/core/training/updates.js").Loop} as train_gpt has it */
const LOOP = {
  rule: "adam", lr: 0.01, betas: [0.85, 0.99], eps: 1e-8, momentum: 0, batch: 1, seed: 0, loss: "",
};

/** @param {Told} told */
export function makeTraining({ letters, context, graph, names, unseen }) {
  const network = makeWideGraph(graph);
  const memory = freshMemory(LOOP, graph.params.length);
  const ends = letters.indexOf(".");
  let params = Float64Array.from(graph.start);
  let learned = 0;
  return { get learned() { return learned; }, learn, lossOfUnseen, expected, makeUp };

  /** One step on the next name; its loss before the step. */
  function learn() {
    const { loss, grad } = network.gradients(params, fedBy(names[learned]));
    params = updated({ ...LOOP, lr: LOOP.lr * (1 - learned / names.length) }, params, grad, memory);
    learned++;
    return loss;
  }

  /** The mean loss over the names that it never learns. */
  function lossOfUnseen() {
    return unseen.reduce((sum, name) => sum + network.lossOf(params, fedBy(name)), 0) / unseen.length;
  }

  /** What the leaves are for a name: its letters, those that come next, and the share of each place. @param {Name} name */
  function fedBy([given, next]) {
    const sample = new Float64Array(graph.fed.length);
    for (let place = 0; place < context; place++) {
      sample[place * letters.length + (given[place] ?? ends)] = 1;
      sample[(context + place) * letters.length + (next[place] ?? ends)] = 1;
      sample[2 * context * letters.length + place] = place < given.length ? 1 / given.length : 0;
    }
    return sample;
  }

  /** How likely each letter is to come next. @param {string} text @param {number} [temperature] */
  function expected(text, temperature = 1) {
    const given = [ends, ...[...text].map((letter) => letters.indexOf(letter))];
    const scores = network.predict(params, fedBy([given, []]));
    const last = scores.slice((given.length - 1) * letters.length, given.length * letters.length);
    const most = Math.max(...last);
    const sizes = last.map((score) => Math.exp((score - most) / temperature));
    const sum = sizes.reduce((before, size) => before + size, 0);
    return sizes.map((size) => size / sum);
  }

  /** Names letter by letter, each by chance as it is expected. @param {number} count @param {number} temperature */
  function makeUp(count, temperature) {
    return Array.from({ length: count }, () => {
      let name = "";
      while (name.length < context - 1) {
        let left = Math.random();
        const letter = expected(name, temperature).findIndex((share) => (left -= share) < 0);
        if (letter < 0 || letter === ends) break;
        name += letters[letter];
      }
      return name;
    });
  }
}
