import type { PaymentIntentStatus, PaymentMethodType } from '@mizan/contracts';

/** What decides how a checkout stands with its money: a session, or the buyer's view of one. */
interface PaymentState {
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
export type UnpaidReason = 'awaited' | 'held' | 'lost';

/** Undefined while a checkout is not complete, and once it is paid or was free. */
export function unpaidReason({ status, paymentStatus, paymentIntent }: PaymentState): UnpaidReason | undefined {
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

/** Why a checkout ended before its time: the last decline that its payment may have `declined` it, or the merchant `closed` it. */
export type EndedEarlyReason = 'declined' | 'closed';

/** When a checkout last changed, which for one that is over was its end, and when its time comes or came. */
interface Times {
  readonly updatedAt: Date | string;
  readonly expiresAt: Date | string;
}

/**
 * Undefined for a checkout that goes on, is complete, or ended when its time came: the decline that comes after that is
 * final, too, but not one too many. Its own times tell, so that the server and a browser with any clock say the same.
 */
export function endedEarlyReason({
  status,
  paymentIntent,
  updatedAt,
  expiresAt,
}: PaymentState & Times): EndedEarlyReason | undefined {
  if (status !== 'expired' || updatedAt >= expiresAt) return undefined;
  return paymentIntent?.status === 'FAILED' ? 'declined' : 'closed';
}

/** True while a completed checkout pollDelays for money that comes later. */
export const awaitsMoney = (checkout: PaymentState): boolean => unpaidReason(checkout) === 'awaited';

/** True while the buyer still needs the page to know how to pay; cash is asked for at the door anyway. */
export const awaitsBuyer = (checkout: PaymentState): boolean =>
  awaitsMoney(checkout) && checkout.paymentIntent?.paymentMethod?.type !== 'cash_on_delivery';
