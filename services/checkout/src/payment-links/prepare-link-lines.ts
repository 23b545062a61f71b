import type {
  AccountFeeConfig,
  AccountProfile,
  CheckoutPrice,
  Currency,
  LineItemChange,
  LiveMethod,
  PaymentMethodConfiguration,
} from '@mizan/contracts';
import { assertFuture, Problem, type LoadContext } from '@mizan/service-kit';
import type { CatalogProduct } from '../catalog/catalog-object.ts';
import type { App } from '../config.ts';
import { commonCurrency } from '../session/assert-lines.ts';
import { changedLines, assertLineChanges, pricesOfChanges } from '../session/change-lines.ts';
import { createOffers, fetchOffers, reserveUnusedPrices } from '../session/line-prices.ts';
import { liveMethodsFor, noMethodFor } from '../session/live-methods.ts';
import { lockExchangeRate } from '../session/lock-exchange-rate.ts';
import {
  configurationFor,
  fetchConfigurationOrDefault,
  offeredMethods,
  payableMethodsOf,
  type PayableMethod,
} from '../session/payment-methods.ts';
import { amountStepsOf, plainRules, type LockedExchange, type PricingRules } from '../session/session-pricing.ts';
import { totalCart } from '../session/total-cart.ts';
import { assertNetTotal } from '../session/assert-total.ts';
import type { LinkDependencies } from './create-payment-link.ts';
import type { Link } from './link.ts';

/** What decides which payment methods the checkouts of a link offer. */
interface LinkMethods {
  /** What live mode can take; undefined in test mode. */
  readonly live: readonly LiveMethod[] | undefined;
  readonly configuration: PaymentMethodConfiguration;
}

/** The lines that the merchant requests, and the link's present ones. */
interface RequestedLines extends LinkMethods {
  readonly lineItems: readonly LineItemChange[];
  /** As the merchant names it. */
  readonly currency: Currency | undefined;
  /** Undefined for a new link. */
  readonly link: Pick<Link, 'lineItems' | 'currency'> | undefined;
  /** The fees and VAT of the link's checkouts. */
  readonly fees: AccountFeeConfig;
  readonly idempotencyKey: string | undefined;
}

/**
 * Fetches the prices of a link's lines from the catalog, and refuses what cannot be sold. The stock does not matter,
 * because a link is used for long. Prices are created last.
 *
 * @returns a price for each line, and which of them had no line item before
 * @throws Problem `resource_missing`: an unknown line, price or product
 * @throws Problem `parameter_invalid`: the lines differ in currency, or are not in the requested one, or the configuration
 *   enables no method for it
 * @throws Problem `merchant_not_activated`: live mode can take no method in the currency; `amount_invalid`: none for it
 * @throws Problem as `assertLineChanges` and `reserveUnusedPrices`, and `unsupported_currency`
 */
export async function prepareLines(
  context: Pick<LoadContext, 'scope' | 'calls' | 'now'>,
  account: AccountProfile,
  { lineItems, currency, link, fees, idempotencyKey, ...offer }: RequestedLines,
): Promise<Pick<LinkDependencies, 'offers' | 'firstUses'>> {
  const { calls, now } = context;
  const known = link?.lineItems ?? [];
  const prices = pricesOfChanges(known, lineItems);
  const found = (await fetchOffers(prices, calls)).map((offer) => offer && { ...offer, available: null });
  const currencies = prices.map(({ priceData }, index) => {
    const lineCurrency = found[index]?.price.currency ?? priceData?.currency;
    if (!lineCurrency) throw new Error('bug: a line with neither price nor priceData');
    return lineCurrency;
  });
  const common = commonCurrency(currencies, currency);
  const changed = `The line items must be in ${link?.currency}, or name another currency.`;
  if (currency === undefined && link && link.currency !== common)
    throw new Problem('parameter_invalid', changed, { param: 'lineItems[0].price' });
  const { currency: processing, exchange } = await lockExchangeRate(context, account, common);
  const payment = paymentNow(context, account, { ...offer, fees, currency: processing, exchange });
  const isCustom = (offer: CheckoutPrice | undefined) => offer?.price.type === 'CUSTOM';
  if (payment.methods.length === 0 && found.some(isCustom)) throw noMethodFor(processing);
  const lines = assertLineChanges(
    { lines: known, changes: lineItems, offers: found },
    { now, mode: 'payment', currency: undefined, isHeld: false },
  );
  assertNetTotal({ lines, discounts: [], ...payment });
  const offers = await createOffers(calls, { items: prices, offers: found, idempotencyKey });
  return { offers, firstUses: await reserveUnusedPrices(found, calls) };
}

/** What checkouts of a link are paid in, and the fees and VAT of them. */
interface LinkPayment extends LinkMethods {
  readonly fees: AccountFeeConfig;
  readonly currency: Currency;
  readonly exchange: LockedExchange | null;
}

/**
 * The methods that can pay checkouts of a link now, none where live mode has none, and how their totals are calculated.
 * @throws Problem as `offeredMethods`
 */
function paymentNow(
  { scope: { livemode } }: Pick<LoadContext, 'scope'>,
  account: AccountProfile,
  { currency, exchange, fees, live, configuration }: LinkPayment,
): { readonly methods: PayableMethod[]; readonly rules: PricingRules } {
  const methodConfiguration = configurationFor(configuration, currency);
  const offered = offeredMethods({ account, currency, configuration: methodConfiguration });
  const methodTypes = offered.map(({ type }) => type);
  const captureMethod = 'automatic';
  const liveMethods = liveMethodsFor(live, { currency, methodTypes, captureMethod });
  const feeConfig = { ...fees, source: 'payment_link' } as const;
  const settings = { methodTypes, methodConfiguration, captureMethod, feeConfig } as const;
  return {
    methods: payableMethodsOf({ currency, settings: { ...settings, ...(liveMethods && { liveMethods }) } }),
    rules: { ...plainRules(currency), exchange, feeConfig, steps: amountStepsOf({ livemode, currency, liveMethods }) },
  };
}

/** What decides whether a link whose lines stay can still be paid. */
interface LinkChange extends LinkMethods {
  readonly link: Link;
  readonly fees: AccountFeeConfig;
  readonly param: string;
}

/**
 * Refuses another configuration, or other fees, with which no method pays the currency or the total of a link.
 *
 * @param change.param which of them the merchant sent
 * @throws Problem `parameter_invalid`, `merchant_not_activated`, `amount_invalid`, `unsupported_currency`
 */
export async function assertPayable(
  context: Pick<LoadContext, 'scope' | 'calls' | 'now'>,
  account: AccountProfile,
  { link, fees, param, ...offer }: LinkChange,
): Promise<void> {
  const { currency, exchange } = await lockExchangeRate(context, account, link.currency);
  const payment = paymentNow(context, account, { ...offer, fees, currency, exchange });
  if (payment.methods.length === 0 && link.lineItems.some(({ price }) => price.type === 'CUSTOM'))
    throw noMethodFor(currency);
  const lines = link.lineItems.map(({ price, amountSubtotal }) => ({
    productId: price.productId,
    subtotal: amountSubtotal,
  }));
  assertNetTotal({ lines, discounts: [], ...payment, param });
}

/**
 * The lines of a link with every amount filled in, in the currency of its prices, and its total. Where that currency is not
 * processed, each checkout locks a rate of its own.
 *
 * @param offers from {@link prepareLines}
 * @throws Problem `amount_invalid`: larger than one payment can be
 */
export function linesOfLink(
  known: Link['lineItems'],
  lineItems: readonly LineItemChange[],
  offers: readonly CheckoutPrice[],
): Pick<Link, 'lineItems' | 'currency' | 'computedAmount'> {
  const [first] = offers;
  if (!first) throw new Error('bug: a link without lines');
  const { currency } = first.price;
  const cart = totalCart(changedLines(known, lineItems, offers), [], plainRules(currency));
  return {
    lineItems: cart.lineItems.map(({ availability: _availability, ...line }) => line),
    currency,
    computedAmount: cart.amountTotal,
  };
}

/** The products of these prices, as the catalog returned them. */
export const productsOf = (offers: readonly CheckoutPrice[]): CatalogProduct[] =>
  offers.map(({ product }) => ({ ...product, object: 'product' }));

/** @throws Problem `parameter_invalid`: a link cannot expire in the past */
export function assertExpiry(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt) assertFuture('expiresAt', new Date(expiresAt), now);
}

/** How long a configuration is kept until the link's event arrives, milliseconds. */
const undecidedMs = 24 * 60 * 60_000;

/**
 * The payment method configuration of a link: the one that it names, kept for a day, and once the link's event has arrived
 * while it uses it; else the account's default one.
 *
 * @throws Problem `resource_missing`
 */
export const fetchLinkConfiguration = (
  context: Pick<LoadContext, 'calls' | 'now' | 'scope'>,
  app: App,
  { id, named }: { readonly id: string; readonly named: string | null | undefined },
): Promise<PaymentMethodConfiguration> => {
  const expiresAt = new Date(context.now.getTime() + undecidedMs);
  return fetchConfigurationOrDefault(
    named ?? undefined,
    { context, defaults: app.defaultConfigurations },
    { id, expiresAt },
  );
};
