import type { Operations, ResponseOf } from '@mizan/contracts';
import { fragment, storedCount, type Fragment, type OperationInput, type Reader } from '@mizan/service-kit';
import type { Counted } from '../coupons/coupon-rows.ts';
import { survivorOf } from '../customers/survivor-of.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';
import { withCoupons } from './promotion-code-rows.ts';
import { promotionCodeColumns, toPromotionCodeResource } from './promotion-code.resource.ts';

type ListPromotionCodes = Operations['listPromotionCodes'];
type Query = OperationInput<ListPromotionCodes>['query'];

/** A page of promotion codes, newest first; a text matches as a whole and in any case. */
export async function listPromotionCodes(reader: Reader, query: Query): Promise<ResponseOf<ListPromotionCodes>> {
  const { page, limit } = query;
  const filters = filtersOf(reader, query);
  const matching = fragment`
    from promotion_codes where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      ${filters.reduce((all, each) => fragment`${all} ${each}`, fragment``)}`;
  const total =
    filters.length === 0 ? storedCount<Counted>(reader, ['promotion_codes']) : fragment`(select count(*) ${matching})`;
  const rows = await reader.sql<{ totalCount: number } & (PromotionCodeRow | { id: null })>`
    with page as (
      select * ${matching} order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${total} as "totalCount", ${promotionCodeColumns}
    from (select) as always left join page as codes on true
    order by codes.created_at desc, codes.id desc`;
  const found = await withCoupons(
    reader,
    rows.flatMap((row) => (row.id === null ? [] : [row])),
  );
  return {
    data: found.map(({ code, coupon }) => toPromotionCodeResource(code, coupon, reader.now)),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}

function filtersOf(reader: Reader, { code, couponId, customerId, active }: Query): Fragment[] {
  const filters: Fragment[] = [];
  if (code !== undefined) filters.push(fragment`and code = ${code.toUpperCase()}`);
  if (couponId !== undefined) filters.push(fragment`and coupon_id = ${couponId}`);
  if (customerId !== undefined) filters.push(fragment`and customer_id = ${survivorOf(reader, customerId)}`);
  if (active !== undefined) filters.push(fragment`and active = ${active}`);
  return filters;
}
