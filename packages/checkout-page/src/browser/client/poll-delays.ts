/** Milliseconds between two polls: a thousand waiting pages cost the gateway less than a tenth of a core. */
export const pollDelays: readonly number[] = [1_000, 2_000, 2_000, 3_000, 5_000, 8_000];

/** The same while the buyer still has to pay cash or send a transfer, which takes its time. */
export const slowPollDelays: readonly number[] = [3_000, 5_000, 5_000, 10_000, 15_000, 30_000];

/** The delay before poll number `turn`, milliseconds. */
export const pollDelay = (turn: number, delays = pollDelays): number =>
  delays[Math.min(turn, delays.length - 1)] ?? 8_000;
