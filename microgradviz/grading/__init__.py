"""Official marks: submissions run in a sandbox that gives back numbers only, and the verdict is reached outside it."""
