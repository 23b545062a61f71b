import { Problem, type Reader, type ServiceSecrets } from '@mizan/service-kit';
import { findCoupon } from '../coupons/coupon-rows.ts';
import { findPromotionCode } from '../promotion-codes/promotion-code-rows.ts';
import type { Session, SessionDiscount } from '../session/session.ts';
import { assertMinimums, assertDiscount, type DiscountableCart } from './assert-discount.ts';
import { identifyBuyer, buyerIdentifiersOf, type BuyerIdentifiers } from './buyer-marks.ts';
import { findEnteredCode, toPending, type RequestedDiscount } from './find-discounts.ts';

/** How discounts are given by the running service. */
export interface Discounting {
  readonly secrets: ServiceSecrets;
  /** Discounts that one checkout may carry. */
  readonly max: number;
}

/**
 * The discounts that a new cart gets.
 *
 * @throws Problem as {@link assertDiscount}
 * @throws Problem `too_many_discounts`: more than one checkout may carry, or one coupon twice
 */
export async function applyDiscounts(
  reader: Reader,
  wanted: readonly RequestedDiscount[],
  cart: DiscountableCart,
  traces: BuyerIdentifiers,
  { secrets, max }: Discounting,
): Promise<SessionDiscount[]> {
  const buyer = identifyBuyer(secrets, reader.scope, traces);
  for (const each of wanted) await assertDiscount(reader, each, cart, buyer);
  const coupons = new Set(wanted.map(({ coupon }) => coupon.id));
  if (wanted.length > max || coupons.size < wanted.length)
    throw new Problem('too_many_discounts', `One checkout takes ${max} different discounts at most.`, {
      param: 'discounts',
    });
  return wanted.map((each) => toPending(each, reader.now));
}

/**
 * The discounts of a session after its buyer entered a promotion code, or took it back with null. A code takes the place
 * of the one that was there; coupons that the merchant's server gave stay.
 *
 * @param text undefined leaves them as they are
 * @throws Problem `promotion_codes_not_allowed` | `promotion_code_not_found`
 * @throws Problem as {@link assertDiscount}; `too_many_discounts` when the merchant's coupons leave no room
 */
export async function changePromotionCode(
  reader: Reader,
  session: Pick<Session, 'discounts' | 'settings' | 'customerId' | 'customer' | 'customerDetails'>,
  text: string | null | undefined,
  cart: DiscountableCart,
  { secrets, max }: Discounting,
): Promise<readonly SessionDiscount[]> {
  if (text === undefined) return session.discounts;
  const param = 'promotionCode';
  const kept = session.discounts.filter(({ promotionCodeId }) => promotionCodeId === null);
  if (text === null) return kept;
  if (!session.settings.allowPromotionCodes)
    throw new Problem('promotion_codes_not_allowed', 'This checkout takes no promotion codes.', { param });
  const wanted = await findEnteredCode(reader, text, param);
  await assertDiscount(reader, wanted, cart, identifyBuyer(secrets, reader.scope, buyerIdentifiersOf(session)));
  if (kept.length >= max || kept.some(({ coupon }) => coupon.id === wanted.coupon.id))
    throw new Problem('too_many_discounts', 'This checkout has a discount already.', { param });
  return [...kept, toPending(wanted, reader.now)];
}

/**
 * Whether a changed cart still reaches what its discounts ask for. A coupon that is gone is left to the confirm.
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
