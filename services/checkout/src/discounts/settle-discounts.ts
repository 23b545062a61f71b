import { countRows, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import type { Counted } from '../coupons/coupon-rows.ts';
import { needsStock } from '../sessions/session-state.ts';
import type { Session } from '../sessions/session.ts';
import { discountColumns, toDiscountResource, type ShownDiscount } from './discount.resource.ts';
import { redeemDiscounts } from './redeem-discounts.ts';
import { releaseDiscounts } from './release-discounts.ts';

/** What becomes of the uses that a session holds. */
export type DiscountFate = 'redeem' | 'keep' | 'release';

/**
 * Redeemed once the money is there or nothing was to be paid; kept while money may be moving or is only authorised;
 * released otherwise, by the same turns of a payment that give its stock back. A pure function of the session, so it
 * does not matter how often it is asked.
 */
export function discountFate(
  session: Pick<Session, 'status' | 'paymentStatus' | 'attemptUntil' | 'paymentIntent'>,
): DiscountFate {
  if (session.paymentStatus !== 'unpaid') return 'redeem';
  if (session.status === 'expired') return 'release';
  return session.attemptUntil !== null || needsStock(session.paymentIntent) ? 'keep' : 'release';
}

/**
 * Lets the discounts of a session follow what has become of it. Called with the session's row locked whenever it is
 * saved, so that its discounts commit together with it.
 *
 * Emits `discount.created` for each that is redeemed, `discount.deleted` when everything paid was refunded.
 *
 * @returns the session with its redeemed discounts
 */
export async function settleDiscounts(tx: Tx, secrets: ServiceSecrets, session: Session): Promise<Session> {
  if (session.discounts.length === 0) return session;
  if (session.discounts.every(({ id }) => id !== 'pending')) {
    if (session.paymentIntent?.status === 'REFUNDED') await returnDiscounts(tx, session.id);
    return session;
  }
  const fate = discountFate(session);
  if (fate === 'redeem') return { ...session, discounts: await redeemDiscounts(tx, secrets, session) };
  if (fate === 'release') await releaseDiscounts(tx, session.id);
  return session;
}

/** Frees the customer's share of a coupon; the count of all redemptions stays. */
async function returnDiscounts(tx: Tx, sessionId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const returned = await tx.sql<ShownDiscount & { version: number }>`
    with returned as (
      update discounts set state = 'returned', version = version + 1
      where merchant_id = ${merchantId} and livemode = ${livemode} and checkout_session_id = ${sessionId}
        and state = 'redeemed'
      returning *),
    unmarked as (
      delete from discount_marks using returned
      where discount_marks.merchant_id = ${merchantId} and discount_marks.livemode = ${livemode}
        and discount_marks.coupon_id = returned.coupon_id and discount_marks.discount_id = returned.id
        and discount_marks.mark = any(array(select jsonb_array_elements_text(returned.marks))))
    select ${discountColumns}, discounts.version from returned as discounts order by position`;
  if (returned.length === 0) return;
  tx.alongCommit`${countRows(tx, new Map<Counted, number>([['discounts', -returned.length]]))}`;
  for (const { version, ...discount } of returned)
    tx.emit('discount.deleted', { object: toDiscountResource(discount), version });
}
