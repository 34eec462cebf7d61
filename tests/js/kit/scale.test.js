import assert from "node:assert/strict";
import { test } from "node:test";

import { presentScale, suitableScale } from "../../../microgradviz/views/js/kit/scale.js";

const neuron = { width: 935, height: 328 };
const room = (width, height) => ({ width, height });
const page = { larger: 0 };
const line = { width: 536, height: 205 }; // a · b + c

test("a picture fills the room, up to letters of 20 px", () => {
  assert.equal(suitableScale(neuron, room(1850, 410), page), 410 / 328);
  assert.equal(suitableScale(neuron, room(1100, 428), page), 1100 / 935);
  assert.equal(suitableScale({ width: 340, height: 82 }, room(1850, 428), page), 20 / 13);
});

test("it shrinks to be seen at once, a small one on a phone, too, but not beyond legibility", () => {
  assert.equal(suitableScale(neuron, room(730, 428), page), 730 / 935);
  assert.equal(suitableScale(neuron, room(600, 428), page), 0.9);
  assert.equal(suitableScale(line, room(382, 428), page), 382 / 536);
  assert.equal(suitableScale(line, room(322, 428), page), 0.9);
  assert.equal(suitableScale(neuron, room(340, 428), page), 0.9);
});

test("where a closer look is promised it scrolls rather than shrinks", () => {
  const closer = { larger: 0, close: true };
  assert.equal(suitableScale(line, room(382, 428), closer), 0.9);
  assert.equal(suitableScale({ width: 330, height: 82 }, room(320, 428), closer), 320 / 330);
});

test("what is too tall fills the width and scrolls downward", () => {
  assert.equal(suitableScale({ width: 1000, height: 3000 }, room(800, 428), page), 0.8);
  assert.equal(suitableScale({ width: 500, height: 3000 }, room(800, 428), page), 1);
});

test("what is presented on 1920 × 1080 has letters of 20 px and more", () => {
  const larger = presentScale(room(1920, 1080));
  for (const width of [100, 935, 1562, 9000]) {
    assert.ok(12.5 * suitableScale({ width, height: 328 }, room(1900, 780), { larger }) >= 20);
  }
  assert.equal(presentScale(room(360, 740)), 1);
  assert.equal(presentScale(room(9000, 9000)), 3.2);
});
