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

/** True while a completed checkout waits for money that comes later: a voucher, a transfer, cash at the door. */
export const awaitsMoney = ({ status, paymentStatus, paymentIntent }: Standing): boolean =>
  status === 'complete' &&
  paymentStatus === 'unpaid' &&
  (paymentIntent?.status === 'PROCESSING' || paymentIntent?.status === 'REQUIRES_ACTION');

/** True while the buyer still needs the page to know how to pay; cash is asked for at the door anyway. */
export const awaitsBuyer = (checkout: Standing): boolean =>
  awaitsMoney(checkout) && checkout.paymentIntent?.paymentMethod?.type !== 'cash_on_delivery';
