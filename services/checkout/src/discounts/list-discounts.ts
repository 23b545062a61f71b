import type { Operations, ResponseOf } from '@mizan/contracts';
import { fragment, storedCount, type Fragment, type OperationInput, type Reader } from '@mizan/service-kit';
import type { Counted } from '../coupons/coupon-rows.ts';
import { survivorOf } from '../customers/survivor-of.ts';
import { discountColumns, toDiscountResource, type ShownDiscount } from './discount.resource.ts';

type ListDiscounts = Operations['listDiscounts'];
type Query = OperationInput<ListDiscounts>['query'];

/** A page of redeemed discounts, the newest redemption first, in one statement. */
export async function listDiscounts(reader: Reader, query: Query): Promise<ResponseOf<ListDiscounts>> {
  const { page, limit } = query;
  const filters = filtersOf(reader, query);
  const matching = fragment`
    from discounts
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode} and state = 'redeemed'
      ${filters.reduce((all, each) => fragment`${all} ${each}`, fragment``)}`;
  const total =
    filters.length === 0 ? storedCount<Counted>(reader, ['discounts']) : fragment`(select count(*) ${matching})`;
  const rows = await reader.sql<{ totalCount: number } & (ShownDiscount | { id: null })>`
    with page as (select * ${matching} order by start_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${total} as "totalCount", ${discountColumns}
    from (select) as always left join page as discounts on true
    order by discounts.start_at desc, discounts.id desc`;
  return {
    data: rows.flatMap((row) => (row.id === null ? [] : [toDiscountResource(row)])),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}

function filtersOf(reader: Reader, { couponId, customerId, checkoutSessionId }: Query): Fragment[] {
  const filters: Fragment[] = [];
  if (couponId !== undefined) filters.push(fragment`and coupon_id = ${couponId}`);
  if (customerId !== undefined) filters.push(fragment`and customer_id = ${survivorOf(reader, customerId)}`);
  if (checkoutSessionId !== undefined) filters.push(fragment`and checkout_session_id = ${checkoutSessionId}`);
  return filters;
}
