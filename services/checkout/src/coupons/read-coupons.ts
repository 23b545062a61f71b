import type { Coupon, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, readPage, resourceMissing, type OperationInput, type Reader } from '@mizan/service-kit';
import { findCoupon, type Counted } from './coupon-rows.ts';
import { toCouponResource } from './coupon.resource.ts';
import { coupons } from './coupon.table.ts';

type ListCoupons = Operations['listCoupons'];

/** @throws Problem `resource_missing`: no such coupon for this merchant and mode */
export async function getCoupon(reader: Reader, id: string): Promise<Coupon> {
  const coupon = await findCoupon(reader, id);
  if (!coupon) throw resourceMissing();
  return toCouponResource(coupon, reader.now);
}

/** A page of coupons, newest first. */
export async function listCoupons(
  reader: Reader,
  { page, limit, active }: OperationInput<ListCoupons>['query'],
): Promise<ResponseOf<ListCoupons>> {
  const { rows, totalCount } = await readPage(reader, coupons, {
    page: { page, limit },
    ...(active === undefined
      ? { counted: ['coupons'] satisfies Counted[] }
      : { filters: [fragment`active = ${active}`] }),
  });
  return { data: rows.map((row) => toCouponResource(row, reader.now)), totalCount };
}
