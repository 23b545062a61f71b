import { fixedCouponFields, type Coupon, type UpdateCoupon } from '@mizan/contracts';
import { checkFixedFields, formerAttributes, mergeMetadata, own, type Tx } from '@mizan/service-kit';
import { lockCoupon } from './coupon-rows.ts';
import type { CouponRow } from './coupon.entity.ts';
import { toCouponResource } from './coupon.resource.ts';
import { coupons } from './coupon.table.ts';

/**
 * Changes a coupon's name, metadata or whether it may be used.
 * @throws Problem `resource_missing`; `parameter_invalid`: a fixed field would change
 */
export async function updateCoupon(tx: Tx, id: string, body: UpdateCoupon): Promise<Coupon> {
  const before = await lockCoupon(tx, id);
  const was = toCouponResource(before, tx.now);
  checkFixedFields(fixedCouponFields, body, was);
  const after: CouponRow = {
    ...before,
    name: body.name === undefined ? before.name : body.name,
    active: body.active ?? before.active,
    metadata: mergeMetadata(before.metadata, body.metadata) ?? {},
    version: before.version + 1,
    updatedAt: tx.now,
  };
  const is = toCouponResource(after, tx.now);
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;
  const { name, active, metadata, version, updatedAt } = after;
  tx.alongCommit`
    update coupons set ${coupons.set({ name, active, metadata, version, updatedAt })} where ${own(tx)} and id = ${id}`;
  tx.emit('coupon.updated', { object: is, version: after.version, previousAttributes });
  return is;
}
