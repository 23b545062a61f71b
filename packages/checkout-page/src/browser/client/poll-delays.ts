/** Milliseconds between two polls: a thousand waiting pages cost the gateway less than a tenth of a core. */
export const pollDelays: readonly number[] = [1_000, 2_000, 2_000, 3_000, 5_000, 8_000];

/** The same while the buyer still has to pay cash or send a transfer, which takes its time. */
export const slowPollDelays: readonly number[] = [3_000, 5_000, 5_000, 10_000, 15_000, 30_000];

/**
 * Milliseconds between two confirms of a payment in doubt. The platform counts each of them as an attempt, of which a checkout has
 * 6 a minute and 20 an hour: these are at most 5 and 19, so that the end of an outage finds the buyer with attempts left.
 */
export const confirmDelays: readonly number[] = [
  ...[2_000, 5_000, 10_000, 20_000, 40_000],
  ...[60_000, 120_000, 240_000, 300_000],
];

/** The delay before poll number `turn`, milliseconds. */
export const pollDelay = (turn: number, delays = pollDelays): number =>
  delays[Math.min(turn, delays.length - 1)] ?? 8_000;
