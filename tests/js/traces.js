// Small traces for the tests, as Python writes them, and the words that go with them.

const MUL = { notation: "x × y", formula: "x * y", locals: ["y", "x"], arity: 2, params: [] };
const ADD = { notation: "x + y", formula: "x + y", locals: ["1.0", "1.0"], arity: 2, params: [] };
const TANH = { notation: "tanh(x)", formula: "tanh(x)", locals: ["1.0 - out * out"], arity: 1, params: [] };
const TOTAL = { notation: "Σ x", formula: "x", locals: ["1.0"], arity: null, params: [] };
const RELU = { notation: "relu(x)", formula: "0.0 if x <= 0 else x", locals: ["0.0 if x <= 0 else 1.0"], arity: 1, params: [] };
const POW = { notation: "x ^ n", formula: "pow(x, n)", locals: ["0.0 if n == 0 else n * pow(x, n - 1)"], arity: 1, params: ["n"] };
export const RULES = { mul: MUL, add: ADD, tanh: TANH, total: TOTAL, relu: RELU, pow_n: POW };

const NOTHING = { params: {}, seed: 1, observed: [], engine: "microgradviz", note: "" };

/** f = a × a with a = 3, or another number */
export function squared(a = 3) {
  return {
    ...NOTHING, op: ["", "mul"], data: [a, a * a], label: { 0: "a", 1: "f" }, from: [0, 0], to: [1, 1], slot: [0, 1],
    local: [a, a], order: [1], root: 1,
  };
}

/** d = a × b + c with a = 2, b = −3, c = 10 */
export function line() {
  return {
    ...NOTHING, op: ["", "", "mul", "", "add"], data: [2, -3, -6, 10, 4], label: { 0: "a", 1: "b", 2: "e", 3: "c", 4: "d" },
    from: [0, 1, 2, 3], to: [2, 2, 4, 4], slot: [0, 1, 0, 1], local: [-3, 2, 1, 1], order: [4, 2], root: 4,
  };
}

/** Names, titles and rules, as layout/scene.py gives them. */
export function wordsOf(trace) {
  const name = trace.op.map((op, i) => trace.label[i] ?? (op ? `v${i}` : String(trace.data[i])));
  return { name, title: name, rules: RULES };
}
