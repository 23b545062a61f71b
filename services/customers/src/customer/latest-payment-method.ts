import type { PaymentMethod } from '@mizan/contracts';
import type { LatestPaymentMethod } from './customer.entity.ts';

/** A payment method as the list of customers returns it. @param version of a saved method; 0 for one only paid with */
export function listedMethod(method: PaymentMethod, version: number): LatestPaymentMethod {
  const { id, type, card, valu, createdAt } = method;
  return { id, type, ...(card ? { card } : {}), ...(valu ? { valu } : {}), createdAt, version };
}

/**
 * The method that was created last, in its newest version: the greatest by time, id and version, so that the order and
 * repetition of events do not matter.
 */
export function laterMethod(a: LatestPaymentMethod | null, b: LatestPaymentMethod | null): LatestPaymentMethod | null {
  if (!a || !b) return a ?? b;
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? a : b;
  if (a.id !== b.id) return a.id > b.id ? a : b;
  return a.version >= b.version ? a : b;
}
