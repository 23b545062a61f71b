export const unlinted = true; // lint
