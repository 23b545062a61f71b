import type { OrderSummary, PaymentMethodType } from '@mizan/contracts';
import type { Money } from '../texts/format-amount.ts';

/** An amount with its currency: minor units. */
export interface ShownAmount extends Money {
  readonly amount: number;
}

/** Everything that a receipt says. Everyone who has its address can read it: no e-mail, no phone number, no address of the buyer. */
interface ReceiptBase {
  readonly merchantName: string;
  /** URL; null where the merchant has none. */
  readonly merchantLogo: string | null;
  /** Of the merchant, ISO 3166-1 alpha-2: its clock dates the receipt. */
  readonly country: string;
  /** Of the merchant, for readers whose language the page does not have. */
  readonly defaultLocale: string;
  readonly livemode: boolean;
  /** `R-2026-000123`; null until it is assigned, a moment after the payment. */
  readonly number: string | null;
  /** `cs_…`: the checkout that was paid; null without one. */
  readonly orderReference: string | null;
  /** Id of the charge or refund. */
  readonly reference: string;
  readonly total: ShownAmount;
  /** The same in the currency of the prices, where it is another one. */
  readonly presented: ShownAmount | null;
  /** ISO 8601. */
  readonly at: string;
  readonly method: { readonly type: PaymentMethodType; readonly card: ShownCard | null };
  /** What the merchant says that it is for. */
  readonly description: string | null;
  /** Address of the receipt itself, which the square code holds. */
  readonly url: string;
  /** The square code as SVG of our own. */
  readonly code: string;
}

interface ShownCard {
  readonly brand: string;
  readonly last4: string;
}

/** The receipt of a charge. */
export interface PaymentReceipt extends ReceiptBase {
  readonly kind: 'payment';
  readonly status: 'paid' | 'refunding' | 'partlyRefunded' | 'refunded';
  /** Oldest first, without those that failed. */
  readonly refunds: readonly RefundLine[];
  /** What was bought; null without a checkout. `away`: it cannot be read now. */
  readonly order: OrderSummary | 'away' | null;
}

interface RefundLine {
  readonly url: string;
  readonly amount: ShownAmount;
  readonly at: string;
  readonly status: RefundState;
}

/** The receipt of a refund. */
export interface RefundReceipt extends ReceiptBase {
  readonly kind: 'refund';
  readonly status: RefundState;
  /** Address of the receipt of the charge. */
  readonly paymentUrl: string;
}

export type RefundState =
  'refundPending' | 'refundSucceeded' | 'refundFailed' | 'refundCanceled' | 'refundNeedsDetails';

export type ReceiptView = PaymentReceipt | RefundReceipt;
