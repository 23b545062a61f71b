import type { DiscountInput } from '@mizan/contracts';
import { Problem, resourceMissing, type Reader } from '@mizan/service-kit';
import { findCoupon } from '../coupons/coupon-rows.ts';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { toCouponResource } from '../coupons/coupon.resource.ts';
import { findByText, findPromotionCode, type CodeWithCoupon } from '../promotion-codes/promotion-code-rows.ts';
import type { PromotionCodeRow } from '../promotion-codes/promotion-code.entity.ts';
import type { SessionDiscount } from '../session/session.ts';

/** A coupon to be applied to a cart, the code that it was requested by, and the parameter for refusals. */
export interface RequestedDiscount {
  readonly param: string;
  readonly coupon: CouponRow;
  readonly code: PromotionCodeRow | null;
}

/**
 * The coupons and codes that a merchant names.
 *
 * @throws Problem `resource_missing`: no such coupon
 * @throws Problem `promotion_code_not_found`
 */
export async function findDiscounts(reader: Reader, inputs: readonly DiscountInput[]): Promise<RequestedDiscount[]> {
  const found: RequestedDiscount[] = [];
  for (const [index, { coupon, promotionCode }] of inputs.entries()) {
    const param = `discounts[${index}].${coupon === undefined ? 'promotionCode' : 'coupon'}`;
    found.push(
      coupon === undefined
        ? await findRequestedCode(reader, promotionCode ?? '', param)
        : await findRequestedCoupon(reader, coupon, param),
    );
  }
  return found;
}

async function findRequestedCoupon(reader: Reader, id: string, param: string): Promise<RequestedDiscount> {
  const coupon = await findCoupon(reader, id);
  if (!coupon) throw resourceMissing(param);
  return { param, coupon, code: null };
}

/** The promotion code with that id or text: a merchant's server may name either. */
async function findRequestedCode(reader: Reader, idOrText: string, param: string): Promise<RequestedDiscount> {
  if (!idOrText.startsWith('promo_')) return findEnteredCode(reader, idOrText, param);
  return orNotFound(await findPromotionCode(reader, idOrText), param);
}

/** The promotion code with that text, as a buyer enters it. @throws Problem `promotion_code_not_found` */
export const findEnteredCode = async (reader: Reader, text: string, param: string): Promise<RequestedDiscount> =>
  orNotFound(await findByText(reader, text), param);

function orNotFound(found: CodeWithCoupon | undefined, param: string): RequestedDiscount {
  if (!found) throw new Problem('promotion_code_not_found', 'No such promotion code.', { param });
  return { param, ...found };
}

/** A requested discount as the session stores it until it is redeemed, with the coupon as it is now. */
export const toPending = ({ coupon, code }: RequestedDiscount, now: Date): SessionDiscount => ({
  id: 'pending',
  coupon: toCouponResource(coupon, now),
  promotionCodeId: code?.id ?? null,
  promotionCodeCode: code?.code ?? null,
  start: null,
  end: null,
});
