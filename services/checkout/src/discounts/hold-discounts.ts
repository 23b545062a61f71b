import { fragment, newId, own, Problem, type Tx } from '@mizan/service-kit';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { coupons } from '../coupons/coupon.table.ts';
import type { PromotionCodeRow } from '../promotion-codes/promotion-code.entity.ts';
import { promotionCodes } from '../promotion-codes/promotion-code.table.ts';
import { pricedCartOf } from '../session/session-pricing.ts';
import type { Session, SessionDiscount } from '../session/session.ts';
import { coversAnyOf } from '../session/total-lines.ts';
import { assertDiscount } from './assert-discount.ts';
import type { IdentifiedBuyer } from './buyer-marks.ts';
import { insertWithMarks, lockFirstPurchases } from './buyer-uses.ts';
import type { RequestedDiscount } from './find-discounts.ts';
import { releaseDiscounts } from './settle-discounts.ts';

/**
 * Holds one use of each discount of a session for the confirm that has just started, after checking them again. A coupon
 * that covers none of its lines deducts nothing, and no use of it is held. Other confirms with the same coupon wait at
 * its row, so that neither its cap nor a customer's limit is exceeded; first purchases of one buyer wait for each other
 * also when their coupons differ. `settle-discounts.ts` later redeems or releases what is held.
 *
 * @param session locked, with the number of the new attempt
 * @throws Problem as `assertDiscount`; `promotion_code_not_found` | `coupon_invalid` when it was deleted meanwhile
 */
export async function holdDiscounts(tx: Tx, session: Session, buyer: IdentifiedBuyer): Promise<void> {
  await releaseDiscounts(tx, session.id); // that an earlier attempt may have left
  const locked = await lockDiscounts(tx, session);
  if (locked.some(({ code }) => code?.firstTimeTransaction)) await lockFirstPurchases(tx, buyer);
  const cart = pricedCartOf(session);
  for (const each of locked) await assertDiscount(tx, { requested: each, cart, buyer });
  for (const each of locked) await holdOne(tx, session, { locked: each, buyer });
}

/** A discount that deducts something, its place among those of its session, and the locked rows. */
interface LockedDiscount extends RequestedDiscount {
  readonly position: number;
  readonly discount: SessionDiscount;
}

/** Coupons before codes, each in the order of their ids: every transaction locks them in that order. */
async function lockDiscounts(tx: Tx, session: Session): Promise<LockedDiscount[]> {
  const discounts = session.discounts
    .map((discount, position) => ({ discount, position }))
    .filter(({ discount }) => coversAnyOf(discount.coupon, session));
  const among = (ids: readonly string[]) => fragment`
    where ${own(tx)} and id = any(${ids}::text[]) order by id for update`;
  const couponIds = discounts.map(({ discount: { coupon } }) => coupon.id);
  const codeIds = discounts.flatMap(({ discount: { promotionCodeId } }) => promotionCodeId ?? []);
  const lockedCoupons = await tx.sql<CouponRow>`select ${coupons.columns} from coupons ${among(couponIds)}`;
  const codes =
    codeIds.length === 0
      ? []
      : await tx.sql<PromotionCodeRow>`select ${promotionCodes.columns} from promotion_codes ${among(codeIds)}`;
  return discounts.map(({ discount, position }) => {
    const { promotionCodeId } = discount;
    const param = promotionCodeId === null ? `discounts[${position}].coupon` : 'promotionCode';
    const coupon = lockedCoupons.find(({ id }) => id === discount.coupon.id);
    const code = codes.find((each) => each.id === promotionCodeId) ?? null;
    if (promotionCodeId !== null && !code)
      throw new Problem('promotion_code_not_found', `The promotion code was deleted. ${toContinue(position)}`, {
        param,
      });
    if (!coupon) throw new Problem('coupon_invalid', `The coupon was deleted. ${toContinue(position)}`, { param });
    return { param, coupon, code, position, discount };
  });
}

/** What a page that is not ours can do for its buyer. */
const toContinue = (position: number): string =>
  `Remove it with PATCH /client/checkout/{id} and withoutDiscount: ${position}, then confirm again.`;

interface OneUse {
  readonly locked: LockedDiscount;
  readonly buyer: IdentifiedBuyer;
}

/**
 * One conditional UPDATE of coupon and code, together with the row that records it, which a refusal rolls back; CHECKs
 * repeat the caps.
 */
async function holdOne(tx: Tx, session: Session, { locked, buyer }: OneUse): Promise<void> {
  const { coupon, code, param, position, discount } = locked;
  const held = await tx.one<{ coupons: number; codes: number }>`
    with coupon as (
      update coupons set held = held + 1
      where ${own(tx)} and id = ${coupon.id} and (max_redemptions is null or times_redeemed + held < max_redemptions)
      returning id),
    code as (
      update promotion_codes set held = held + 1
      where ${own(tx)} and id = ${code?.id ?? null} and (max_redemptions is null or times_redeemed + held < max_redemptions)
      returning id),
    ${insertWithMarks({
      id: newId('di'),
      merchantId: tx.scope.merchantId,
      livemode: tx.scope.livemode,
      version: 1,
      state: 'held',
      checkoutSessionId: session.id,
      position,
      attempt: session.attempt,
      couponId: coupon.id,
      coupon: discount.coupon,
      promotionCodeId: code?.id ?? null,
      promotionCodeCode: code?.code ?? null,
      customerId: buyer.customerId,
      marks: [...buyer.marks],
      heldAt: tx.now,
      startAt: null,
      endAt: null,
    })}
    select (select count(*) from coupon) as coupons, (select count(*) from code) as codes`;
  if (held?.coupons !== 1) throw new Problem('coupon_invalid', 'The coupon is used up.', { param });
  if (code && held.codes !== 1)
    throw new Problem('promotion_code_max_redemptions', 'The promotion code is used up.', { param });
}
