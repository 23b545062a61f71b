import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { own, resourceMissing, type Reader, type Tx } from '@mizan/service-kit';
import { findCoupon, findCoupons, lockCoupon } from '../coupons/coupon-rows.ts';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';
import { promotionCodes } from './promotion-code.table.ts';

/** A promotion code with the coupon that it gives. */
export interface CodeWithCoupon {
  readonly code: PromotionCodeRow;
  readonly coupon: CouponRow;
}

/** The promotion code with that id, or undefined. */
export async function findPromotionCode(reader: Reader, id: string): Promise<CodeWithCoupon | undefined> {
  const code = await reader.one<PromotionCodeRow>`
    select ${promotionCodes.columns} from promotion_codes
    where ${own(reader)} and id = ${id}`;
  return withCoupon(reader, code);
}

/** The promotion code with that text, in any case and with Latin or Arabic digits: the active one, else the newest that once had it. */
export async function findByText(reader: Reader, text: string): Promise<CodeWithCoupon | undefined> {
  const code = await reader.one<PromotionCodeRow>`
    select ${promotionCodes.columns} from promotion_codes
    where ${own(reader)}
      and code = ${inLatinDigits(text).trim().toUpperCase()}
    order by active desc, created_at desc, id desc limit 1`;
  return withCoupon(reader, code);
}

async function withCoupon(reader: Reader, code: PromotionCodeRow | undefined): Promise<CodeWithCoupon | undefined> {
  const coupon = code && (await findCoupon(reader, code.couponId));
  return code && coupon && { code, coupon };
}

/** The codes with their coupons, in the same order. */
export async function withCoupons(reader: Reader, codes: readonly PromotionCodeRow[]): Promise<CodeWithCoupon[]> {
  if (codes.length === 0) return [];
  const coupons = await findCoupons(reader, [...new Set(codes.map(({ couponId }) => couponId))]);
  const byId = new Map(coupons.map((coupon) => [coupon.id, coupon]));
  return codes.flatMap((code) => {
    const coupon = byId.get(code.couponId);
    return coupon ? [{ code, coupon }] : []; // deleted between the two statements
  });
}

/**
 * The promotion code and its coupon, both locked until the transaction ends; the coupon first, as everywhere.
 * @throws Problem `resource_missing`
 */
export async function lockPromotionCode(tx: Tx, id: string): Promise<CodeWithCoupon> {
  const found = await findPromotionCode(tx, id);
  if (!found) throw resourceMissing();
  const coupon = await lockCoupon(tx, found.coupon.id);
  const code = await tx.one<PromotionCodeRow>`
    select ${promotionCodes.columns} from promotion_codes where ${own(tx)} and id = ${id} for update`;
  if (!code) throw resourceMissing();
  return { code, coupon };
}
