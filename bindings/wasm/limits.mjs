// How many bytes a module may have, at most. Pages load it before they answer, so it grows only with what it can do.
export const limits = { 'abut.wasm': 680_000, 'abut-motion.wasm': 700_000, 'abut-hull.wasm': 250_000 };
