import assert from "node:assert/strict";
import { test } from "node:test";

import { isLesson, placeFor } from "../../../website/course/extension/static/versions.js";

const lesson = { file: "05_local_derivatives.ipynb", version: "0.1.0", text: "0b501e" };

test("a copy of a lesson is known by what it says of itself", () => {
  assert.ok(isLesson(lesson));
});

test("what a strange notebook says of itself is not believed", () => {
  const strange = [
    undefined,
    null,
    "a text",
    {},
    { ...lesson, file: 5 },
    { ...lesson, file: "../../../x.ipynb" },
    { ...lesson, file: "https://x.example/x.ipynb" },
    { ...lesson, file: ["05_local_derivatives.ipynb"] },
    { ...lesson, version: "<img src=x onerror=alert(1)>" },
    { ...lesson, version: "1".repeat(200) },
    { ...lesson, text: undefined },
    { ...lesson, text: "0b501e<" },
  ];
  for (const said of strange) assert.ok(!isLesson(said), JSON.stringify(said));
});

/** A drive with notebooks of these names, each with the text of a version. */
function drive(texts) {
  return {
    get: async (path) => {
      if (path === "") return { content: Object.keys(texts).map((name) => ({ name })) };
      return { content: { metadata: { microgradviz: { ...lesson, text: texts[path] } } } };
    },
  };
}

test("a newer lesson gets a name that nothing has, or is found where it was saved before", async () => {
  const [first, second] = ["05_local_derivatives (new).ipynb", "05_local_derivatives (new 2).ipynb"];
  const cases = [
    [{}, first, false],
    [{ [lesson.file]: "aaaaaa" }, first, false],
    [{ [first]: "0b501e" }, first, true],
    [{ [first]: "aaaaaa" }, second, false],
    [{ [first]: undefined }, second, false],
    [{ [first]: "aaaaaa", [second]: "0b501e" }, second, true],
  ];
  for (const [texts, path, isThere] of cases) {
    assert.deepEqual(await placeFor(drive(texts), lesson), { path, isThere }, JSON.stringify(texts));
  }
});

test("nothing is given a name where the drive cannot be read", async () => {
  await assert.rejects(placeFor({ get: async () => Promise.reject(new Error("no storage")) }, lesson), /no storage/);
});
