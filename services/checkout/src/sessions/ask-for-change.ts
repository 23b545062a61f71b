import { isDeepStrictEqual } from 'node:util';
import type { UpdateCheckoutSession } from '@mizan/contracts';
import { resourceMissing, type LoadContext, type Reader } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { applyDiscounts, checkStillReached, type Discounting } from '../discounts/apply-discounts.ts';
import type { DiscountableCart } from '../discounts/check-discount.ts';
import { findDiscounts, type WantedDiscount } from '../discounts/find-discounts.ts';
import { tracesOf } from '../discounts/buyer-marks.ts';
import { pricingCurrencyOf, rulesOf } from '../pricing/session-pricing.ts';
import { changeSession, type ChangeFacts } from './change-session.ts';
import { checkChanges, pricesOfChanges } from './change-lines.ts';
import { checkChangeable } from './check-changeable.ts';
import { checkConfirmation } from './check-confirmation.ts';
import { checkSetupChange } from './ask-for-setup.ts';
import { checkFixed, wantedDiscounts, wantedTypes } from './check-fixed.ts';
import { checkReturnUrls } from './check-urls.ts';
import { checkNetTotal, findCustomer, sumOf } from './create-session.ts';
import { configurationFor, findConfiguration } from './method-configuration.ts';
import { createOffers, findOffers } from './offer-lines.ts';
import { methodsOf, offeredMethods, payableMethods } from './payment-methods.ts';
import { reserveUnused } from './price-uses.ts';
import { findSession } from './session-rows.ts';
import { isWaiting } from './session-state.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

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
 * @throws Problem as `checkSetupChange` and `checkChangeable`
 * @throws Problem as `checkFixed`, `checkChanges`, `findDiscounts`, `applyDiscounts` and `reserveUnused`
 */
export async function askForChange(
  accounts: Accounts,
  rendering: Rendering,
  context: LoadContext,
  { params, body, idempotencyKey }: ChangeInput,
  discounting: Discounting,
): Promise<ChangeFacts> {
  const { reader, calls, now } = context;
  const session = await findSession(reader, params.id);
  if (!session) throw resourceMissing();
  checkSetupChange(session, body);
  const prices = body.lineItems ? pricesOfChanges(session.lineItems, body.lineItems) : [];
  const [found, customer, configuration, account, wanted] = await Promise.all([
    findOffers(prices, calls),
    newCustomer(session, body, calls),
    newConfiguration(session, body, calls),
    wantedTypes(body) || namesAnother(session, body) ? accounts.get(context) : undefined,
    wantedDiscounts(body) && findDiscounts(reader, wantedDiscounts(body) ?? []),
  ]);

  checkChangeable(session, now);
  checkFixed(toSessionResource(session, rendering, now), body);
  checkConfirmation(body.paymentIntentData, session.livemode);
  checkReturnUrls(
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
        wantedTypes(body),
        configuration ?? session.settings.methodConfiguration,
      )
    : methodsOf(session);
  const methodTypes = account && methods.map(({ type }) => type);
  const pricing = pricingCurrencyOf(session);
  const isHeld = isWaiting(session);
  const lines = body.lineItems?.length
    ? checkChanges(session.lineItems, body.lineItems, found, {
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
  if (!discounts && body.lineItems) await checkStillReached(reader, session.discounts, cart);
  if (discounts ?? body.lineItems ?? methodTypes ?? body.captureMethod ?? body.feeConfig) {
    const payable = payableMethods(methods, told.settings.captureMethod);
    checkNetTotal(lines, discounts ?? session.discounts, payable, rulesOf(told));
  }

  const offers = await createOffers(prices, found, calls, idempotencyKey);
  const firstUses = await reserveUnused(found, calls);
  return { offers, customer, discounts, configuration, firstUses, methodTypes };
}

const noFacts: ChangeFacts = {
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
  wanted: readonly WantedDiscount[],
  cart: DiscountableCart,
  session: Session,
  discounting: Discounting,
) => applyDiscounts(reader, wanted, cart, tracesOf(session), discounting);

const isSame = (wanted: readonly WantedDiscount[], discounts: Session['discounts']): boolean =>
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
  calls: LoadContext['calls'],
): Promise<ChangeFacts['configuration']> {
  if (!namesAnother(session, body)) return undefined;
  return configurationFor(await findConfiguration(body.paymentMethodConfigurationId, calls, session), session.currency);
}

/** The customer that is newly chosen; null when none is any more; undefined when that stays. */
async function newCustomer(
  session: Session,
  { customerId }: UpdateCheckoutSession,
  calls: LoadContext['calls'],
): Promise<ChangeFacts['customer']> {
  if (customerId === undefined || customerId === session.customerId) return undefined;
  return customerId === null ? null : findCustomer({ customerId }, calls);
}
