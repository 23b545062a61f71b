/** Set once per run by `run/start-run.ts`. */
const slowness = (): number => Number(process.env['MIZAN_TEST_SLOWNESS'] ?? 1);

/**
 * How long a wait may take on this machine.
 *
 * @param idleMs milliseconds that are ample on two idle cores
 * @returns as many times that as this machine was slower when the run started
 */
export const scaleTimeout = (idleMs: number): number => Math.ceil(idleMs * slowness());

/**
 * The size of a test that is long by nature: many random cases, many kills, every combination.
 *
 * @param sizes `quick` is a smaller case of the same guarantee, for every run; `full` is for `npm test -- --full`
 */
export const sizeOf = <T>(sizes: { readonly quick: T; readonly full: T }): T =>
  process.env['MIZAN_TEST_FULL'] === '1' ? sizes.full : sizes.quick;
