import type { Charge, HostedCheckout } from '@mizan/contracts';
import type { PageData } from './checkout-view.ts';

/** What the merchant has received of a payment that is not complete, and what is still reserved of it. */
export interface PartReceived {
  readonly received: number;
  readonly reserved: number;
}

type ReceivedCharge = Pick<Charge, 'id' | 'amountReceived'>;

/** What the part that was received depends on: a session. */
interface UnpaidCheckout {
  readonly status: string;
  readonly paymentStatus: string;
  readonly paymentIntent: {
    readonly amountReceived: number;
    readonly amountCapturable: number;
    readonly latestCharge: ReceivedCharge | null;
    readonly charges: readonly ReceivedCharge[];
  } | null;
}

/** What was received of the payment of a complete checkout that is not paid; undefined for another. */
export function partReceivedOf({ status, paymentStatus, paymentIntent }: UnpaidCheckout): PartReceived | undefined {
  if (status !== 'complete' || paymentStatus !== 'unpaid' || !paymentIntent) return undefined;
  const { amountReceived, amountCapturable, latestCharge, charges } = paymentIntent;
  // What the merchant receives itself counts in the payment only once it is whole. Events may have cut the list of charges.
  const byId = new Map([...charges, ...(latestCharge ? [latestCharge] : [])].map((charge) => [charge.id, charge]));
  const byHand = [...byId.values()].reduce((sum, charge) => sum + (charge.amountReceived ?? 0), 0);
  return { received: amountReceived + byHand, reserved: amountCapturable };
}

/** The same as the page knows it: undefined once the checkout has changed since the server rendered the page. */
export const knownPart = (
  { checkout, partReceived }: Pick<PageData, 'checkout' | 'partReceived'>,
  own: HostedCheckout | undefined,
): PartReceived | undefined => (own && own.updatedAt !== checkout.updatedAt ? undefined : partReceived);
