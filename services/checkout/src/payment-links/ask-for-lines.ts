import type { AccountFeeConfig, AccountProfile, CheckoutPrice, Currency, LineItemChange } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import { lockExchange } from '../pricing/lock-exchange.ts';
import { amountStepOf, plainRules } from '../pricing/session-pricing.ts';
import { changedLines, checkChanges, pricesOfChanges } from '../sessions/change-lines.ts';
import { commonCurrency } from '../sessions/check-lines.ts';
import { checkNetTotal } from '../sessions/create-session.ts';
import { createOffers, findOffers } from '../sessions/offer-lines.ts';
import { offeredMethods } from '../sessions/payment-methods.ts';
import { reserveUnused } from '../sessions/price-uses.ts';
import { totalCart } from '../sessions/total-cart.ts';
import type { LinkFacts } from './create-payment-link.ts';
import type { Link } from './link.ts';

/** The lines that a link shall have, and what the link has now. */
export interface WantedLines {
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
 * @throws Problem as `checkChanges` and `reserveUnused`, and `unsupported_currency`
 */
export async function askForLines(
  context: Pick<LoadContext, 'scope' | 'calls' | 'now'>,
  account: AccountProfile,
  { lineItems, currency, link, fees, idempotencyKey }: WantedLines,
): Promise<Pick<LinkFacts, 'offers' | 'firstUses'>> {
  const { calls, now } = context;
  const known = link?.lineItems ?? [];
  const prices = pricesOfChanges(known, lineItems);
  const found = (await findOffers(prices, calls)).map((offer) => offer && { ...offer, available: null });
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
  const { currency: processing, exchange } = await lockExchange(context, account, common);
  const methods = offeredMethods(account, processing, undefined);
  const lines = checkChanges(known, lineItems, found, { now, mode: 'payment', currency: undefined, isHeld: false });
  const amountStep = amountStepOf(context.scope.livemode, processing);
  const feeConfig = { ...fees, source: 'payment_link' } as const;
  checkNetTotal(lines, [], methods, { ...plainRules(processing), exchange, feeConfig, amountStep });
  const made = await createOffers(prices, found, calls, idempotencyKey);
  return { offers: made, firstUses: await reserveUnused(found, calls) };
}

/**
 * The lines of a link with every amount filled in, in the currency of its prices, and what is computed from them. Where
 * that is not processed, each checkout locks a rate of its own.
 *
 * @param offers from {@link askForLines}
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
export function checkExpiry(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && new Date(expiresAt) <= now)
    throw new Problem('parameter_invalid', 'expiresAt must be in the future.', { param: 'expiresAt' });
}
