/** Set once per run by `run/measure-slowness.ts`. */
const slowness = (): number => Number(process.env['MIZAN_TEST_SLOWNESS'] ?? 1);

/**
 * How long a wait may take on this machine.
 *
 * @param idleMs milliseconds that are ample on two idle cores
 * @returns as many times that as this machine was slower when the run started
 */
export const scaleTimeout = (idleMs: number): number => Math.ceil(idleMs * slowness());
