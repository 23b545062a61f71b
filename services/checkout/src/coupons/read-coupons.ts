import type { Coupon, Operations, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, readPage, resourceMissing, type Reader } from '@mizan/service-kit';
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
export async function listCoupons(reader: Reader, query: QueryOf<ListCoupons>): Promise<ResponseOf<ListCoupons>> {
  const counted: Counted[] | undefined = query.active === undefined ? ['coupons'] : undefined;
  const filters = query.active === undefined ? [] : [fragment`active = ${query.active}`];
  const { rows, totalCount, nextCursor } = await readPage(reader, coupons, { page: query, filters, counted });
  return { data: rows.map((row) => toCouponResource(row, reader.now)), totalCount, nextCursor };
}
