/**
 * Between two looks at a payment whose outcome is not known, milliseconds: often at first, patiently later, so that a
 * thousand waiting pages cost the gateway less than a tenth of a core.
 */
export const waits: readonly number[] = [1_000, 2_000, 2_000, 3_000, 5_000, 8_000];

/** The same while the buyer is to pay cash or send a transfer, which takes its time. */
export const longWaits: readonly number[] = [3_000, 5_000, 5_000, 10_000, 15_000, 30_000];

/** The pause before look number `turn`, milliseconds. */
export const waitFor = (turn: number, from = waits): number => from[Math.min(turn, from.length - 1)] ?? 8_000;
