import { fragment, type Fragment } from '@mizan/service-kit';
import type { DiscountRow } from './discount.entity.ts';
import { discountMarks, discounts } from './discount.table.ts';

/** A statement that writes a use of a coupon and the marks by which its buyer is recognised. */
export const insertDiscount = (row: DiscountRow): Fragment =>
  row.marks.length === 0
    ? discounts.insert([row])
    : fragment`with created as (${discounts.insert([row])}) ${marksOf(row)}`;

/** As {@link insertDiscount}, as parts of a larger statement's `with`. */
export const insertWithMarks = (row: DiscountRow): Fragment =>
  row.marks.length === 0
    ? fragment`created as (${discounts.insert([row])})`
    : fragment`created as (${discounts.insert([row])}), marked as (${marksOf(row)})`;

const marksOf = ({ merchantId, livemode, couponId, id: discountId, marks }: DiscountRow): Fragment =>
  discountMarks.insert(marks.map((mark) => ({ merchantId, livemode, couponId, mark, discountId })));
