import { allocate } from '@mizan/money';

/**
 * The part of each line in what was refunded of an order. An order may have cost more than its lines (fees and taxes
 * that the buyer paid), so the lines bear their share of it; of an order that is refunded in full they bear all they cost.
 *
 * @param refunded minor units of `paid`
 * @param nets what the lines cost after discounts, in the same order as the answer
 */
export function refundsOfLines(refunded: number, paid: number, nets: readonly number[]): number[] {
  const net = nets.reduce((sum, each) => sum + each, 0);
  if (net === 0 || paid === 0) return nets.map(() => 0);
  const [ofLines = 0] = allocate(Math.min(refunded, paid), [Math.min(net, paid), Math.max(paid - net, 0)]);
  return allocate(ofLines, nets);
}
