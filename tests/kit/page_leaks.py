"""Counting what a player leaves behind: listeners on what outlives it, and observers."""

# Runs before any code of the page. Counted is what the player's own code has begun and not ended.
COUNT = """
(() => {
  const ours = () => /microgradviz|page\\.html/.test(new Error().stack.split("\\n").slice(3).join("\\n"));
  const alive = { listeners: new Set(), observers: new Set() };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if ((this === window || this === document) && ours() && !options?.signal?.aborted) {
      const entry = { target: this, type, listener };
      alive.listeners.add(entry);
      if (options?.signal) {
        addEventListener.call(options.signal, "abort", () => alive.listeners.delete(entry));
      }
    }
    return addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    for (const entry of alive.listeners) {
      if (entry.target === this && entry.type === type && entry.listener === listener) alive.listeners.delete(entry);
    }
    return removeEventListener.call(this, type, listener, options);
  };
  const { observe, disconnect } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (...given) {
    if (ours()) alive.observers.add(this);
    return observe.apply(this, given);
  };
  ResizeObserver.prototype.disconnect = function () {
    alive.observers.delete(this);
    return disconnect.call(this);
  };
  window.alive = () => [alive.listeners.size, alive.observers.size];
})();
"""
