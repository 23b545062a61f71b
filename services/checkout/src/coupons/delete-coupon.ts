import { countRows, Problem, type Tx } from '@mizan/service-kit';
import { lockCoupon, type Counted } from './coupon-rows.ts';
import { toCouponResource } from './coupon.resource.ts';

/**
 * Deletes a coupon that nobody can be counting on, together with the inactive promotion codes that gave it.
 *
 * @throws Problem `resource_missing`: no such coupon for this merchant and mode
 * @throws Problem `coupon_in_use`: it was redeemed, a confirm is just using it, or an active promotion code gives it
 */
export async function deleteCoupon(tx: Tx, id: string): Promise<{ id: string; object: 'coupon'; deleted: true }> {
  const coupon = await lockCoupon(tx, id); // whoever creates or activates a code of it waits here
  const { merchantId, livemode } = tx.scope;
  const codes = await tx.one<{ count: number; active: number }>`
    select count(*) as count, count(*) filter (where active) as active from promotion_codes
    where merchant_id = ${merchantId} and livemode = ${livemode} and coupon_id = ${id}`;
  if (!codes) throw new Error('bug: a count without a row');
  if (coupon.timesRedeemed + coupon.held > 0 || codes.active > 0)
    throw new Problem('coupon_in_use', 'The coupon was redeemed or has active promotion codes. Set `active: false`.');
  await tx.sql`
    delete from promotion_codes
    where merchant_id = ${merchantId} and livemode = ${livemode} and coupon_id = ${id}`;
  await tx.sql`delete from coupons where id = ${id}`;
  const gone = new Map<Counted, number>([
    ['coupons', -1],
    ['promotion_codes', -codes.count],
  ]);
  tx.alongCommit`${countRows(tx, gone)}`;
  tx.emit('coupon.deleted', { object: toCouponResource(coupon, tx.now), version: coupon.version + 1 });
  return { id, object: 'coupon', deleted: true };
}
