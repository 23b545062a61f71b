import { fragment, own, type Fragment, type Reader, type Tx, type TxAtOnce } from '@mizan/service-kit';
import type { IdentifiedBuyer } from './buyer-marks.ts';
import type { DiscountRow } from './discount.entity.ts';
import { discountMarks, discounts, paidMarks } from './discount.table.ts';

const isUnknown = ({ customerId, marks }: IdentifiedBuyer): boolean => customerId === null && marks.length === 0;

/** A use of a coupon by a buyer; in a session that exists, whose own uses do not count. */
interface CouponUse {
  readonly couponId: string;
  readonly buyer: IdentifiedBuyer;
  readonly sessionId: string | undefined;
}

/** How often a buyer uses a coupon in other sessions: redeemed and not refunded, or held by an undecided payment. */
export async function countUses(reader: Reader, { couponId, buyer, sessionId }: CouponUse): Promise<number> {
  if (isUnknown(buyer)) return 0;
  const counted = await reader.one<{ uses: number }>`
    select count(*) as uses from (
      select id from discounts
      where ${own(reader)} and customer_id = ${buyer.customerId}
        and coupon_id = ${couponId} and state <> 'returned' and checkout_session_id <> ${sessionId ?? ''}
      union
      select discounts.id from discount_marks join discounts on discounts.id = discount_marks.discount_id
      where ${own(reader, 'discount_marks')}
        and discount_marks.coupon_id = ${couponId} and discount_marks.mark = any(${buyer.marks}::text[])
        and discounts.state <> 'returned' and discounts.checkout_session_id <> ${sessionId ?? ''}
    ) as used`;
  return counted?.uses ?? 0;
}

/**
 * Makes a confirm with a first-purchase code wait for the same buyer's other confirms with one, also of other coupons. By
 * mark, because guests have nothing else in common; in one order, so that two buyers with several marks cannot deadlock.
 */
export async function lockFirstPurchases(tx: Tx, { marks }: IdentifiedBuyer): Promise<void> {
  await tx.sql`
    select pg_advisory_xact_lock(hashtextextended(mark, 0)) from unnest(${[...marks].sort()}::text[]) as mark`;
}

/** Whether this buyer uses a first-purchase code of any coupon in another session: redeemed, or held by an undecided payment. */
export async function hasUsedFirstPurchase(reader: Reader, buyer: IdentifiedBuyer, sessionId = ''): Promise<boolean> {
  if (isUnknown(buyer)) return false;
  const found = await reader.one<{ used: boolean }>`
    select exists (
      select from (
        select id from discounts
        where ${own(reader)} and customer_id = ${buyer.customerId}
        union
        select discount_id from discount_marks
        where ${own(reader)} and mark = any(${buyer.marks}::text[])
      ) as theirs
      join discounts using (id) join promotion_codes as codes on codes.id = discounts.promotion_code_id
      where codes.first_time_transaction and discounts.state <> 'returned'
        and discounts.checkout_session_id <> ${sessionId}
    ) as used`;
  return found?.used ?? false;
}

/** Whether this buyer has ever paid, as far as checkouts know: by customer, e-mail, phone or card. */
export async function hasPaidBefore(reader: Reader, buyer: IdentifiedBuyer): Promise<boolean> {
  if (isUnknown(buyer)) return false;
  const found = await reader.one<{ paid: boolean }>`
    select exists (
      select from paid_marks
      where ${own(reader)} and mark = any(${buyer.marks}::text[])
    ) or exists (
      select from checkout_sessions
      where ${own(reader)} and customer_id = ${buyer.customerId}
        and payment_status = 'paid'
    ) as paid`;
  return found?.paid ?? false;
}

/** Records, with the commit, that the buyer with these marks has paid. */
export function recordPaidMarks(tx: TxAtOnce, { marks }: IdentifiedBuyer): void {
  if (marks.length === 0) return;
  // Sorted, so that two sessions of one buyer lock the marks in the same order.
  const { merchantId, livemode } = tx.scope;
  const rows = [...marks].sort().map((mark) => ({ merchantId, livemode, mark }));
  tx.alongCommit`${paidMarks.insert(rows)} on conflict do nothing`;
}

/** A statement that writes a use of a coupon and the marks by which its buyer is recognized. */
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
