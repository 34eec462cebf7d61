// Each frame is as high as the page in it, which grows when a panel of the player opens.

for (const frame of document.querySelectorAll("figure.player iframe")) {
  frame.addEventListener("load", () => follow(frame));
  follow(frame);
}

/** @param {HTMLIFrameElement} frame */
function follow(frame) {
  const body = frame.contentDocument?.body; // none where the pages were opened from a disk
  if (!body?.childElementCount) return;
  new ResizeObserver(() => {
    frame.style.height = `${Math.min(Math.ceil(body.getBoundingClientRect().height), 900)}px`;
  }).observe(body);
}
