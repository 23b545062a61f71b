import { toExact, toSafeInteger } from './minor-units.ts';

/**
 * Splits `total` minor units in proportion to `weights`, so that the parts sum to `total` exactly (largest remainder):
 * each part gets `floor(total × weight / sum)`, then the units left over go one each to the largest remainders of that
 * division, equal remainders to the earlier part. With `total` at most the sum of weights no part exceeds its weight.
 *
 * @returns one part per weight, in the same order
 * @throws AmountOutOfRange when a figure is not a safe integer
 * @throws RangeError when `total` or a weight is negative, or there is something to split and every weight is 0
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const exactTotal = toExact(total);
  const exactWeights = weights.map(toExact);
  if (exactTotal < 0n || exactWeights.some((weight) => weight < 0n))
    throw new RangeError('cannot allocate a negative total or by a negative weight');
  const weightSum = exactWeights.reduce((sum, weight) => sum + weight, 0n);
  if (weightSum === 0n) {
    if (exactTotal > 0n) throw new RangeError(`cannot allocate ${total} by weights that sum to 0`);
    return weights.map(() => 0);
  }

  const shares = exactWeights.map((weight, index) => ({
    index,
    part: (exactTotal * weight) / weightSum,
    remainder: (exactTotal * weight) % weightSum,
  }));
  const leftOver = exactTotal - shares.reduce((sum, share) => sum + share.part, 0n);
  const byRemainder = shares.toSorted((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  for (const share of byRemainder.slice(0, Number(leftOver))) share.part += 1n;
  return shares.map((share) => toSafeInteger(share.part));
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
