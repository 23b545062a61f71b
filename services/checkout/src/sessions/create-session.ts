import type {
  AccountProfile,
  CheckoutPrice,
  CheckoutSession,
  CreateCheckoutSession,
  SessionCustomer,
  SessionPaymentMethod,
} from '@mizan/contracts';
import { newId, Problem, type AskContext, type Tx } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import {
  checkAdjustable,
  checkCustomAmount,
  checkInStock,
  checkOneTime,
  checkOnSale,
  commonCurrency,
  type WantedLine,
} from './check-lines.ts';
import { checkReturnUrls } from './check-urls.ts';
import { toLineItem } from './line-item.resource.ts';
import { createOffers, findOffers } from './offer-lines.ts';
import { offeredMethods } from './payment-methods.ts';
import { openSession, type SessionFacts } from './open-session.ts';
import { insertSession } from './session-rows.ts';
import { toSessionEvent, toSessionResource, type Rendering } from './session.resource.ts';
import { checkTotal, totalCart, unitAmountOf } from './total-cart.ts';

interface CreateInput {
  readonly body: CreateCheckoutSession;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks everything that a new session depends on, before any transaction, and refuses what cannot be sold: first what
 * does not exist, then what is not on sale, then what does not fit together.
 *
 * @throws Problem `merchant_not_activated`: live mode without a provider
 * @throws Problem `resource_missing`: an unknown price, product or customer
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired` | `price_sold_out`
 * @throws Problem `price_recurring_not_supported` | `parameter_invalid` | `unsupported_currency` | `amount_invalid`
 */
export async function askForSession(
  accounts: Accounts,
  context: AskContext,
  { body, idempotencyKey }: CreateInput,
): Promise<SessionFacts> {
  const { scope, now, calls } = context;
  const account = await accounts.get(context);
  if (scope.livemode && !account.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
  checkReturnUrls(body, scope.livemode);

  const asked = findCustomer(body, calls);
  asked.catch(() => undefined); // awaited below; a missing price is reported before a missing customer
  const found = await findOffers(body.lineItems, calls);
  const customer = await asked;

  checkSellable(body, found, now);
  const methods = checkTogether(body, found, account);
  const offers = await createOffers(body.lineItems, found, calls, idempotencyKey);
  offers.forEach((offer, index) => checkOnSale({ param: `lineItems[${index}]`, offer, quantity: 1 }, now));

  return { account, customer, methods, cart: totalCart(offers.map((offer, i) => toLine(body, offer, i))) };
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
  return resource;
}

/**
 * The customer that the merchant names, if any.
 *
 * @throws Problem `resource_missing`
 */
export async function findCustomer(
  { customerId }: { readonly customerId?: string | undefined },
  calls: AskContext['calls'],
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
  account: AccountProfile,
): SessionPaymentMethod[] {
  const prices = body.lineItems.map((item, index) => {
    const param = `lineItems[${index}]`;
    const price = found[index]?.price ?? asPrice(item.priceData);
    checkOneTime(`${param}.price`, price.type);
    checkAdjustable(`${param}.quantity`, item.adjustableQuantity, item.quantity);
    if (item.customAmount !== undefined)
      checkCustomAmount(`${param}.customAmount`, price.customUnitAmount, item.customAmount);
    return price;
  });
  const currency = commonCurrency(
    prices.map((price) => price.currency),
    body.currency,
  );
  const methods = offeredMethods(account, currency, body.paymentMethodTypes);
  const total = prices.reduce((sum, price, index) => {
    const { quantity = 1, customAmount } = body.lineItems[index] ?? {};
    return sum + unitAmountOf(price, customAmount) * (price.type === 'CUSTOM' ? 1 : quantity);
  }, 0);
  if (Number.isSafeInteger(total)) checkTotal(total, methods); // beyond that the exact sum refuses it
  return methods;
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
