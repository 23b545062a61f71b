import type { Operations, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import type { Counted } from '../coupons/coupon-rows.ts';
import { survivorOf } from '../customers/customers.ts';
import { discountColumns, toDiscountResource } from './discount.resource.ts';
import { discounts } from './discount.table.ts';

type Query = QueryOf<Operations['listDiscounts']>;

/** A page of redeemed discounts, the newest redemption first. */
export async function listDiscounts(reader: Reader, query: Query): Promise<ResponseOf<Operations['listDiscounts']>> {
  const filters = filtersOf(reader, query);
  const counted: Counted[] | undefined = filters.length === 0 ? ['discounts'] : undefined;
  const { rows, totalCount, nextCursor } = await readPage(reader, discounts, {
    page: query,
    filters: [fragment`state = 'redeemed'`, ...filters],
    counted,
    columns: discountColumns,
    newestBy: 'startAt',
  });
  return { data: rows.map(toDiscountResource), totalCount, nextCursor };
}

function filtersOf(reader: Reader, { couponId, customerId, checkoutSessionId }: Query): Fragment[] {
  const filters: Fragment[] = [];
  if (couponId !== undefined) filters.push(fragment`coupon_id = ${couponId}`);
  if (customerId !== undefined) filters.push(fragment`customer_id = ${survivorOf(reader, customerId)}`);
  if (checkoutSessionId !== undefined) filters.push(fragment`checkout_session_id = ${checkoutSessionId}`);
  return filters;
}
