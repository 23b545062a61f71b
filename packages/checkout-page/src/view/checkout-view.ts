import type { HostedCheckout, LineItem } from '@mizan/contracts';
import type { PageLocale } from '../texts/locale.ts';
import type { EndedEarlyReason, UnpaidReason } from './payment-state.ts';

/**
 * A checkout as the page shows it to whoever has its address: items, totals, looks. Nothing about the buyer, no secret
 * and no answer to a question; those the browser asks for itself, with the secret from its address.
 */
export type CheckoutView = Omit<
  HostedCheckout,
  'url' | 'clientSecret' | 'customerDetails' | 'paymentIntent' | 'afterCompletion' | 'recoveryUrl'
>;

/** What the server tells the page's script, beside the checkout itself. */
export interface PageData {
  readonly checkout: CheckoutView;
  readonly locale: PageLocale;
  /** Digits of the currency's minor unit. */
  readonly decimals: number;
  /** The same of the currency that prices are in, where that is another. */
  readonly priceDecimals?: number;
  /** False when the merchant knows the buyer's e-mail already. */
  readonly asksEmail: boolean;
  /** False when the merchant knows the buyer's name already. */
  readonly asksName: boolean;
  /** True when the merchant authorises now and captures later, which not every method can wait for. */
  readonly isCapturedLater: boolean;
  /** Why the checkout is complete and not paid; absent when it is neither. */
  readonly unpaid?: UnpaidReason | undefined;
  /** Why the checkout ended before its time; absent when it did not. */
  readonly endedEarly?: EndedEarlyReason | undefined;
  /** Country of the merchant, ISO 3166-1 alpha-2: the likeliest one of the buyer. */
  readonly country: string;
  /** Origins that may show the page in a frame; absent on a hosted page, which nobody may. */
  readonly frameOrigins?: readonly string[];
  /** Last part of the address of a payment link: there is no session before the first change. */
  readonly link?: string;
  /** True when the page is to begin a checkout again that ended without money. */
  readonly recovers?: boolean;
}

/** The public part of a checkout. */
export function toCheckoutView(checkout: HostedCheckout): CheckoutView {
  const {
    url: _url,
    clientSecret: _clientSecret,
    customerDetails: _customerDetails,
    paymentIntent: _paymentIntent,
    afterCompletion: _afterCompletion,
    recoveryUrl: _recoveryUrl,
    ...view
  } = checkout;
  return {
    ...view,
    customFields: view.customFields.map((field) => ({
      ...field,
      ...(field.text ? { text: { value: null, defaultValue: field.text.defaultValue } } : {}),
      ...(field.numeric ? { numeric: { value: null } } : {}),
      ...(field.dropdown ? { dropdown: { value: null } } : {}),
    })),
  };
}

/** True where the buyer names a payment method: to pay with, or to save. A free order needs none. */
export const needsPaymentMethod = ({ mode, amountTotal }: Pick<CheckoutView, 'mode' | 'amountTotal'>): boolean =>
  mode === 'setup' || amountTotal > 0;

type Amounted = { readonly price: Pick<LineItem['price'], 'type' | 'customUnitAmount'> } & Pick<
  LineItem,
  'customAmount'
>;

/** A CUSTOM price without a suggestion costs nothing until the buyer says what; that is no free order. */
export const lacksAmount = ({ price, customAmount }: Amounted): boolean =>
  price.type === 'CUSTOM' &&
  customAmount === undefined &&
  (price.customUnitAmount?.preset ?? price.customUnitAmount?.minimum ?? null) === null;
