import { allocate } from '@mizan/money';

/**
 * Allocates a refund to the lines of its order. The order may have cost more than its lines (fees and taxes that the
 * buyer paid), so the lines share a part of it; when the order is refunded in full, each line is refunded in full.
 *
 * @param refunded minor units of `paid`
 * @param nets what the lines cost after discounts
 * @returns the refunded amount of each line, in the order of `nets`
 */
export function allocateRefund(refunded: number, paid: number, nets: readonly number[]): number[] {
  const net = nets.reduce((sum, each) => sum + each, 0);
  if (net === 0 || paid === 0) return nets.map(() => 0);
  const [shareOfLines = 0] = allocate(Math.min(refunded, paid), [Math.min(net, paid), Math.max(paid - net, 0)]);
  return allocate(shareOfLines, nets);
}
