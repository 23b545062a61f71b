import type { Currency, HostedCheckout, LineItem, UpdateHostedCheckout } from '@mizan/contracts';
import type { PageLocale } from '../texts/locale.ts';
import type { PartReceived } from './part-received.ts';
import type { EndedEarlyReason, UnpaidReason } from './payment-state.ts';

/**
 * A checkout as the page shows it to anyone with its address: items, totals, branding. It contains nothing about the buyer,
 * no secret and no custom field answer; the browser reads those itself, with the client secret from its address.
 */
export type CheckoutView = Omit<
  HostedCheckout,
  'url' | 'clientSecret' | 'customerDetails' | 'paymentIntent' | 'afterCompletion' | 'recoveryUrl'
>;

/** The data that the server renders into the page for its script. */
export interface PageData {
  readonly checkout: CheckoutView;
  readonly locale: PageLocale;
  /** Digits of the minor unit of each currency: a payment link may change to another one while its page is open. */
  readonly decimals: Readonly<Record<Currency, number>>;
  /** False when the buyer's e-mail is known already. */
  readonly needsEmail: boolean;
  /** False when the buyer's name is known already. */
  readonly needsName: boolean;
  /** True when the merchant authorizes now and captures later, which not every method supports. */
  readonly isCapturedLater: boolean;
  /** What was captured for a paid checkout; absent when it was not paid yet. */
  readonly amountPaid?: number | undefined;
  /** What was received of the payment of a complete checkout that is not paid; absent for another. */
  readonly partReceived?: PartReceived | undefined;
  /** Why the checkout is complete and not paid; absent when it is neither. */
  readonly unpaid?: UnpaidReason | undefined;
  /** Why the checkout ended before its time; absent when it did not. */
  readonly endedEarly?: EndedEarlyReason | undefined;
  /** Country of the merchant, ISO 3166-1 alpha-2: the likeliest one of the buyer. */
  readonly country: string;
  /** Origins that may show the page in a frame; absent on a hosted page, which cannot be framed. */
  readonly frameOrigins?: readonly string[];
  /** Last part of the address of a payment link: there is no session before the first change. */
  readonly link?: string;
  /** True when the page has to recover a checkout that ended without money. */
  readonly recovers?: boolean;
  /**
   * Where a page without the client secret looks again, for a buyer who has returned from a bank or provider before the
   * payment is known; null on the last look. Absent on any other page.
   */
  readonly lookAgain?: string | null;
  /** True on such a page once the attempt has failed and no other one is in progress; absent otherwise. */
  readonly hasFailed?: true;
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

/** True where the buyer selects a payment method, to pay with or to save. A free order needs none. */
export const needsPaymentMethod = ({ mode, amountTotal }: Pick<CheckoutView, 'mode' | 'amountTotal'>): boolean =>
  mode === 'setup' || amountTotal > 0;

/**
 * What the buyer of a paid checkout paid. A later capture may be less than the total: undefined where the page does not know
 * it, and while the checkout is not paid.
 */
export function amountPaidOf(
  { paymentStatus, amountTotal }: CheckoutView,
  { amountPaid, isCapturedLater }: Pick<PageData, 'amountPaid' | 'isCapturedLater'>,
): number | undefined {
  if (paymentStatus !== 'paid') return undefined;
  return amountPaid ?? (isCapturedLater ? undefined : amountTotal);
}

/** False when a buyer who was shown one order would pay for something else, or another total, with the other. */
export function isSameOrder(shown: CheckoutView, order: CheckoutView): boolean {
  const bought = ({ currency, amountTotal, lineItems }: CheckoutView): string =>
    JSON.stringify([
      ...[currency, amountTotal],
      lineItems.map(({ price, product, quantity }) => [price.id, product.id, quantity]),
    ]);
  return bought(shown) === bought(order);
}

/**
 * False when an order is of something else than the buyer was shown, apart from the quantities that they changed themselves;
 * their code, amount and payment method may have changed its total.
 */
export function isSameOffer(shown: CheckoutView, order: CheckoutView, changed: UpdateHostedCheckout): boolean {
  const quantityOf = ({ id, quantity }: CheckoutView['lineItems'][number]): number =>
    changed.lineItems?.find((line) => line.id === id)?.quantity ?? quantity;
  const wanted = shown.lineItems
    .map((line) => ({ ...line, quantity: quantityOf(line) }))
    .filter(({ quantity }) => quantity > 0);
  const offered = ({ currency, lineItems }: Pick<CheckoutView, 'currency' | 'lineItems'>): string =>
    JSON.stringify([
      currency,
      lineItems.map(({ price, product, quantity }) => [price.id, price.unitAmount, product.id, quantity]),
    ]);
  return offered({ ...shown, lineItems: wanted }) === offered(order);
}

type PricedLine = { readonly price: Pick<LineItem['price'], 'type' | 'customUnitAmount'> } & Pick<
  LineItem,
  'customAmount'
>;

/** A CUSTOM price without a preset costs nothing until the buyer enters an amount; such an order is not free. */
export const lacksAmount = ({ price, customAmount }: PricedLine): boolean =>
  price.type === 'CUSTOM' &&
  customAmount === undefined &&
  (price.customUnitAmount?.preset ?? price.customUnitAmount?.minimum ?? null) === null;
