import { isDeepStrictEqual } from 'node:util';
import type { UpdateCheckoutSession } from '@mizan/contracts';
import type { BoundCalls, LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { fetchCustomer } from '../customers/customers.ts';
import { applyDiscounts, assertMinimumsStillReached } from '../discounts/apply-discounts.ts';
import { buyerIdentifiersOf } from '../discounts/buyer-marks.ts';
import { findDiscounts, type RequestedDiscount } from '../discounts/find-discounts.ts';
import { assertConfirmationMethod, assertReturnUrls } from '../session/assert-settings.ts';
import { assertNetTotal, sumOf } from '../session/assert-total.ts';
import { assertLineChanges, pricesOfChanges, type LineChanges } from '../session/change-lines.ts';
import { createOffers, fetchOffers, reserveUnusedPrices } from '../session/line-prices.ts';
import { assertSomeLive, fetchLiveMethods } from '../session/live-methods.ts';
import {
  acceptedTypes,
  configurationFor,
  fetchConfiguration,
  offeredMethods,
  payableMethodsOf,
} from '../session/payment-methods.ts';
import { pricingCurrencyOf, rulesOf } from '../session/session-pricing.ts';
import { getSession } from '../session/session-rows.ts';
import { isSetup, isWaiting } from '../session/session-state.ts';
import { toSessionResource } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import type { CouponLine } from '../session/total-lines.ts';
import { assertFixedFields, assertUpdatable, requestedDiscounts, requestedTypes } from './assert-update.ts';
import { changedOffer, totalParamOf, type UpdateDependencies } from './change-session.ts';
import { assertSetupUpdate } from './prepare-setup-session.ts';

interface UpdateInput {
  readonly params: { readonly id: string };
  readonly body: UpdateCheckoutSession;
  readonly idempotencyKey: string | undefined;
}

/**
 * Loads everything that a change of a session depends on, before any transaction, and refuses what cannot be: first
 * what does not exist, then what the session's state forbids, then what does not fit together. Prices are created, and
 * reserved, last.
 *
 * @throws Problem `resource_missing`: no such session, line, price, product, customer or payment method configuration
 * @throws Problem as `assertSetupUpdate` and `assertUpdatable`
 * @throws Problem as `assertFixedFields`, `assertLineChanges`, `findDiscounts`, `applyDiscounts` and
 *   `reserveUnusedPrices`
 */
export async function prepareSessionUpdate(
  context: LoadContext,
  app: App,
  { params, body, idempotencyKey }: UpdateInput,
): Promise<UpdateDependencies> {
  const { reader, calls, now } = context;
  const session = await getSession(reader, params.id);
  assertSetupUpdate(session, body);
  const prices = body.lineItems ? pricesOfChanges(session.lineItems, body.lineItems) : [];
  const types = requestedTypes(body);
  const [found, customer, configuration, account, requested] = await Promise.all([
    fetchOffers(prices, calls),
    newCustomer(session, body, calls),
    newConfiguration(session, body, calls),
    types || namesAnother(session, body) ? app.accounts.get(context) : undefined,
    requestedDiscounts(body) && findDiscounts(reader, requestedDiscounts(body) ?? []),
  ]);

  assertUpdatable(session, now);
  assertFixedFields(toSessionResource(session, app, now), body);
  assertReturnUrls(body, session.livemode);
  const limits = configuration ?? session.settings.methodConfiguration;
  const { currency } = session;
  const methods = account && offeredMethods({ account, currency, requested: types, configuration: limits });
  const methodTypes = methods?.map(({ type }) => type);
  const { confirmationMethod } = body.paymentIntentData ?? {};
  const isPriced =
    methodTypes ?? requested ?? body.lineItems ?? body.captureMethod ?? body.feeConfig ?? confirmationMethod;
  const live = isPriced && !isSetup(session) ? await fetchLiveMethods(app, context) : undefined;
  assertConfirmationMethod(body.paymentIntentData, live, currency);
  if (account && methods)
    assertSomeLive(live, { currency, accepted: acceptedTypes(account, currency), offered: methods });
  const lines = linesAfter(session, body, { offers: found, now });
  const changed = changedOffer(session, body, { customer, configuration, methodTypes, live });
  const cart = { currency: pricingCurrencyOf(session), amountSubtotal: sumOf(lines), sessionId: session.id };
  const buyer = buyerIdentifiersOf(changed);
  const isReplaced = requested && !isSame(requested, session.discounts);
  const discounts = isReplaced ? await applyDiscounts(reader, app, { requested, cart, buyer }) : undefined;
  if (!discounts && body.lineItems) await assertMinimumsStillReached(reader, session.discounts, cart);
  if (discounts ?? body.lineItems ?? methodTypes ?? body.captureMethod ?? body.feeConfig ?? confirmationMethod) {
    const payable = payableMethodsOf(changed);
    const order = { lines, discounts: discounts ?? session.discounts, methods: payable, rules: rulesOf(changed) };
    assertNetTotal({ ...order, param: totalParamOf(body) });
  }

  const offers = await createOffers(calls, { items: prices, offers: found, idempotencyKey });
  const firstUses = await reserveUnusedPrices(found, calls);
  return { offers, customer, discounts, configuration, firstUses, methodTypes, live };
}

/** What the lines cost after the change, for discounts and the total. */
function linesAfter(
  session: Session,
  { lineItems: changes }: UpdateCheckoutSession,
  { offers, now }: { readonly offers: LineChanges['offers']; readonly now: Date },
): CouponLine[] {
  if (!changes?.length)
    return session.lineItems.map(({ product, amountSubtotal, presentmentDetails }) => ({
      productId: product.id,
      subtotal: presentmentDetails?.amountSubtotal ?? amountSubtotal,
    }));
  return assertLineChanges(
    { lines: session.lineItems, changes, offers },
    { now, mode: session.settings.mode, currency: pricingCurrencyOf(session), isHeld: isWaiting(session) },
  );
}

const isSame = (requested: readonly RequestedDiscount[], discounts: Session['discounts']): boolean =>
  isDeepStrictEqual(
    requested.map(({ coupon, code }) => [coupon.id, code?.id ?? null]),
    discounts.map(({ coupon, promotionCodeId }) => [coupon.id, promotionCodeId]),
  );

const namesAnother = ({ settings }: Session, { paymentMethodConfigurationId: id }: UpdateCheckoutSession): boolean =>
  id !== undefined && id !== settings.methodConfiguration?.id;

/** The payment method configuration that is newly named; undefined when it does not change. */
async function newConfiguration(session: Session, body: UpdateCheckoutSession, calls: BoundCalls) {
  const { paymentMethodConfigurationId: id } = body;
  if (id === undefined || !namesAnother(session, body)) return undefined;
  const configuration = await fetchConfiguration(id, calls, session);
  return configurationFor(configuration, session.currency);
}

/** The customer that is newly chosen; null when it is removed; undefined when it does not change. */
async function newCustomer(session: Session, { customerId }: UpdateCheckoutSession, calls: BoundCalls) {
  if (customerId === undefined || customerId === session.customerId) return undefined;
  return customerId === null ? null : fetchCustomer(calls, customerId);
}
