import { Problem, type Reader } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { findCoupon } from '../coupons/coupon-rows.ts';
import { findPromotionCode } from '../promotion-codes/promotion-code-rows.ts';
import type { Session, SessionDiscount } from '../session/session.ts';
import { assertDiscount, assertMinimums, type DiscountableCart } from './assert-discount.ts';
import { buyerIdentifiersOf, identifyBuyer, type BuyerIdentifiers } from './buyer-marks.ts';
import { findEnteredCode, toPending, type RequestedDiscount } from './find-discounts.ts';

/** Discounts that the merchant requests for a cart, and what is known about its buyer. */
interface NewDiscounts {
  readonly requested: readonly RequestedDiscount[];
  readonly cart: DiscountableCart;
  readonly buyer: BuyerIdentifiers;
}

/**
 * The discounts of a new cart, or of one whose discounts the merchant replaces.
 *
 * @throws Problem as {@link assertDiscount}; `too_many_discounts`: more than one checkout may carry, or one coupon twice
 */
export async function applyDiscounts(
  reader: Reader,
  app: App,
  { requested, cart, buyer: identifiers }: NewDiscounts,
): Promise<SessionDiscount[]> {
  if (requested.length === 0) return [];
  const buyer = identifyBuyer(app, reader.scope, identifiers);
  for (const each of requested) await assertDiscount(reader, { requested: each, cart, buyer });
  const coupons = new Set(requested.map(({ coupon }) => coupon.id));
  const most = app.maxDiscounts === 1 ? 'one entry' : `${app.maxDiscounts} entries, of different coupons`;
  const limit = `discounts may have at most ${most}.`;
  if (requested.length > app.maxDiscounts || coupons.size < requested.length)
    throw new Problem('too_many_discounts', limit, { param: 'discounts' });
  return requested.map((each) => toPending(each, reader.now));
}

/** A promotion code as the buyer enters or removes it. */
interface EnteredCode {
  readonly session: Pick<Session, 'discounts' | 'settings' | 'customerId' | 'customer' | 'customerDetails'>;
  /** Null removes the code; undefined leaves the discounts as they are. */
  readonly text: string | null | undefined;
  readonly cart: DiscountableCart;
}

/**
 * The discounts of a session after its buyer entered or removed a promotion code. A code replaces the one before; coupons
 * that the merchant's server applied are kept.
 *
 * @throws Problem `promotion_codes_not_allowed` | `promotion_code_not_found`
 * @throws Problem as {@link assertDiscount}; `too_many_discounts` when the merchant's coupons leave no room
 */
export async function changePromotionCode(
  reader: Reader,
  app: App,
  { session, text, cart }: EnteredCode,
): Promise<readonly SessionDiscount[]> {
  if (text === undefined) return session.discounts;
  const param = 'promotionCode';
  const kept = session.discounts.filter(({ promotionCodeId }) => promotionCodeId === null);
  if (text === null) return kept;
  if (!session.settings.allowPromotionCodes)
    throw new Problem('promotion_codes_not_allowed', 'This checkout does not accept promotion codes.', { param });
  const requested = await findEnteredCode(reader, text, param);
  const buyer = identifyBuyer(app, reader.scope, buyerIdentifiersOf(session));
  await assertDiscount(reader, { requested, cart, buyer });
  if (kept.length >= app.maxDiscounts || kept.some(({ coupon }) => coupon.id === requested.coupon.id))
    throw new Problem('too_many_discounts', 'This checkout has a discount already.', { param });
  return [...kept, toPending(requested, reader.now)];
}

/**
 * Refuses a changed cart below the minimum amounts of its discounts. A deleted coupon is left to the confirm.
 *
 * @throws Problem `promotion_code_minimum_amount` | `coupon_minimum_amount`
 */
export async function assertMinimumsStillReached(
  reader: Reader,
  discounts: readonly SessionDiscount[],
  cart: DiscountableCart,
): Promise<void> {
  for (const discount of discounts) {
    const found = await findAgain(reader, discount);
    if (found) assertMinimums({ ...found, param: 'lineItems' }, cart);
  }
}

async function findAgain(reader: Reader, { coupon, promotionCodeId }: SessionDiscount) {
  if (promotionCodeId !== null) return findPromotionCode(reader, promotionCodeId);
  const found = await findCoupon(reader, coupon.id);
  return found && { coupon: found, code: null };
}
