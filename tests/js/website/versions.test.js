import assert from "node:assert/strict";
import { test } from "node:test";

import { isLesson } from "../../../website/course/extension/static/versions.js";

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
