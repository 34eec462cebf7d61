// @ts-check
// When things happen in a motion, as shares of its time: cause before effect, and each long enough to be read.

export const LEAVES = 0.1; // the gradient leaves its card, the factor its own
export const MEETS = 0.28; // they stand on the edge as a product
export const BECOMES = 0.53; // the product is worked out
export const GOES_ON = 0.6;
export const ARRIVES = 0.74; // it stands beside what the card has
export const LANDS = 0.92; // what comes of both
