import type { Charge, HostedCheckout, PaymentIntentStatus, PaymentMethodType } from '@mizan/contracts';
import type { PageData } from './checkout-view.ts';
import { awaitsMoney } from './payment-state.ts';

/** What the merchant has received of a payment that is not complete, and what is still reserved of it. */
export interface PartReceived {
  readonly received: number;
  readonly reserved: number;
}

type ReceivedCharge = Pick<Charge, 'id' | 'amountReceived'>;

/** What the merchant receives itself depends on: a payment intent. */
interface ReceivedPayment {
  readonly latestCharge: ReceivedCharge | null;
  readonly charges: readonly ReceivedCharge[];
}

/** What the part that was received depends on: a session. */
interface UnpaidCheckout {
  readonly status: string;
  readonly paymentStatus: string;
  readonly paymentIntent:
    | (ReceivedPayment & {
        readonly status: PaymentIntentStatus;
        readonly paymentMethod: { readonly type: PaymentMethodType } | null;
        readonly amountReceived: number;
        readonly amountCapturable: number;
      })
    | null;
}

/** What the merchant itself has received of a payment, by all its attempts. */
export function receivedByHand({ latestCharge, charges }: ReceivedPayment): number {
  // Events may have cut the list of charges.
  const byId = new Map([...charges, ...(latestCharge ? [latestCharge] : [])].map((charge) => [charge.id, charge]));
  return [...byId.values()].reduce((sum, charge) => sum + (charge.amountReceived ?? 0), 0);
}

/**
 * What the merchant itself has received of a payment that is not complete; 0 for another. While the rest is awaited, what the
 * attempt that awaits it has received: it asks for its own amount, whatever came of an earlier one.
 */
export function amountReceivedOf(checkout: UnpaidCheckout): number {
  const { status, paymentStatus, paymentIntent } = checkout;
  if (status === 'open' || paymentStatus !== 'unpaid' || !paymentIntent) return 0;
  return awaitsMoney(checkout) ? (paymentIntent.latestCharge?.amountReceived ?? 0) : receivedByHand(paymentIntent);
}

/** What was received of the payment of a complete checkout that is not paid; undefined for another. */
export function partReceivedOf({ status, paymentStatus, paymentIntent }: UnpaidCheckout): PartReceived | undefined {
  if (status !== 'complete' || paymentStatus !== 'unpaid' || !paymentIntent) return undefined;
  const { amountReceived, amountCapturable } = paymentIntent;
  // What the merchant receives itself counts in the payment only once it is whole.
  return { received: amountReceived + receivedByHand(paymentIntent), reserved: amountCapturable };
}

/** The same as the page knows it: undefined once the checkout has changed since the server rendered the page. */
export const knownPart = (
  { checkout, partReceived }: Pick<PageData, 'checkout' | 'partReceived'>,
  own: HostedCheckout | undefined,
): PartReceived | undefined => (own && own.updatedAt !== checkout.updatedAt ? undefined : partReceived);
