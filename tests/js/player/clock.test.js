import assert from "node:assert/strict";
import { test } from "node:test";

import { intervalOf, makeClock } from "../../../microgradviz/views/js/player/clock.js";

globalThis.window = globalThis;

test("all steps take the time that was chosen, and none more than two seconds", () => {
  assert.equal(intervalOf(20, 40), 500);
  assert.equal(intervalOf(10, 1000), 10);
  assert.equal(intervalOf(40, 4), 2000);
  assert.equal(intervalOf(10, 0), 2000);
});

test("quick steps are taken several at a time, so that the play ends when it should", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => 0);
  let [taken, ended] = [0, 0];
  const clock = makeClock((count) => (taken += count) < 1000, () => intervalOf(10, 1000), () => ended++, () => 0);
  clock.toggle();
  t.mock.timers.tick(300);
  assert.equal(taken, 4);
  const pass = (ms) => { for (let i = 0; i < ms; i += 10) t.mock.timers.tick(10); };
  pass(4960);
  assert.equal(taken, 500);
  pass(5000);
  assert.deepEqual([taken, ended, clock.running()], [1000, 1, false]);
});
