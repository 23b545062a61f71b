import type { Operations, ResponseOf } from '@mizan/contracts';
import { fragment, storedCount, type OperationInput, type Reader } from '@mizan/service-kit';
import type { Counted } from './coupon-rows.ts';
import type { CouponRow } from './coupon.entity.ts';
import { couponColumns, toCouponResource } from './coupon.resource.ts';

type ListCoupons = Operations['listCoupons'];

/** A page of coupons, newest first, in one statement. */
export async function listCoupons(
  reader: Reader,
  { page, limit, active }: OperationInput<ListCoupons>['query'],
): Promise<ResponseOf<ListCoupons>> {
  const matching = fragment`
    from coupons where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      ${active === undefined ? fragment`` : fragment`and active = ${active}`}`;
  const total =
    active === undefined ? storedCount<Counted>(reader, ['coupons']) : fragment`(select count(*) ${matching})`;
  const rows = await reader.sql<{ totalCount: number } & (CouponRow | { id: null })>`
    with page as (
      select * ${matching} order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${total} as "totalCount", ${couponColumns}
    from (select) as always left join page as coupons on true
    order by coupons.created_at desc, coupons.id desc`;
  return {
    data: rows.flatMap((row) => (row.id === null ? [] : [toCouponResource(row, reader.now)])),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}
