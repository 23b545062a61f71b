import { fragment, own, resourceMissing, type Fragment, type Reader, type Tx } from '@mizan/service-kit';
import type { CouponRow } from './coupon.entity.ts';
import { coupons } from './coupon.table.ts';

/** Lists whose length is counted. */
export type Counted = 'coupons' | 'promotion_codes' | 'discounts';

/** The coupon, or undefined when this account and mode has none with that id. */
export const findCoupon = async (reader: Reader, id: string): Promise<CouponRow | undefined> =>
  (await findCoupons(reader, [id]))[0];

/** The coupon, locked until the transaction ends. @throws Problem `resource_missing` */
export async function lockCoupon(tx: Tx, id: string, param = 'id'): Promise<CouponRow> {
  const [coupon] = await findCoupons(tx, [id], fragment`for update`);
  if (!coupon) throw resourceMissing(param);
  return coupon;
}

/** The coupons with these ids, in no order. */
export const findCoupons = (
  reader: Reader,
  ids: readonly string[],
  lock: Fragment = fragment``,
): Promise<CouponRow[]> =>
  reader.sql<CouponRow>`
    select ${coupons.columns} from coupons where ${own(reader)} and id = any(${ids}::text[]) ${lock}`;
