import { add, subtract } from './minor-units.ts';
import { proportion } from './rounding.ts';

/** A refund of a charge that the buyer paid in another currency than the one it was processed in. */
export interface MirroredRefund {
  /** What the buyer paid, minor units of the presentment currency. */
  readonly presentmentTotal: number;
  /** The same charge in minor units of the processing currency; above 0. */
  readonly processingTotal: number;
  /** Processing minor units already refunded, failed and canceled refunds not counted. */
  readonly processingRefunded: number;
  /** Presentment minor units that those refunds returned. */
  readonly presentmentRefunded: number;
  /** Processing minor units of this refund. */
  readonly amount: number;
}

/**
 * Presentment minor units that a refund returns: the share of what the buyer paid that is refunded so far, this
 * refund included, rounded half up, less what was returned before. The refund that completes the charge takes the
 * rest, so that the buyer gets back exactly what was paid. No exchange rate but that of the payment is involved.
 *
 * @throws RangeError when more would be refunded than was charged
 * @throws AmountOutOfRange when a figure is not a safe integer
 */
export function mirrorRefund(refund: MirroredRefund): number {
  const refunded = add(refund.processingRefunded, refund.amount);
  if (refund.amount < 0 || refunded > refund.processingTotal)
    throw new RangeError(`cannot refund ${refunded} of ${refund.processingTotal}`);
  const due = proportion(refund.presentmentTotal, refunded, refund.processingTotal);
  // A failed refund can leave its siblings a unit ahead of their share: then this one returns nothing rather than less.
  return Math.max(0, subtract(due, refund.presentmentRefunded));
}
