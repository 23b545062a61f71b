import type { PaymentIntentStatus, PaymentMethodType } from '@mizan/contracts';

/** What the payment state of a checkout depends on: a session, or the buyer's view of one. */
interface PaymentState {
  readonly status: string;
  readonly paymentStatus: string;
  readonly paymentIntent: {
    readonly status: PaymentIntentStatus;
    readonly paymentMethod: { readonly type: PaymentMethodType } | null;
  } | null;
}

/**
 * Why a completed checkout is unpaid: the money is `awaited` (a voucher, a transfer, cash at the door), `held`
 * until the merchant captures it, `partlyHeld` after a part of it was captured, or `lost`. `canceled` is a payment that the
 * merchant has canceled or whose authorization has expired. `untraced` is a transfer that the merchant has not found, and that
 * the buyer may have sent all the same.
 */
export type UnpaidReason = 'awaited' | 'held' | 'partlyHeld' | 'lost' | 'canceled' | 'untraced';

/** Why a completed checkout is unpaid; undefined while it is not complete, and once it is paid or was free. */
export function unpaidReason({ status, paymentStatus, paymentIntent }: PaymentState): UnpaidReason | undefined {
  if (status !== 'complete' || paymentStatus !== 'unpaid') return undefined;
  switch (paymentIntent?.status) {
    case 'PROCESSING':
    case 'REQUIRES_ACTION':
    case 'REQUIRES_CONFIRMATION':
      return 'awaited';
    case 'UNCAPTURED':
      return 'held';
    case 'AMOUNT_CAPTURABLE_UPDATED':
      return 'partlyHeld';
    default:
      if (isTransfer(paymentIntent?.paymentMethod?.type)) return 'untraced';
      return paymentIntent?.status === 'CANCELED' ? 'canceled' : 'lost';
  }
}

const isTransfer = (type: PaymentMethodType | undefined): boolean => type === 'bank_transfer' || type === 'instapay';

/** Why a checkout ended before its time: its last allowed attempt was `declined`, or the merchant `closed` it. */
export type EndedEarlyReason = 'declined' | 'closed';

/** When a checkout last changed, which for an ended one was its end, and when it expires. */
interface Times {
  readonly updatedAt: Date | string;
  readonly expiresAt: Date | string;
}

/**
 * Why a checkout ended before its time; undefined for one that is open, complete, or expired at its time (a decline after
 * that was not the reason). Compares the checkout's own times, so that the server and a browser with any clock agree.
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

/** True while a completed checkout waits for money that comes later. */
export const awaitsMoney = (checkout: PaymentState): boolean => unpaidReason(checkout) === 'awaited';

/** True while the buyer still needs the page to know how to pay; cash is paid at the door. */
export const awaitsBuyer = (checkout: PaymentState): boolean =>
  awaitsMoney(checkout) && checkout.paymentIntent?.paymentMethod?.type !== 'cash_on_delivery';
