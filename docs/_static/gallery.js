// Each frame is as high as the page in it, which grows when a panel of the player opens, and as light or dark as ours.

const HIGHEST = 1500; // px; a player that fills its window must not grow for ever
const frames = [...document.querySelectorAll("figure.player iframe")];
for (const frame of frames) {
  frame.addEventListener("load", () => follow(frame));
  follow(frame);
}
new MutationObserver(() => frames.forEach(colour)).observe(document.body, { attributeFilter: ["data-theme"] });

/** @param {HTMLIFrameElement} frame */
function follow(frame) {
  const body = frame.contentDocument?.body; // none where the pages were opened from a disk
  if (!body?.childElementCount) return;
  colour(frame);
  new ResizeObserver(() => {
    frame.style.height = `${Math.min(Math.ceil(body.getBoundingClientRect().height), HIGHEST)}px`;
  }).observe(body);
}

/** @param {HTMLIFrameElement} frame */
function colour(frame) {
  const root = frame.contentDocument?.documentElement;
  if (root) root.style.colorScheme = getComputedStyle(document.body).colorScheme;
}
