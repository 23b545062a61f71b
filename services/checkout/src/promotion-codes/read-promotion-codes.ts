import type { Operations, PromotionCode, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, readPage, resourceMissing, type Fragment, type Reader } from '@mizan/service-kit';
import type { Counted } from '../coupons/coupon-rows.ts';
import { survivorOf } from '../customers/customers.ts';
import { findPromotionCode, withCoupons } from './promotion-code-rows.ts';
import { toPromotionCodeResource } from './promotion-code.resource.ts';
import { promotionCodes } from './promotion-code.table.ts';

type ListPromotionCodes = Operations['listPromotionCodes'];
type Query = QueryOf<ListPromotionCodes>;

/** @throws Problem `resource_missing`: no such promotion code for this merchant and mode */
export async function getPromotionCode(reader: Reader, id: string): Promise<PromotionCode> {
  const found = await findPromotionCode(reader, id);
  if (!found) throw resourceMissing();
  return toPromotionCodeResource(found.code, found.coupon, reader.now);
}

/** A page of promotion codes, newest first; a text matches as a whole and in any case. */
export async function listPromotionCodes(reader: Reader, query: Query): Promise<ResponseOf<ListPromotionCodes>> {
  const filters = filtersOf(reader, query);
  const counted: Counted[] | undefined = filters.length === 0 ? ['promotion_codes'] : undefined;
  const { rows, totalCount, nextCursor } = await readPage(reader, promotionCodes, { page: query, filters, counted });
  const found = await withCoupons(reader, rows);
  return {
    data: found.map(({ code, coupon }) => toPromotionCodeResource(code, coupon, reader.now)),
    totalCount,
    nextCursor,
  };
}

function filtersOf(reader: Reader, { code, couponId, customerId, active }: Query): Fragment[] {
  const filters: Fragment[] = [];
  if (code !== undefined) filters.push(fragment`code = ${code.toUpperCase()}`);
  if (couponId !== undefined) filters.push(fragment`coupon_id = ${couponId}`);
  if (customerId !== undefined) filters.push(fragment`customer_id = ${survivorOf(reader, customerId)}`);
  if (active !== undefined) filters.push(fragment`active = ${active}`);
  return filters;
}
