// The functions of modules with their lines of code; those of functions with names inside of them count there alone.
// Each is a line `file:line name (count)`; from standard input come files, as a list in JSON, and the count to tell from.

import { readFileSync } from "node:fs";
import ts from "typescript";

const { files, most } = JSON.parse(readFileSync(0, "utf8"));
for (const file of files) {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const held = linesWithCode(source);
  visit(source);

  /** @param {ts.Node} node */
  function visit(node) {
    const name = nameOf(node);
    if (name) {
      const own = new Set(spanOf(node).filter((line) => held.has(line)));
      for (const inner of insideOf(node)) for (const line of spanOf(inner)) own.delete(line);
      if (own.size > most) console.log(`${file}:${spanOf(node)[0] + 1} ${name} (${own.size})`);
    }
    ts.forEachChild(node, visit);
  }

  /** @param {ts.Node} node */
  function spanOf(node) {
    const [first, last] = [node.getStart(source), node.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at).line);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }
}

/** The functions with names in a function, the outermost of them. @param {ts.Node} node */
function insideOf(node) {
  const found = [];
  const look = (inner) => {
    if (nameOf(inner)) found.push(inner);
    else ts.forEachChild(inner, look);
  };
  ts.forEachChild(node, look);
  return found;
}

/** A function's name; of one that a const holds, the const's; "" if it is no function or has none. @param {ts.Node} node */
function nameOf(node) {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name) return node.name.getText();
  const isFunction = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  return isFunction && ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
}

/** The lines that hold a token, by number. @param {ts.SourceFile} source */
function linesWithCode(source) {
  const lines = new Set();
  const look = (node) => {
    const inner = node.getChildren(source).filter((child) => child.kind !== ts.SyntaxKind.JSDoc);
    if (inner.length) for (const child of inner) look(child);
    else if (node.getEnd() > node.getStart(source)) {
      const [first, last] = [node.getStart(source), node.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at).line);
      for (let line = first; line <= last; line++) lines.add(line);
    }
  };
  look(source);
  return lines;
}
