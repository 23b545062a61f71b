import { countRows, own, type Tx, type Reader } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { Counted } from '../coupons/coupon-rows.ts';
import { needsStock } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { discountColumns, toDiscountResource, type ShownDiscount } from './discount.resource.ts';
import { redeemDiscounts } from './redeem-discounts.ts';

/** What to do with the uses that a session holds. */
export type DiscountAction = 'redeem' | 'keep' | 'release';

/**
 * Redeems uses once the money is there or nothing was to be paid; keeps them while money may be moving or is only
 * authorized; releases them otherwise, in the same cases as its stock. A pure function of the session, so that it does not
 * matter how often it is called.
 */
export function discountActionFor(
  session: Pick<Session, 'status' | 'paymentStatus' | 'attemptUntil' | 'paymentIntent'>,
): DiscountAction {
  if (session.paymentStatus !== 'unpaid') return 'redeem';
  if (session.status === 'expired') return 'release';
  return session.attemptUntil !== null || needsStock(session.paymentIntent) ? 'keep' : 'release';
}

/**
 * Redeems, keeps or releases the discounts of a session by its new state. Called with the session's row locked whenever it
 * is saved, so that its discounts commit together with it.
 *
 * Emits `discount.created` for each that is redeemed, `discount.deleted` when everything paid was refunded.
 *
 * @returns the session with its redeemed discounts
 */
export async function settleDiscounts(tx: Tx, app: App, session: Session): Promise<Session> {
  if (session.discounts.length === 0) return session;
  if (session.discounts.some(({ id }) => id !== 'pending')) {
    if (session.paymentIntent?.status === 'REFUNDED') await returnDiscounts(tx, session.id);
    return session;
  }
  const action = discountActionFor(session);
  if (action === 'redeem') {
    const discounts = await redeemDiscounts(tx, app, session);
    if (session.paymentIntent?.status === 'REFUNDED') await returnDiscounts(tx, session.id); // the first that is known of it
    return { ...session, discounts };
  }
  if (action === 'release') await releaseDiscounts(tx, session.id);
  return session;
}

/** Frees the customer's use of a coupon; the count of all redemptions is kept. */
async function returnDiscounts(tx: Tx, sessionId: string): Promise<void> {
  const returned = await tx.sql<ShownDiscount & { version: number }>`
    with returned as (
      update discounts set state = 'returned', version = version + 1
      where ${own(tx)} and checkout_session_id = ${sessionId} and state = 'redeemed'
      returning *),
    unmarked as (
      delete from discount_marks using returned
      where ${own(tx, 'discount_marks')}
        and discount_marks.coupon_id = returned.coupon_id and discount_marks.discount_id = returned.id
        and discount_marks.mark = any(array(select jsonb_array_elements_text(returned.marks))))
    select ${discountColumns}, discounts.version from returned as discounts order by position`;
  if (returned.length === 0) return;
  tx.alongCommit`${countRows(tx, new Map<Counted, number>([['discounts', -returned.length]]))}`;
  for (const { version, ...discount } of returned)
    tx.emit('discount.deleted', { object: toDiscountResource(discount), version });
}

/** Releases, once, the uses that a session's confirms hold, or one attempt alone; redeemed uses are kept. */
export async function releaseDiscounts(
  reader: Pick<Reader, 'sql' | 'scope'>,
  sessionId: string,
  attempt: number | null = null,
): Promise<void> {
  // Coupons, then codes, each in the order of their ids, as everywhere: two transactions that lock them in one order cannot
  // deadlock. A count makes its part run first.
  await reader.sql`
    with released as (
      delete from discounts
      where ${own(reader)} and checkout_session_id = ${sessionId} and state = 'held' and attempt = coalesce(${attempt}::int, attempt)
      returning id, coupon_id, promotion_code_id, marks),
    locked_coupon as (
      select 1 from coupons
      where ${own(reader)} and id = any(array(select coupon_id from released)) order by id for update),
    coupon as (
      update coupons set held = held - 1 from released
      where ${own(reader, 'coupons')} and coupons.id = released.coupon_id and (select count(*) from locked_coupon) > 0
      returning 1),
    locked_code as (
      select 1 from promotion_codes
      where ${own(reader)} and id = any(array(select promotion_code_id from released)) and (select count(*) from coupon) > 0
      order by id for update),
    code as (
      update promotion_codes set held = held - 1 from released
      where ${own(reader, 'promotion_codes')} and promotion_codes.id = released.promotion_code_id
        and (select count(*) from locked_code) > 0)
    delete from discount_marks using released
    where ${own(reader, 'discount_marks')}
      and discount_marks.coupon_id = released.coupon_id and discount_marks.discount_id = released.id
      and discount_marks.mark = any(array(select jsonb_array_elements_text(released.marks)))`;
}
