import type { AccountFeeConfig, AccountProfile, CheckoutPrice, Currency, LineItemChange } from '@mizan/contracts';
import { Problem, type AskContext } from '@mizan/service-kit';
import { commonCurrency } from '../session/assert-lines.ts';
import { changedLines, assertLineChanges, pricesOfChanges } from '../session/change-lines.ts';
import { createOffers, fetchOffers, reserveUnusedPrices } from '../session/line-prices.ts';
import { lockExchangeRate } from '../session/lock-exchange-rate.ts';
import { offeredMethods, fetchConfiguration } from '../session/payment-methods.ts';
import { amountStepOf, plainRules } from '../session/session-pricing.ts';
import { totalCart } from '../session/total-cart.ts';
import { assertNetTotal } from '../session/assert-total.ts';
import type { LinkDependencies } from './create-payment-link.ts';
import type { Link } from './link.ts';

/** The lines that a link shall have, and what the link has now. */
export interface RequestedLines {
  readonly lineItems: readonly LineItemChange[];
  /** As the merchant names it. */
  readonly currency: Currency | undefined;
  /** Undefined for a new link. */
  readonly link: Pick<Link, 'lineItems' | 'currency'> | undefined;
  /** What the link's checkouts will add to them. */
  readonly fees: AccountFeeConfig;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks the catalog for the prices of a link's lines, and refuses what cannot be sold.
 * How many are left does not matter: a link is there for long. Prices are made last.
 *
 * @returns a price for each line, and which of them are sold from for the first time
 * @throws Problem `resource_missing`: an unknown line, price or product
 * @throws Problem `parameter_invalid`: the lines differ in currency, or from what was named
 * @throws Problem as `assertLineChanges` and `reserveUnusedPrices`, and `unsupported_currency`
 */
export async function prepareLines(
  context: Pick<AskContext, 'scope' | 'calls' | 'now'>,
  account: AccountProfile,
  { lineItems, currency, link, fees, idempotencyKey }: RequestedLines,
): Promise<Pick<LinkDependencies, 'offers' | 'firstUses'>> {
  const { calls, now } = context;
  const known = link?.lineItems ?? [];
  const prices = pricesOfChanges(known, lineItems);
  const found = (await fetchOffers(prices, calls)).map((offer) => offer && { ...offer, available: null });
  const currencies = prices.map(({ priceData }, index) => {
    const own = found[index]?.price.currency ?? priceData?.currency;
    if (!own) throw new Error('bug: a line with neither price nor priceData');
    return own;
  });
  const common = commonCurrency(currencies, currency);
  if (currency === undefined && link && link.currency !== common)
    throw new Problem('parameter_invalid', `The line items must be in ${link.currency}, or name another currency.`, {
      param: 'lineItems[0].price',
    });
  const { currency: processing, exchange } = await lockExchangeRate(context, account, common);
  const methods = offeredMethods(account, processing, undefined);
  const lines = assertLineChanges(known, lineItems, found, {
    now,
    mode: 'payment',
    currency: undefined,
    isHeld: false,
  });
  const amountStep = amountStepOf(context.scope.livemode, processing);
  const feeConfig = { ...fees, source: 'payment_link' } as const;
  assertNetTotal(lines, [], methods, { ...plainRules(processing), exchange, feeConfig, amountStep });
  const made = await createOffers(prices, found, calls, idempotencyKey);
  return { offers: made, firstUses: await reserveUnusedPrices(found, calls) };
}

/**
 * The lines of a link with every amount filled in, in the currency of its prices, and what is computed from them. Where
 * that is not processed, each checkout locks a rate of its own.
 *
 * @param offers from {@link prepareLines}
 * @throws Problem `amount_invalid`: more than one payment can be
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

/** @throws Problem `parameter_invalid`: a link cannot end before now */
export function assertExpiry(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && new Date(expiresAt) <= now)
    throw new Problem('parameter_invalid', 'expiresAt must be in the future.', { param: 'expiresAt' });
}

/** How long a configuration waits for the event that says what the link became of, milliseconds. */
const undecidedMs = 24 * 60 * 60_000;

/**
 * Makes sure of the payment method configuration that a link shall have. It cannot be deleted for a day; once the link's
 * event was heard, not until the link names another.
 *
 * @throws Problem `resource_missing`
 */
export async function reserveConfiguration(
  id: string | null | undefined,
  { calls, now }: Pick<AskContext, 'calls' | 'now'>,
  linkId: string,
): Promise<void> {
  if (id === undefined || id === null) return;
  await fetchConfiguration(id, calls, { id: linkId, expiresAt: new Date(now.getTime() + undecidedMs) });
}
