import type { Reader } from '@mizan/service-kit';

/**
 * Gives back what a session's confirm holds, in one statement. Again, or for a session that holds nothing, it changes
 * nothing; what was redeemed stays so.
 *
 * @param attempt only what that confirm holds; whatever is held when absent
 */
export async function releaseDiscounts(
  { sql, scope }: Pick<Reader, 'sql' | 'scope'>,
  sessionId: string,
  attempt: number | null = null,
): Promise<void> {
  const { merchantId, livemode } = scope;
  // The code waits for the coupon, as everywhere: two transactions that lock them in one order cannot deadlock.
  await sql`
    with released as (
      delete from discounts
      where merchant_id = ${merchantId} and livemode = ${livemode} and checkout_session_id = ${sessionId}
        and state = 'held' and attempt = coalesce(${attempt}::int, attempt)
      returning id, coupon_id, promotion_code_id, marks),
    coupon as (
      update coupons set held = held - 1 from released where coupons.id = released.coupon_id returning 1),
    code as (
      update promotion_codes set held = held - 1 from released
      where promotion_codes.id = released.promotion_code_id and (select count(*) from coupon) > 0)
    delete from discount_marks using released
    where discount_marks.merchant_id = ${merchantId} and discount_marks.livemode = ${livemode}
      and discount_marks.coupon_id = released.coupon_id and discount_marks.discount_id = released.id
      and discount_marks.mark = any(array(select jsonb_array_elements_text(released.marks)))`;
}
