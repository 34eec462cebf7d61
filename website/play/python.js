// @ts-check
// Questions to Python, one at a time: of those that wait the latest counts; one that takes too long is ended.

const PATIENCE = 10_000; // ms for an answer; a phone is slow
const TOO_LONG = "Python took longer than 10 seconds, so it was stopped and started anew; write a smaller expression.";
const TOO_MUCH = "This was too much for Python in a browser, so it was started anew; write it shorter, or nested less deeply.";

/** @typedef {Record<string, any>} Answer */
/** @typedef {{ request: object, done: (answer: Answer) => void }} Question */

/** @param {(state: "loading" | "ready" | "broken", why?: string) => void} tell */
export function startPython(tell) {
  /** @type {Worker} */
  let worker;
  let ready = false;
  let count = 0;
  /** @type {Question | null} */
  let asked = null;
  /** @type {Map<string, Question>} by what is asked */
  const waiting = new Map();
  let timer = 0;
  start();
  return { ask, isReady: () => ready };

  /**
   * An answer, which never comes where a later question of the same kind took the place of this one.
   * @param {string} kind
   * @param {object} request
   * @returns {Promise<Answer>}
   */
  function ask(kind, request) {
    return new Promise((done) => {
      waiting.set(kind, { request: { ask: kind, ...request }, done });
      next();
    });
  }

  function start() {
    ready = false;
    tell("loading");
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => broken(event.message || "its code did not come");
  }

  function next() {
    const [kind] = waiting.keys();
    if (!ready || asked || !kind) return;
    asked = /** @type {Question} */ (waiting.get(kind));
    waiting.delete(kind);
    timer = window.setTimeout(() => restart(TOO_LONG), PATIENCE);
    worker.postMessage({ id: (count += 1), request: asked.request });
  }

  /** @param {{ ready?: boolean, broken?: string, id?: number, answer?: Answer }} data */
  function heard(data) {
    if (data.ready) {
      ready = true;
      tell("ready");
      next();
    } else if (data.broken !== undefined) {
      if (ready) restart(TOO_MUCH);
      else broken(data.broken);
    } else if (data.answer && data.id === count) settle(data.answer);
  }

  /** @param {Answer} answer */
  function settle(answer) {
    window.clearTimeout(timer);
    const question = asked;
    asked = null;
    question?.done(answer);
    next();
  }

  /** @param {string} why */
  function restart(why) {
    worker.terminate();
    start();
    settle({ error: why });
  }

  /** @param {string} why */
  function broken(why) {
    worker.terminate();
    tell("broken", why);
  }
}
