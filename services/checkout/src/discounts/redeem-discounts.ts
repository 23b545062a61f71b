import type { Coupon } from '@mizan/contracts';
import { countRows, newId, own, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { Counted } from '../coupons/coupon-rows.ts';
import type { Session, SessionDiscount } from '../session/session.ts';
import { coversAnyOf } from '../session/total-lines.ts';
import { identifyBuyer, payerIdentifiersOf } from './buyer-marks.ts';
import { insertDiscount } from './buyer-uses.ts';
import { toDiscountResource, type ShownDiscount } from './discount.resource.ts';

/**
 * Turns the uses that a session holds into redemptions. A payment that arrives after its hold was released is redeemed all
 * the same, even beyond a cap: the buyer has paid the discounted price. A discount that deducts nothing from the session,
 * because its coupon is for other products, stays pending.
 *
 * @returns the session's discounts, the redeemed ones with their ids and times
 */
export async function redeemDiscounts(tx: Tx, app: App, session: Session): Promise<SessionDiscount[]> {
  const ids = await redeemHeld(tx, session);
  const late = [...session.discounts.entries()].filter(
    ([position, { coupon }]) => !ids.has(position) && coversAnyOf(coupon, session),
  );
  const marks = late.length > 0 ? identifyBuyer(app, tx.scope, payerIdentifiersOf(session)).marks : [];
  for (const [position, discount] of late)
    ids.set(position, await redeemUnheld(tx, session, { position, discount, marks }));
  if (ids.size === 0) return [...session.discounts];
  tx.alongCommit`${countRows(tx, new Map<Counted, number>([['discounts', ids.size]]))}`;
  return session.discounts.map((discount, position) => {
    const id = ids.get(position);
    if (id === undefined) return discount;
    const end = endOf(discount.coupon, tx.now)?.toISOString() ?? null;
    const redeemed = { ...discount, id, start: tx.now.toISOString(), end };
    tx.emit('discount.created', { object: toDiscountResource(shown(session, redeemed)), version: 1 });
    return redeemed;
  });
}

const shown = (session: Session, discount: SessionDiscount): ShownDiscount => ({
  ...discount,
  checkoutSessionId: session.id,
  customerId: session.customerId,
  startAt: discount.start === null ? null : new Date(discount.start),
  endAt: discount.end === null ? null : new Date(discount.end),
});

/**
 * Ids of the held discounts by their position in the session. The rows first, then coupons, then codes, as everywhere; the
 * counts of those that are not held, too, because they are redeemed next.
 */
async function redeemHeld(tx: Tx, session: Session): Promise<Map<number, string>> {
  const ends = session.discounts.map(({ coupon }) => endOf(coupon, tx.now));
  const rows = await tx.sql<{ id: string; position: number; couponId: string; codeId: string | null }>`
    update discounts set state = 'redeemed', customer_id = ${session.customerId}, start_at = ${tx.now},
      end_at = (${ends}::timestamptz[])[position + 1]
    where ${own(tx)} and checkout_session_id = ${session.id} and state = 'held'
    returning id, position, coupon_id, promotion_code_id as code_id`;
  await lockCounts(tx, session.discounts);
  if (rows.length > 0) {
    const [couponIds, codeIds] = [rows.map(({ couponId }) => couponId), rows.flatMap(({ codeId }) => codeId ?? [])];
    await tx.sql`
      update coupons set times_redeemed = times_redeemed + 1, held = held - 1
      where ${own(tx)} and id = any(${couponIds}::text[])`;
    if (codeIds.length > 0)
      await tx.sql`
        update promotion_codes set times_redeemed = times_redeemed + 1, held = held - 1
        where ${own(tx)} and id = any(${codeIds}::text[])`;
  }
  return new Map(rows.map(({ position, id }) => [position, id]));
}

/** Locks the counts of several discounts in the order of their ids; a single one needs no order. */
async function lockCounts(tx: Tx, discounts: Session['discounts']): Promise<void> {
  if (discounts.length < 2) return;
  const couponIds = discounts.map(({ coupon }) => coupon.id);
  const codeIds = discounts.flatMap(({ promotionCodeId }) => promotionCodeId ?? []);
  await tx.sql`select 1 from coupons where ${own(tx)} and id = any(${couponIds}::text[]) order by id for update`;
  if (codeIds.length > 1)
    await tx.sql`select 1 from promotion_codes where ${own(tx)} and id = any(${codeIds}::text[]) order by id for update`;
}

interface UnheldUse {
  readonly position: number;
  readonly discount: SessionDiscount;
  readonly marks: readonly string[];
}

/** Redeems a discount that is no longer held; beyond the cap it is counted as such. Its buyer's marks are stored. @returns its id */
async function redeemUnheld(tx: Tx, session: Session, { position, discount, marks }: UnheldUse): Promise<string> {
  const { coupon, promotionCodeId, promotionCodeCode } = discount;
  const id = newId('di');
  await tx.sql`${insertDiscount({
    id,
    merchantId: tx.scope.merchantId,
    livemode: tx.scope.livemode,
    version: 1,
    state: 'redeemed',
    checkoutSessionId: session.id,
    position,
    attempt: session.attempt,
    couponId: coupon.id,
    coupon,
    promotionCodeId,
    promotionCodeCode,
    customerId: session.customerId,
    marks: [...marks],
    heldAt: tx.now,
    startAt: tx.now,
    endAt: endOf(coupon, tx.now),
  })}`;
  await tx.sql`
    update coupons set times_redeemed = times_redeemed + 1,
      over_redeemed = over_redeemed + case when times_redeemed + held >= max_redemptions then 1 else 0 end
    where ${own(tx)} and id = ${coupon.id}`;
  if (promotionCodeId !== null)
    await tx.sql`
      update promotion_codes set times_redeemed = times_redeemed + 1,
        over_redeemed = over_redeemed + case when times_redeemed + held >= max_redemptions then 1 else 0 end
      where ${own(tx)} and id = ${promotionCodeId}`;
  return id;
}

/** When a coupon redeemed now ends: at once, after its months, or never. */
export function endOf({ duration, durationInMonths }: Coupon, start: Date): Date | null {
  if (duration === 'once') return start;
  if (duration === 'forever') return null;
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + (durationInMonths ?? 0));
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0); // the month is shorter: its last day
  return end;
}
