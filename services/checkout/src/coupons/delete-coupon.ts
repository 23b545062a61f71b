import { countRows, own, Problem, type Tx } from '@mizan/service-kit';
import { lockCoupon, type Counted } from './coupon-rows.ts';
import { toCouponResource } from './coupon.resource.ts';

/**
 * Deletes a coupon that was never redeemed, together with its promotion codes, which must be inactive.
 *
 * @throws Problem `resource_missing`: no such coupon for this merchant and mode
 * @throws Problem `coupon_in_use`: it was redeemed, a confirm holds it, or it has an active promotion code
 */
export async function deleteCoupon(tx: Tx, id: string): Promise<{ id: string; object: 'coupon'; deleted: true }> {
  const coupon = await lockCoupon(tx, id); // creating or activating one of its codes waits here
  const codes = await tx.one<{ count: number; active: number }>`
    select count(*) as count, count(*) filter (where active) as active from promotion_codes
    where ${own(tx)} and coupon_id = ${id}`;
  if (!codes) throw new Error('bug: a count without a row');
  if (coupon.timesRedeemed + coupon.held > 0 || codes.active > 0)
    throw new Problem('coupon_in_use', 'The coupon was redeemed or has active promotion codes. Set `active: false`.');
  await tx.sql`delete from promotion_codes where ${own(tx)} and coupon_id = ${id}`;
  await tx.sql`delete from coupons where ${own(tx)} and id = ${id}`;
  const deleted = new Map<Counted, number>([
    ['coupons', -1],
    ['promotion_codes', -codes.count],
  ]);
  tx.alongCommit`${countRows(tx, deleted)}`;
  tx.emit('coupon.deleted', { object: toCouponResource(coupon, tx.now), version: coupon.version + 1 });
  return { id, object: 'coupon', deleted: true };
}
