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
  /** The session, once it exists: its own uses do not count against it. */
  readonly sessionId?: string;
}

/** A discount to be applied to a cart, and the buyer as far as known. */
interface Application {
  readonly requested: RequestedDiscount;
  readonly cart: DiscountableCart;
  readonly buyer: IdentifiedBuyer;
}

/**
 * Refuses a discount that a cart may not have now, for the first reason that applies. What depends on the buyer is
 * checked as far as the buyer is known, and again at the confirm.
 *
 * @throws Problem `promotion_code_inactive` | `promotion_code_expired` | `promotion_code_max_redemptions`
 * @throws Problem `promotion_code_customer_mismatch`: it belongs to another customer
 * @throws Problem `coupon_invalid`: inactive, expired or used up
 * @throws Problem `coupon_currency_mismatch` | `promotion_code_minimum_amount` | `coupon_minimum_amount`
 * @throws Problem `promotion_code_first_time_only` | `coupon_customer_max_redemptions`
 */
export async function assertDiscount(reader: Reader, application: Application): Promise<void> {
  const { requested, cart } = application;
  const { coupon, code, param } = requested;
  if (code) assertCode(code, application, reader.now);
  assertCoupon(coupon, reader.now, param);
  assertMinimums(requested, cart);
  if (code?.firstTimeTransaction) await assertFirstPurchase(reader, application);
  await assertUsesPerCustomer(reader, application);
}

function assertCode(code: PromotionCodeRow, { requested: { param }, buyer }: Application, now: Date): void {
  if (!code.active) throw new Problem('promotion_code_inactive', 'The promotion code is inactive.', { param });
  if (code.expiresAt !== null && now >= code.expiresAt)
    throw new Problem('promotion_code_expired', 'The promotion code has expired.', { param });
  if (isUsedUp(code)) throw new Problem('promotion_code_max_redemptions', 'The promotion code is used up.', { param });
  if (code.customerId !== null && buyer.customerId !== null && code.customerId !== buyer.customerId)
    throw new Problem('promotion_code_customer_mismatch', 'The promotion code belongs to another customer.', { param });
}

function assertCoupon(coupon: CouponRow, now: Date, param: string): void {
  const hasExpired = coupon.redeemBy !== null && now >= coupon.redeemBy;
  const why = coupon.active ? (hasExpired ? 'has expired' : isUsedUp(coupon) && 'is used up') : 'is inactive';
  if (why) throw new Problem('coupon_invalid', `The coupon ${why}.`, { param });
}

/** Uses that undecided payments hold count, so that no buyer sees a discount that the confirm would refuse. */
const isUsedUp = ({ maxRedemptions, timesRedeemed, held }: CouponRow | PromotionCodeRow): boolean =>
  maxRedemptions !== null && timesRedeemed + held >= maxRedemptions;

/**
 * Refuses a cart in another currency, or too small. Minimums mean the whole cart before discount.
 *
 * @throws Problem `coupon_currency_mismatch` | `promotion_code_minimum_amount` | `coupon_minimum_amount`
 */
export function assertMinimums(requested: RequestedDiscount, { currency, amountSubtotal }: DiscountableCart): void {
  const { coupon, code, param } = requested;
  const currencies = [coupon.currency, code?.minimumAmountCurrency, coupon.minimumAmountCurrency];
  if (currencies.some((each) => each && each !== currency))
    throw new Problem('coupon_currency_mismatch', `The discount is not for carts in ${currency}.`, { param });
  if (amountSubtotal < (code?.minimumAmount ?? 0))
    throw new Problem('promotion_code_minimum_amount', leastText(code?.minimumAmount, currency), { param });
  if (amountSubtotal < (coupon.minimumAmount ?? 0))
    throw new Problem('coupon_minimum_amount', leastText(coupon.minimumAmount, currency), { param });
}

const leastText = (amount: number | null | undefined, currency: string): string =>
  `The cart must reach ${amount} in the smallest unit of ${currency}.`;

/**
 * An earlier use of the coupon, or of any code for first purchases, counts as well: a free order is no payment, but it is
 * a first purchase.
 */
async function assertFirstPurchase(reader: Reader, { requested, cart, buyer }: Application): Promise<void> {
  const { coupon, param } = requested;
  const { sessionId } = cart;
  const isUsed = async () =>
    (await countUses(reader, { couponId: coupon.id, buyer, sessionId })) > 0 ||
    (await hasUsedFirstPurchase(reader, buyer, sessionId));
  if ((await hasPaidBefore(reader, buyer)) || (await isUsed()))
    throw new Problem('promotion_code_first_time_only', 'The promotion code is for first purchases only.', { param });
}

async function assertUsesPerCustomer(reader: Reader, { requested, cart, buyer }: Application): Promise<void> {
  const { id: couponId, maxRedemptionsPerCustomer: max } = requested.coupon;
  if (max === null || (await countUses(reader, { couponId, buyer, sessionId: cart.sessionId })) < max) return;
  const message = 'The coupon was already used as often as one customer may use it.';
  throw new Problem('coupon_customer_max_redemptions', message, { param: requested.param });
}
