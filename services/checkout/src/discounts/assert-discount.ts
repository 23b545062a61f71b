import type { Currency } from '@mizan/contracts';
import { Problem, type Reader } from '@mizan/service-kit';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import type { PromotionCodeRow } from '../promotion-codes/promotion-code.entity.ts';
import type { IdentifiedBuyer } from './buyer-marks.ts';
import { countUses, hasPaidBefore, hasUsedFirstPurchase } from './buyer-uses.ts';
import type { RequestedDiscount } from './find-discounts.ts';

/** The cart that a discount is for: its sum before discount, minor units, in the currency of its prices. */
export interface DiscountableCart {
  readonly currency: Currency;
  readonly amountSubtotal: number;
  /** The session, once it exists: its own uses do not stand in its way. */
  readonly sessionId?: string;
}

/**
 * Whether a cart may have a discount now; the first reason against it is told. Reading the guards is reading the policy.
 * What depends on who buys is checked as far as that is known, and again at the confirm.
 *
 * @throws Problem `promotion_code_inactive` | `promotion_code_expired` | `promotion_code_max_redemptions`
 * @throws Problem `promotion_code_customer_mismatch`: it belongs to another customer
 * @throws Problem `coupon_invalid`: inactive, expired or used up
 * @throws Problem `coupon_currency_mismatch` | `promotion_code_minimum_amount` | `coupon_minimum_amount`
 * @throws Problem `promotion_code_first_time_only` | `coupon_customer_max_redemptions`
 */
export async function assertDiscount(
  reader: Reader,
  wanted: RequestedDiscount,
  cart: DiscountableCart,
  buyer: IdentifiedBuyer,
): Promise<void> {
  const { coupon, code, param } = wanted;
  if (code) assertCode(code, buyer, reader.now, param);
  assertCoupon(coupon, reader.now, param);
  assertMinimums(wanted, cart);
  if (code?.firstTimeTransaction) await assertFirstPurchase(reader, wanted, cart, buyer);
  await assertUsesPerCustomer(reader, wanted, cart, buyer);
}

function assertCode(code: PromotionCodeRow, buyer: IdentifiedBuyer, now: Date, param: string): void {
  if (!code.active) throw new Problem('promotion_code_inactive', 'The promotion code is switched off.', { param });
  if (code.expiresAt !== null && now >= code.expiresAt)
    throw new Problem('promotion_code_expired', 'The promotion code has expired.', { param });
  if (isUsedUp(code)) throw new Problem('promotion_code_max_redemptions', 'The promotion code is used up.', { param });
  if (code.customerId !== null && buyer.customerId !== null && code.customerId !== buyer.customerId)
    throw new Problem('promotion_code_customer_mismatch', 'The promotion code belongs to another customer.', { param });
}

function assertCoupon(coupon: CouponRow, now: Date, param: string): void {
  if (!coupon.active || (coupon.redeemBy !== null && now >= coupon.redeemBy) || isUsedUp(coupon))
    throw new Problem('coupon_invalid', 'The coupon is inactive, expired or used up.', { param });
}

/** Uses that undecided payments keep count: promising them to two buyers would disappoint one at the confirm. */
const isUsedUp = ({ maxRedemptions, timesRedeemed, held }: CouponRow | PromotionCodeRow): boolean =>
  maxRedemptions !== null && timesRedeemed + held >= maxRedemptions;

/**
 * Whether the cart is in the right currency and large enough. Minimums mean the whole cart before discount.
 *
 * @throws Problem `coupon_currency_mismatch` | `promotion_code_minimum_amount` | `coupon_minimum_amount`
 */
export function assertMinimums(
  { coupon, code, param }: RequestedDiscount,
  { currency, amountSubtotal }: DiscountableCart,
): void {
  const currencies = [coupon.currency, code?.minimumAmountCurrency, coupon.minimumAmountCurrency];
  if (currencies.some((each) => each && each !== currency))
    throw new Problem('coupon_currency_mismatch', `The discount is not for carts in ${currency}.`, { param });
  if (amountSubtotal < (code?.minimumAmount ?? 0))
    throw new Problem('promotion_code_minimum_amount', `The cart must reach ${code?.minimumAmount}.`, { param });
  if (amountSubtotal < (coupon.minimumAmount ?? 0))
    throw new Problem('coupon_minimum_amount', `The cart must reach ${coupon.minimumAmount}.`, { param });
}

/**
 * An earlier use of the coupon, or of any code for first purchases, counts as well: a free order is no payment, but no
 * first purchase twice either.
 */
async function assertFirstPurchase(
  reader: Reader,
  { coupon, param }: RequestedDiscount,
  cart: DiscountableCart,
  buyer: IdentifiedBuyer,
): Promise<void> {
  const isUsed = async () =>
    (await countUses(reader, coupon.id, buyer, cart.sessionId)) > 0 ||
    (await hasUsedFirstPurchase(reader, buyer, cart.sessionId));
  if ((await hasPaidBefore(reader, buyer)) || (await isUsed()))
    throw new Problem('promotion_code_first_time_only', 'The promotion code is for first purchases only.', { param });
}

async function assertUsesPerCustomer(
  reader: Reader,
  { coupon, param }: RequestedDiscount,
  cart: DiscountableCart,
  buyer: IdentifiedBuyer,
): Promise<void> {
  const { maxRedemptionsPerCustomer: max } = coupon;
  if (max === null || (await countUses(reader, coupon.id, buyer, cart.sessionId)) < max) return;
  throw new Problem('coupon_customer_max_redemptions', 'The coupon was used as often as one customer may.', { param });
}
