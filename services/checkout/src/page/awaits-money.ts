import type { PaymentIntentStatus, PaymentMethodType } from '@mizan/contracts';

/** What decides how a checkout stands with its money: a session, or the buyer's view of one. */
interface Standing {
  readonly status: string;
  readonly paymentStatus: string;
  readonly paymentIntent: {
    readonly status: PaymentIntentStatus;
    readonly paymentMethod: { readonly type: PaymentMethodType } | null;
  } | null;
}

/**
 * Why the money of a completed checkout is not there: it is `awaited` (a voucher, a transfer, cash at the door), `held`
 * until the merchant captures it, or `lost`.
 */
export type Unpaid = 'awaited' | 'held' | 'lost';

/** Undefined while a checkout is not complete, and once it is paid or was free. */
export function unpaidBecause({ status, paymentStatus, paymentIntent }: Standing): Unpaid | undefined {
  if (status !== 'complete' || paymentStatus !== 'unpaid') return undefined;
  switch (paymentIntent?.status) {
    case 'PROCESSING':
    case 'REQUIRES_ACTION':
    case 'REQUIRES_CONFIRMATION':
      return 'awaited';
    case 'UNCAPTURED':
    case 'AMOUNT_CAPTURABLE_UPDATED':
      return 'held';
    default:
      return 'lost';
  }
}

/**
 * Why a checkout ended otherwise than by its time alone: the last decline that its payment may have `declined` it, be it
 * the last of many or one that came when the time was over; or the merchant `closed` it.
 */
export type EndedEarly = 'declined' | 'closed';

/** True for a checkout that ended with the last decline that its payment may have. */
export const isDeclinedForGood = ({ status, paymentIntent }: Standing): boolean =>
  status === 'expired' && paymentIntent?.status === 'FAILED';

/** Undefined for a checkout that goes on, is complete, or ended because its time came. */
export function endedEarly(session: Standing & { readonly expiresAt: Date }, now: Date): EndedEarly | undefined {
  if (session.status !== 'expired') return undefined;
  if (isDeclinedForGood(session)) return 'declined';
  return now < session.expiresAt ? 'closed' : undefined;
}

/** True while a completed checkout waits for money that comes later. */
export const awaitsMoney = (checkout: Standing): boolean => unpaidBecause(checkout) === 'awaited';

/** True while the buyer still needs the page to know how to pay; cash is asked for at the door anyway. */
export const awaitsBuyer = (checkout: Standing): boolean =>
  awaitsMoney(checkout) && checkout.paymentIntent?.paymentMethod?.type !== 'cash_on_delivery';
