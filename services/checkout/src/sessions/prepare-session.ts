import type {
  CheckoutPrice,
  CreateCheckoutSession,
  Currency,
  FeeConfig,
  FeeConfigInput,
  LiveMethod,
  SessionPaymentMethod,
} from '@mizan/contracts';
import { newId, Problem, type LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { applyDiscounts } from '../discounts/apply-discounts.ts';
import { findDiscounts } from '../discounts/find-discounts.ts';
import {
  assertAdjustableType,
  assertQuantity,
  assertCustomAmount,
  assertInStock,
  assertOnSale,
  assertRecurrence,
  commonCurrency,
  type RequestedLine,
} from '../session/assert-lines.ts';
import { assertConfirmationMethod, assertReturnUrls } from '../session/assert-settings.ts';
import { resolveFeeConfig } from '../session/fee-config.ts';
import { toLineItem } from '../session/line-item.resource.ts';
import { createOffers, fetchOffers, reserveUnusedPrices } from '../session/line-prices.ts';
import { assertSomeLive, fetchLiveMethods, liveMethodsFor, noMethodFor } from '../session/live-methods.ts';
import { lockExchangeRate } from '../session/lock-exchange-rate.ts';
import { newSessionId, type SessionDependencies } from '../session/new-session.ts';
import {
  acceptedTypes,
  configurationFor,
  fetchConfigurationOrDefault,
  offeredMethods,
  payableMethodsOf,
  type PayableMethod,
} from '../session/payment-methods.ts';
import { amountStepsOf } from '../session/session-pricing.ts';
import type { MethodConfiguration } from '../session/session.ts';
import { totalCart, unitAmountOf } from '../session/total-cart.ts';
import { type CouponLine } from '../session/total-lines.ts';
import { priceOfData } from '../session/change-lines.ts';
import { fetchCustomer } from '../customers/customers.ts';
import { assertNetTotal, sumOf } from '../session/assert-total.ts';

interface CreateInput {
  readonly body: CreateCheckoutSession;
  readonly idempotencyKey: string | undefined;
  /** Of the payment link that opens the session. */
  readonly linkFeeConfig?: FeeConfigInput | undefined;
}

/**
 * Loads everything that a new session depends on, before any transaction, and refuses what cannot be sold: first what
 * does not exist, then what is not on sale, then what does not fit together.
 *
 * @throws Problem `merchant_not_activated`: live payments are off, or no method can be taken in the currency
 * @throws Problem `resource_missing`: an unknown price, product, customer or payment method configuration
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired` | `price_sold_out`
 * @throws Problem `price_recurring_not_supported` | `parameter_invalid` | `amount_invalid`
 * @throws Problem as `lockExchangeRate` and `resolveFeeConfig`
 * @throws Problem as `findDiscounts`, `applyDiscounts` and `reserveUnusedPrices`
 */
export async function prepareSession(
  context: LoadContext,
  app: App,
  { body, idempotencyKey, linkFeeConfig }: CreateInput,
): Promise<SessionDependencies> {
  const { scope, now, calls } = context;
  const account = await app.accounts.get(context);
  if (scope.livemode && !account.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
  assertReturnUrls(body, scope.livemode);

  const customerFetched = body.customerId === undefined ? null : fetchCustomer(calls, body.customerId);
  customerFetched?.catch(() => undefined); // awaited below; a missing price is reported before a missing customer
  const id = newSessionId(scope);
  const expiresAt = new Date(now.getTime() + body.expiresAfterMinutes * 60_000);
  const source = { context, defaults: app.defaultConfigurations };
  const named = body.paymentMethodConfigurationId;
  const configurationFetched = fetchConfigurationOrDefault(named, source, { id, expiresAt });
  configurationFetched.catch(() => undefined); // likewise
  const found = await fetchOffers(body.lineItems, calls);
  const customer = await customerFetched;
  const configuration = await configurationFetched;
  const requested = await findDiscounts(context.reader, body.discounts);

  assertSellable(body, found, now);
  const { currency: pricing, lines } = assertCompatible(body, found);
  const feeConfig = resolveFeeConfig(account.feeConfig, { payment_link: linkFeeConfig, session: body.feeConfig });
  const { currency, exchange } = await lockExchangeRate(context, account, pricing);
  const limits = configurationFor(configuration, currency);
  const requestedTypes = body.paymentMethodTypes;
  const methods = offeredMethods({ account, currency, requested: requestedTypes, configuration: limits });
  const live = await fetchLiveMethods(app, context);
  assertConfirmationMethod(body.paymentIntentData, live, currency);
  assertSomeLive(live, { currency, accepted: acceptedTypes(account, currency), offered: methods });
  const liveMethods = liveMethodsFor(live, {
    currency,
    methodTypes: methods.map(({ type }) => type),
    captureMethod: body.captureMethod,
    confirmationMethod: body.paymentIntentData?.confirmationMethod ?? 'automatic',
  });
  const payable = payableNow({ currency, methods, liveMethods, limits, feeConfig, body });
  if (payable.length === 0 && found.some((offer) => offer?.price.type === 'CUSTOM')) throw noMethodFor(currency);
  const steps = amountStepsOf({ livemode: scope.livemode, currency, liveMethods });
  const rules = { currency, exchange, feeConfig, chosen: null, steps };
  const cart = { currency: pricing, amountSubtotal: sumOf(lines) };
  const buyer = { customer, details: body.customerDetails ?? null };
  const discounts = await applyDiscounts(context.reader, app, { requested, cart, buyer });
  assertNetTotal({ lines, discounts, methods: payable, rules });
  const offers = await createOffers(calls, { items: body.lineItems, offers: found, idempotencyKey });
  const firstUses = await reserveUnusedPrices(found, calls);

  const items = offers.map((offer, index) => toLine(body, offer, index));
  const loaded = { id, configuration, account, customer, methods, live, discounts, feeConfig, firstUses };
  return { ...loaded, cart: totalCart(items, discounts, rules) };
}

interface NewOffer {
  readonly currency: Currency;
  readonly methods: readonly SessionPaymentMethod[];
  readonly liveMethods: readonly LiveMethod[] | undefined;
  readonly limits: MethodConfiguration;
  readonly feeConfig: FeeConfig;
  readonly body: Pick<CreateCheckoutSession, 'captureMethod'>;
}

/** The methods that can pay the session now; none where live mode has none. */
function payableNow({ currency, methods, liveMethods, limits, feeConfig, body }: NewOffer): PayableMethod[] {
  const methodTypes = methods.map(({ type }) => type);
  const { captureMethod } = body;
  const offer = { methodTypes, methodConfiguration: limits, captureMethod, feeConfig };
  return payableMethodsOf({ currency, settings: { ...offer, ...(liveMethods && { liveMethods }) } });
}

type Found = readonly (CheckoutPrice | undefined)[];

function assertSellable(body: CreateCheckoutSession, found: Found, now: Date): void {
  const lines = found.flatMap((offer, index): RequestedLine[] => {
    const quantity = offer?.price.type === 'CUSTOM' ? 1 : (body.lineItems[index]?.quantity ?? 1);
    return offer ? [{ param: `lineItems[${index}]`, offer, quantity }] : [];
  });
  for (const line of lines) assertOnSale(line, now);
  assertInStock(lines);
}

function assertCompatible(body: CreateCheckoutSession, found: Found) {
  const prices = body.lineItems.map((item, index) => {
    const param = `lineItems[${index}]`;
    const price = found[index]?.price ?? priceOfData(item.priceData);
    assertAdjustableType(`${param}.adjustableQuantity`, price.type, item.adjustableQuantity);
    assertQuantity(`${param}.quantity`, item.adjustableQuantity, item.quantity);
    if (item.customAmount !== undefined)
      assertCustomAmount(`${param}.customAmount`, price.customUnitAmount, item.customAmount);
    return price;
  });
  const types = prices.map(({ type }) => type);
  assertRecurrence(body.mode, types);
  const currencies = prices.map((price) => price.currency);
  const currency = commonCurrency(currencies, body.currency);
  const lines = prices.map((price, index): CouponLine => {
    const { quantity = 1, customAmount, priceData } = body.lineItems[index] ?? {};
    const pieces = price.type === 'CUSTOM' ? 1 : quantity;
    const productId = found[index]?.product.id ?? priceData?.product;
    return { productId, subtotal: unitAmountOf(price, customAmount) * pieces };
  });
  return { currency, lines };
}

function toLine(body: CreateCheckoutSession, offer: CheckoutPrice, index: number) {
  const { quantity = 1, adjustableQuantity, customAmount } = body.lineItems[index] ?? {};
  return toLineItem(newId('li'), offer, { quantity, adjustableQuantity, customAmount });
}
