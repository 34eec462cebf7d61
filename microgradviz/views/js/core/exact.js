// @ts-check
// Arithmetic without rounding, on fractions of whole numbers, for those who check what a sum of shown numbers comes to.
// A function such as tanh is worked out as a double; what no fraction can be, ∞ or 1 ÷ 0, is a RangeError. Pure.

import { call } from "./rules.js";

/** @typedef {{ n: bigint, d: bigint }} Fraction d is above 0 */

const HUGE = 10n ** 1000n; // numbers beyond are kept to so many digits
const KEPT = 100;
const LONGEST = 4000; // digits between a number and 1
const BEYOND = 10n ** 400n; // stands for what is too large for a double
const LARGEST_POWER = 64n;
const FAR = 1e12; // as an angle: beyond, a double's rounding turns it by so much that no four digits are known

/** @type {import("./rules.js").Arithmetic<Fraction>} */
export const EXACT = {
  of: (x) => fraction(String(x)),
  holds: ({ n }) => n !== 0n,
  negative: ({ n, d }) => ({ n: -n, d }),
  infix: {
    or: (a, b) => (a.n ? a : b), and: (a, b) => (a.n ? b : a),
    "<": (a, b) => truth(a.n * b.d < b.n * a.d), "<=": (a, b) => truth(a.n * b.d <= b.n * a.d),
    ">": (a, b) => truth(a.n * b.d > b.n * a.d), ">=": (a, b) => truth(a.n * b.d >= b.n * a.d),
    "==": (a, b) => truth(a.n * b.d === b.n * a.d), "!=": (a, b) => truth(a.n * b.d !== b.n * a.d),
    "+": (a, b) => kept(a.n * b.d + b.n * a.d, a.d * b.d), "-": (a, b) => kept(a.n * b.d - b.n * a.d, a.d * b.d),
    "*": (a, b) => kept(a.n * b.n, a.d * b.d), "/": (a, b) => kept(a.n * b.d, a.d * b.n),
  },
  call: (name, given) => {
    if (name === "pow") return power(given[0], given[1]);
    const doubles = given.map(double);
    const result = call(name, doubles);
    // of what is too small for a double
    if (result === 0 && doubles[0] === 0 && given[0].n) return bounded(0, given[0].n);
    if ((name === "sin" || name === "cos") && Math.abs(doubles[0]) > FAR) return { n: 2n, d: 1n }; // which it is not
    return name === "exp" || (name === "expm1" && result) ? bounded(result, 1n) : fraction(String(result));
  },
};

/**
 * A number as it is written, exactly.
 * @param {string} text such as "−0.5" or "1.5e-7"
 * @returns {Fraction}
 */
export function fraction(text) {
  const found = /^([-−]?)(\d+)(?:\.(\d+))?(?:e([-+−]?)(\d+))?$/.exec(text);
  if (!found) throw new RangeError(`number must be finite (got ${text})`);
  const [, sign, whole, rest = "", minus, size = "0"] = found;
  const power = (minus === "-" || minus === "−" ? -1 : 1) * Number(size) - rest.length;
  const n = BigInt(whole + rest) * (sign ? -1n : 1n);
  return power < 0 ? { n, d: 10n ** BigInt(-power) } : { n: n * 10n ** BigInt(power), d: 1n };
}

/**
 * Whether two fractions differ by less than a power of ten, times a half.
 * @param {Fraction} a
 * @param {Fraction} b
 * @param {number} exponent of the power
 */
export function within(a, b, exponent) {
  const n = a.n * b.d - b.n * a.d;
  const [up, down] = exponent < 0 ? [10n ** BigInt(-exponent), 1n] : [1n, 10n ** BigInt(exponent)];
  return 2n * (n < 0n ? -n : n) * up < a.d * b.d * down;
}

/** The double next to a fraction. @param {Fraction} x */
export function double({ n, d }) {
  const shift = 25 + lengthOf(d) - lengthOf(n);
  return Number(`${shift < 0 ? n / (d * 10n ** BigInt(-shift)) : (n * 10n ** BigInt(shift)) / d}e${-shift}`);
}

/**
 * A fraction; a very long one to a hundred digits.
 * @param {bigint} n
 * @param {bigint} d
 * @returns {Fraction}
 */
function kept(n, d) {
  if (d === 0n) throw new RangeError("a fraction must not be divided by 0");
  if (d < 0n) return kept(-n, -d);
  if (n < HUGE && n > -HUGE && d < HUGE) return { n, d };
  const shift = KEPT + lengthOf(d) - lengthOf(n);
  if (Math.abs(shift) > LONGEST) return bounded(shift < 0 ? Infinity : 0, n);
  return shift < 0 ? { n: (n / (d * 10n ** BigInt(-shift))) * 10n ** BigInt(-shift), d: 1n }
    : { n: (n * 10n ** BigInt(shift)) / d, d: 10n ** BigInt(shift) };
}

/** @param {Fraction} x @param {Fraction} y @returns {Fraction} */
function power(x, y) {
  const n = y.n / y.d;
  const size = n < 0n ? -n : n;
  if (n * y.d !== y.n || size > LARGEST_POWER) {
    const result = call("pow", [double(x), double(y)]);
    return x.n ? bounded(result, result < 0 ? -1n : 1n) : fraction(String(result));
  }
  const [up, down] = [x.n ** size, x.d ** size];
  return n < 0n ? kept(down, up) : kept(up, down);
}

/**
 * What is too large or too small for a double is neither ∞ nor 0.
 * @param {number} result
 * @param {bigint} sign
 * @returns {Fraction}
 */
function bounded(result, sign) {
  const n = sign < 0n ? -1n : 1n;
  if (result === 0) return { n, d: BEYOND };
  return Math.abs(result) === Infinity ? { n: n * BEYOND, d: 1n } : fraction(String(result));
}

/** @param {boolean} holds @returns {Fraction} */
function truth(holds) {
  return { n: holds ? 1n : 0n, d: 1n };
}

/** @param {bigint} n */
function lengthOf(n) {
  return n.toString().length;
}
