import type {
  CheckoutPrice,
  CheckoutSession,
  CreateCheckoutSession,
  Currency,
  FeeConfigInput,
  SessionCustomer,
  SessionPaymentMethod,
} from '@mizan/contracts';
import { AmountOutOfRange, maxAmount } from '@mizan/money';
import { newId, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { applyDiscounts, type Discounting } from '../discounts/apply-discounts.ts';
import type { CouponLine } from '../discounts/discount-lines.ts';
import { findDiscounts } from '../discounts/find-discounts.ts';
import { resolveFeeConfig } from '../pricing/fee-config.ts';
import { lockExchange } from '../pricing/lock-exchange.ts';
import { amountStepOf, type PricingRules } from '../pricing/session-pricing.ts';
import { totalLines } from '../pricing/total-lines.ts';
import { checkConfirmation } from './check-confirmation.ts';
import {
  checkAdjustable,
  checkCustomAmount,
  checkInStock,
  checkOnSale,
  checkRecurrence,
  commonCurrency,
  type WantedLine,
} from './check-lines.ts';
import { checkReturnUrls } from './check-urls.ts';
import { toLineItem } from './line-item.resource.ts';
import { configurationFor, findConfiguration } from './method-configuration.ts';
import { createOffers, findOffers } from './offer-lines.ts';
import { offeredMethods, payableMethods } from './payment-methods.ts';
import { newSessionId, openSession, type SessionFacts } from './open-session.ts';
import { publishUses, reserveUnused } from './price-uses.ts';
import { insertSession } from './session-rows.ts';
import type { Session } from './session.ts';
import { toSessionEvent, toSessionResource, type Rendering } from './session.resource.ts';
import { amountTooLarge, checkTotal, totalCart, unitAmountOf } from './total-cart.ts';

interface CreateInput {
  readonly body: CreateCheckoutSession;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks everything that a new session depends on, before any transaction, and refuses what cannot be sold: first what
 * does not exist, then what is not on sale, then what does not fit together.
 *
 * @param discounting absent where nobody can give discounts
 * @param linkFeeConfig of the payment link that opens it
 * @throws Problem `merchant_not_activated`: live mode without a provider
 * @throws Problem `resource_missing`: an unknown price, product, customer or payment method configuration
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired` | `price_sold_out`
 * @throws Problem `price_recurring_not_supported` | `parameter_invalid` | `amount_invalid`
 * @throws Problem as `lockExchange` and `resolveFeeConfig`
 * @throws Problem as `findDiscounts`, `applyDiscounts` and `reserveUnused`
 */
export async function askForSession(
  accounts: Accounts,
  context: LoadContext,
  { body, idempotencyKey }: CreateInput,
  discounting?: Discounting,
  linkFeeConfig?: FeeConfigInput,
): Promise<SessionFacts> {
  const { scope, now, calls } = context;
  const account = await accounts.get(context);
  if (scope.livemode && !account.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
  checkReturnUrls(body, scope.livemode);
  checkConfirmation(body.paymentIntentData, scope.livemode);

  const asked = findCustomer(body, calls);
  asked.catch(() => undefined); // awaited below; a missing price is reported before a missing customer
  const id = newSessionId(scope);
  const expiresAt = new Date(now.getTime() + body.expiresAfterMinutes * 60_000);
  const configured = findConfiguration(body.paymentMethodConfigurationId, calls, { id, expiresAt });
  configured.catch(() => undefined); // likewise
  const found = await findOffers(body.lineItems, calls);
  const customer = await asked;
  const configuration = await configured;
  const wanted = await findDiscounts(context.reader, body.discounts);

  checkSellable(body, found, now);
  const { currency: pricing, lines } = checkTogether(body, found);
  const feeConfig = resolveFeeConfig(account.feeConfig, { payment_link: linkFeeConfig, session: body.feeConfig });
  const { currency, exchange } = await lockExchange(context, account, pricing);
  const limits = configurationFor(configuration, currency);
  const methods = offeredMethods(account, currency, body.paymentMethodTypes, limits);
  const rules = { currency, exchange, feeConfig, chosen: null, amountStep: amountStepOf(scope.livemode, currency) };
  const cart = { currency: pricing, amountSubtotal: sumOf(lines) };
  const buyer = { customer, details: body.customerDetails ?? null };
  if (!discounting && wanted.length > 0) throw new Error('bug: discounts where nobody can give them');
  const discounts = discounting ? await applyDiscounts(context.reader, wanted, cart, buyer, discounting) : [];
  checkNetTotal(lines, discounts, payableMethods(methods, body.captureMethod), rules);
  const offers = await createOffers(body.lineItems, found, calls, idempotencyKey);
  const firstUses = await reserveUnused(found, calls);

  const items = offers.map((offer, index) => toLine(body, offer, index));
  const facts = { id, configuration, account, customer, methods, discounts, feeConfig, firstUses };
  return { ...facts, cart: totalCart(items, discounts, rules) };
}

/**
 * Writes the session that {@link askForSession} allowed, with its event.
 *
 * @returns the session as the merchant's API shows it
 */
export async function createSession(
  rendering: Rendering,
  tx: Tx,
  body: CreateCheckoutSession,
  facts: SessionFacts,
): Promise<CheckoutSession> {
  const session = openSession(tx, body, facts);
  await insertSession(tx, session);
  const resource = toSessionResource(session, rendering, tx.now);
  tx.emit('checkout.session.created', { object: toSessionEvent(resource), version: session.version });
  publishUses(tx, session.id, facts.firstUses ?? []);
  return resource;
}

/**
 * The customer that the merchant names, if any.
 *
 * @throws Problem `resource_missing`
 */
export async function findCustomer(
  { customerId }: { readonly customerId?: string | undefined },
  calls: LoadContext['calls'],
): Promise<SessionCustomer | null> {
  if (customerId === undefined) return null;
  const { customer } = await calls.getCustomerSummary({ customerId }).catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    throw new Problem('resource_missing', 'No such customer.', { param: 'customerId', cause: thrown });
  });
  return customer;
}

function checkSellable(body: CreateCheckoutSession, found: readonly (CheckoutPrice | undefined)[], now: Date): void {
  const lines = found.flatMap((offer, index): WantedLine[] => {
    const quantity = offer?.price.type === 'CUSTOM' ? 1 : (body.lineItems[index]?.quantity ?? 1);
    return offer ? [{ param: `lineItems[${index}]`, offer, quantity }] : [];
  });
  for (const line of lines) checkOnSale(line, now);
  checkInStock(lines);
}

function checkTogether(
  body: CreateCheckoutSession,
  found: readonly (CheckoutPrice | undefined)[],
): { currency: Currency; lines: CouponLine[] } {
  const prices = body.lineItems.map((item, index) => {
    const param = `lineItems[${index}]`;
    const price = found[index]?.price ?? asPrice(item.priceData);
    checkAdjustable(`${param}.quantity`, item.adjustableQuantity, item.quantity);
    if (item.customAmount !== undefined)
      checkCustomAmount(`${param}.customAmount`, price.customUnitAmount, item.customAmount);
    return price;
  });
  checkRecurrence(
    body.mode,
    prices.map(({ type }) => type),
  );
  const currency = commonCurrency(
    prices.map((price) => price.currency),
    body.currency,
  );
  const lines = prices.map((price, index): CouponLine => {
    const { quantity = 1, customAmount, priceData } = body.lineItems[index] ?? {};
    const pieces = price.type === 'CUSTOM' ? 1 : quantity;
    return {
      productId: found[index]?.product.id ?? priceData?.product,
      subtotal: unitAmountOf(price, customAmount) * pieces,
    };
  });
  return { currency, lines };
}

/** The sum of lines, which may be beyond what one amount can be: {@link checkNetTotal} refuses those. */
export const sumOf = (lines: readonly CouponLine[]): number => lines.reduce((sum, { subtotal }) => sum + subtotal, 0);

/** @throws Problem `amount_invalid`: no offered method takes what the discounts leave and VAT adds, or no payment can be as large */
export function checkNetTotal(
  lines: readonly CouponLine[],
  discounts: Session['discounts'],
  methods: readonly SessionPaymentMethod[],
  rules: PricingRules,
): void {
  let amountTotal: number;
  try {
    ({ amountTotal } = totalLines(lines, discounts, { ...rules, chosen: null }).processing);
  } catch (thrown) {
    throw thrown instanceof AmountOutOfRange ? tooLarge(lines, thrown) : thrown;
  }
  checkTotal(amountTotal, methods, rules);
}

function tooLarge(lines: readonly CouponLine[], cause: AmountOutOfRange): Problem {
  const line = lines.findIndex(({ subtotal }) => subtotal > maxAmount);
  return amountTooLarge(line < 0 ? 'lineItems' : `lineItems[${line}].quantity`, cause);
}

/** A price that is yet to be created, as far as a cart needs to know it. */
export function asPrice(data: CreateCheckoutSession['lineItems'][number]['priceData']) {
  if (!data) throw new Error('bug: a line with neither price nor priceData');
  return { type: data.type, currency: data.currency, unitAmount: data.unitAmount, customUnitAmount: null };
}

function toLine(body: CreateCheckoutSession, offer: CheckoutPrice, index: number) {
  const { quantity = 1, adjustableQuantity, customAmount } = body.lineItems[index] ?? {};
  return toLineItem(newId('li'), offer, { quantity, adjustableQuantity, customAmount });
}
