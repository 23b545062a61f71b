import { isDeepStrictEqual } from 'node:util';
import type { UpdateCheckoutSession } from '@mizan/contracts';
import { resourceMissing, type AskContext, type Reader } from '@mizan/service-kit';
import type { Accounts } from '../config.ts';
import { applyDiscounts, assertMinimumsStillReached, type Discounting } from '../discounts/apply-discounts.ts';
import type { DiscountableCart } from '../discounts/assert-discount.ts';
import { buyerIdentifiersOf } from '../discounts/buyer-marks.ts';
import { findDiscounts, type RequestedDiscount } from '../discounts/find-discounts.ts';
import { assertConfirmationMethod, assertReturnUrls } from '../session/assert-settings.ts';
import { assertLineChanges, pricesOfChanges } from '../session/change-lines.ts';
import { createOffers, fetchOffers, reserveUnusedPrices } from '../session/line-prices.ts';
import {
  configurationFor,
  fetchConfiguration,
  methodsOf,
  offeredMethods,
  payableMethods,
} from '../session/payment-methods.ts';
import { pricingCurrencyOf, rulesOf } from '../session/session-pricing.ts';
import { findSession } from '../session/session-rows.ts';
import { isWaiting } from '../session/session-state.ts';
import { toSessionResource, type Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { assertUpdatable, assertFixedFields, requestedDiscounts, requestedTypes } from './assert-update.ts';
import { changeSession, type UpdateDependencies } from './change-session.ts';
import { assertNetTotal } from '../session/assert-total.ts';
import { sumOf } from '../session/assert-total.ts';
import { fetchCustomer } from '../customers/customers.ts';
import { assertSetupUpdate } from './prepare-setup-session.ts';

interface ChangeInput {
  readonly params: { readonly id: string };
  readonly body: UpdateCheckoutSession;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks everything that a change of a session depends on, before any transaction, and refuses what cannot be: first what
 * does not exist, then what the session's state forbids, then what does not fit together. Prices are made, and reserved, last.
 *
 * @throws Problem `resource_missing`: no such session, line, price, product, customer or payment method configuration
 * @throws Problem as `assertSetupUpdate` and `assertUpdatable`
 * @throws Problem as `assertFixedFields`, `assertLineChanges`, `findDiscounts`, `applyDiscounts` and `reserveUnusedPrices`
 */
export async function prepareSessionUpdate(
  accounts: Accounts,
  rendering: Rendering,
  context: AskContext,
  { params, body, idempotencyKey }: ChangeInput,
  discounting: Discounting,
): Promise<UpdateDependencies> {
  const { reader, calls, now } = context;
  const session = await findSession(reader, params.id);
  if (!session) throw resourceMissing();
  assertSetupUpdate(session, body);
  const prices = body.lineItems ? pricesOfChanges(session.lineItems, body.lineItems) : [];
  const [found, customer, configuration, account, wanted] = await Promise.all([
    fetchOffers(prices, calls),
    newCustomer(session, body, calls),
    newConfiguration(session, body, calls),
    requestedTypes(body) || namesAnother(session, body) ? accounts.get(context) : undefined,
    requestedDiscounts(body) && findDiscounts(reader, requestedDiscounts(body) ?? []),
  ]);

  assertUpdatable(session, now);
  assertFixedFields(toSessionResource(session, rendering, now), body);
  assertConfirmationMethod(body.paymentIntentData, session.livemode);
  assertReturnUrls(
    {
      afterCompletion: body.afterCompletion ?? { type: 'hosted_confirmation' },
      cancelUrl: body.cancelUrl ?? undefined,
    },
    session.livemode,
  );
  const methods = account
    ? offeredMethods(
        account,
        session.currency,
        requestedTypes(body),
        configuration ?? session.settings.methodConfiguration,
      )
    : methodsOf(session);
  const methodTypes = account && methods.map(({ type }) => type);
  const pricing = pricingCurrencyOf(session);
  const isHeld = isWaiting(session);
  const lines = body.lineItems?.length
    ? assertLineChanges(session.lineItems, body.lineItems, found, {
        now,
        mode: session.settings.mode,
        currency: pricing,
        isHeld,
      })
    : session.lineItems.map(({ product, amountSubtotal, presentmentDetails }) => ({
        productId: product.id,
        subtotal: presentmentDetails?.amountSubtotal ?? amountSubtotal,
      }));
  const told = {
    ...session,
    ...changeSession(session, restOf(body), { ...noFacts, customer, configuration, methodTypes }),
  };
  const cart = { currency: pricing, amountSubtotal: sumOf(lines), sessionId: session.id };
  const discounts =
    wanted && !isSame(wanted, session.discounts) ? await apply(reader, wanted, cart, told, discounting) : undefined;
  if (!discounts && body.lineItems) await assertMinimumsStillReached(reader, session.discounts, cart);
  if (discounts ?? body.lineItems ?? methodTypes ?? body.captureMethod ?? body.feeConfig) {
    const payable = payableMethods(methods, told.settings.captureMethod);
    assertNetTotal(lines, discounts ?? session.discounts, payable, rulesOf(told));
  }

  const offers = await createOffers(prices, found, calls, idempotencyKey);
  const firstUses = await reserveUnusedPrices(found, calls);
  return { offers, customer, discounts, configuration, firstUses, methodTypes };
}

const noFacts: UpdateDependencies = {
  offers: [],
  customer: undefined,
  discounts: undefined,
  firstUses: [],
  methodTypes: undefined,
};

/** What of a change concerns neither lines nor discounts. */
const restOf = (body: UpdateCheckoutSession): UpdateCheckoutSession => ({
  ...body,
  lineItems: undefined,
  discounts: undefined,
});

const apply = (
  reader: Reader,
  wanted: readonly RequestedDiscount[],
  cart: DiscountableCart,
  session: Session,
  discounting: Discounting,
) => applyDiscounts(reader, wanted, cart, buyerIdentifiersOf(session), discounting);

const isSame = (wanted: readonly RequestedDiscount[], discounts: Session['discounts']): boolean =>
  isDeepStrictEqual(
    wanted.map(({ coupon, code }) => [coupon.id, code?.id ?? null]),
    discounts.map(({ coupon, promotionCodeId }) => [coupon.id, promotionCodeId]),
  );

const namesAnother = ({ settings }: Session, { paymentMethodConfigurationId: id }: UpdateCheckoutSession): boolean =>
  id !== undefined && id !== settings.methodConfiguration?.id;

/** The payment method configuration that is newly named; undefined when that stays. */
async function newConfiguration(
  session: Session,
  body: UpdateCheckoutSession,
  calls: AskContext['calls'],
): Promise<UpdateDependencies['configuration']> {
  if (!namesAnother(session, body)) return undefined;
  return configurationFor(
    await fetchConfiguration(body.paymentMethodConfigurationId, calls, session),
    session.currency,
  );
}

/** The customer that is newly chosen; null when none is any more; undefined when that stays. */
async function newCustomer(
  session: Session,
  { customerId }: UpdateCheckoutSession,
  calls: AskContext['calls'],
): Promise<UpdateDependencies['customer']> {
  if (customerId === undefined || customerId === session.customerId) return undefined;
  return customerId === null ? null : fetchCustomer({ customerId }, calls);
}
