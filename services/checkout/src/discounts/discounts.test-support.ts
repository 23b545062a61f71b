import type { CheckoutSession, Discount } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import type { CheckoutWorld } from '../checkout.test-support.ts';

/** A session of one piece for 100.00 EGP with these discounts. */
export const openDiscounted = (
  world: CheckoutWorld,
  discounts: object[],
  body: object = {},
): Promise<CheckoutSession> =>
  world.openSession({
    lineItems: [{ price: world.siblings.addPrice({ unitAmount: 10_000 }).price.id }],
    discounts,
    ...body,
  });

interface Counts {
  times: number;
  held: number;
  over: number;
}

/** How often a coupon, and a code when one is given, was redeemed, is held, and was redeemed beyond its cap. */
export async function countsOf(
  world: CheckoutWorld,
  { couponId, id }: { couponId: string; id?: string },
): Promise<{ coupon: Counts | undefined; code: Counts | undefined }> {
  const read = async (table: 'coupons' | 'promotion_codes', of: string | undefined) =>
    (
      await world
        .db('checkout')
        .query<Counts>(`select times_redeemed as times, held, over_redeemed as over from ${table} where id = $1`, [of])
    ).rows[0];
  return { coupon: await read('coupons', couponId), code: await read('promotion_codes', id) };
}

/** GET /discounts. */
export const listDiscounts = async (world: CheckoutWorld, query: string) =>
  (await world.merchant<{ data: Discount[]; totalCount: number }>('GET', `/discounts?${query}`)).body;

/** Types of the events about these objects in the order in which they were published. */
export async function eventsAbout(world: CheckoutWorld, ids: readonly string[]): Promise<string[]> {
  const { rows } = await world
    .db('checkout')
    .query<{ payload: string }>('select payload from outbox where aggregate_id = any($1) order by id', [ids]);
  return rows.map(({ payload }) => (JSON.parse(payload) as { type: string }).type);
}

/** Makes the session's confirm look long dead and waits until the janitor has ended it. */
export async function runJanitor(world: CheckoutWorld, sessionId: string): Promise<void> {
  const db = world.db('checkout');
  await db.query(`update checkout_sessions set attempt_until = now() - interval '1 second' where id = $1`, [sessionId]);
  await eventually(async () => {
    const { rows } = await db.query('select 1 from checkout_sessions where id = $1 and attempt_until is null', [
      sessionId,
    ]);
    if (rows.length === 0) throw new Error('not resolved yet');
  });
}
