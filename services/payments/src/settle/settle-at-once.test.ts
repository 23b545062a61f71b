import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, own, withDatabase } from '@mizan/service-kit';
import { authorizeCharge } from '../intents/authorize-attempt.ts';
import { fallbackOf } from '../payment/payment.ts';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { UnreliableWorld } from '../money-histories.test-support.ts';
import { settleAtOnce, settleCharge } from './settle-charge.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.replica('payments').stop(); // its janitors know nothing of the unreliable provider
});
afterAll(() => world.stop());

/** A payment that its provider has approved, and the two ways to record that. */
const withApproval = (body: (of: Awaited<ReturnType<typeof approved>>) => Promise<void>) =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, async (db) => {
    await body(await approved(new UnreliableWorld(db, world.confirmRequest)));
    expect(await world.findings()).toEqual([]);
  });

async function approved(unreliable: UnreliableWorld) {
  const { app, db } = unreliable;
  const scope = { merchantId: newId('acct'), livemode: false };
  const terms = { checkoutSessionId: newId('cs_test'), attempt: 1, amount: 10_000 };
  const reservation = await unreliable.start(scope, 'approves', terms);
  const answer = await authorizeCharge({ scope, now: db.clocks.nowOf(scope) }, app, reservation);
  const settled = { ...reservation, answer };
  return {
    change: (column: string) =>
      world.db('payments').query(`update charges set ${column} = now() where id = $1`, [reservation.chargeId]),
    captures: async () => (await db.system.sql`select 1 from balance_transactions where ${own({ scope })}`).length,
    atOnce: () => db.transact(scope, async (tx) => settleAtOnce(app, settled)?.(tx)),
    underLock: () =>
      db.transact(scope, (tx) => settleCharge(tx, app, { ...settled, fallbackAt: fallbackOf(reservation) })),
    /** What a process knows that has read the reservation, and did not commit the payment itself. */
    ofAnother: () => settleAtOnce(app, { ...(JSON.parse(JSON.stringify(reservation)) as typeof reservation), answer }),
  };
}

const stale = expect.objectContaining({ code: 'MZ002' }) as unknown;

test('an answer is recorded in one round trip, as it would be under the lock', () =>
  withApproval(async ({ atOnce, underLock, captures }) => {
    const recorded = await atOnce();
    expect(recorded?.paymentIntent).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(await underLock()).toEqual(recorded);
    expect(await captures()).toBe(1);
  }));

test('an answer that another has recorded meanwhile is not recorded again', () =>
  withApproval(async ({ atOnce, underLock, captures }) => {
    await underLock();
    await expect(atOnce()).rejects.toEqual(stale);
    expect(await captures()).toBe(1);
  }));

test.each(['next_sync_at', 'queried_at'])('an answer is not recorded at once when %s has changed meanwhile', (column) =>
  withApproval(async ({ atOnce, underLock, change, captures }) => {
    await change(column);
    await expect(atOnce()).rejects.toEqual(stale);
    expect(await captures()).toBe(0);
    expect((await underLock()).paymentIntent.status).toBe('SUCCEEDED');
  }),
);

test('a process that did not commit the payment itself takes the lock', () =>
  withApproval(async ({ ofAnother, underLock }) => {
    expect(ofAnother()).toBeUndefined();
    await underLock();
  }));
