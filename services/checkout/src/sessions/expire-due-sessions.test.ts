import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
});

const query = <Row extends object>(text: string, values: unknown[]) => world.db('checkout').query<Row>(text, values);
/** As if it had been past its time for so long, and nobody had looked at it. */
const age = ({ id }: CheckoutSession, interval: string) =>
  query(`update checkout_sessions set expires_at = now() - $2::interval, expiry_retry_at = null where id = $1`, [
    id,
    interval,
  ]);
const inDoubt = async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  return session;
};
/** Seconds until the job tries again. */
const triedIn = async ({ id }: CheckoutSession): Promise<number> => {
  const { rows } = await query<{ seconds: number }>(
    `select extract(epoch from expiry_retry_at - now())::float8 as seconds from checkout_sessions where id = $1`,
    [id],
  );
  return rows[0]?.seconds ?? Number.NaN;
};
/** Jobs run when a service starts, and then only every few seconds. */
async function runJobs(): Promise<void> {
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
}

test('a session whose payment is in doubt is tried ever more rarely, at the latest when its doubt has lasted too long', async () => {
  const expected = [
    ['1 s', 15],
    ['100 s', 100],
    ['20 min', 300],
    ['58 min', 120],
  ] as const;
  const sessions = await Promise.all(expected.map(inDoubt));
  for (const [i, session] of sessions.entries()) await age(session, expected[i]?.[0] ?? '');
  await runJobs();
  for (const [i, session] of sessions.entries()) {
    const seconds = expected[i]?.[1] ?? 0;
    await eventually(async () => expect(await triedIn(session)).not.toBeNaN());
    const waits = await triedIn(session);
    expect(waits).toBeLessThan(seconds + 20); // it has been past its time for a little longer by then
    expect(waits).toBeGreaterThan(seconds - 20);
    expect(await world.readSession(session.id)).toMatchObject({ status: 'open', isExpired: true });
  }
});

test('a session whose doubt is over expires with the next pass, whenever it was to be tried again', async () => {
  const session = await inDoubt();
  await age(session, '20 min');
  await runJobs();
  await eventually(async () => expect(await triedIn(session)).toBeGreaterThan(60));
  world.siblings.move(session.id, { status: 'REQUIRES_ACTION' });
  await world.publish('payment_intent.requires_action', session.id);
  await runJobs();
  await eventually(async () =>
    expect(
      (await query(`select 1 from checkout_sessions where id = $1 and status = 'expired'`, [session.id])).rows,
    ).toHaveLength(1),
  );
  expect(world.siblings.paymentOf(session.id).paymentIntent?.status).toBe('CANCELED');
});

test('any number of sessions that cannot expire keep no other from it', async () => {
  const [stuck, plain] = [await world.openSession(), await world.openSession()];
  await world.confirm(stuck, { paymentMethod: card(cards.threeDSecure) });
  world.siblings.before = (name) => {
    if (name === 'cancelSessionPayment') throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  await age(stuck, '2 min');
  const { rows } = await query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = 'checkout_sessions'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    [],
  );
  await query(
    `insert into checkout_sessions (id, ${rows[0]?.names})
     select id || n, ${rows[0]?.names} from checkout_sessions, generate_series(1, 100) as n where id = $1`,
    [stuck.id],
  );
  await age(plain, '1 s');
  const count = async () =>
    (await query(`select 1 from checkout_sessions where id ^@ $1 and expiry_retry_at > now()`, [stuck.id])).rows.length;
  await runJobs();
  await eventually(async () => expect(await count()).toBeGreaterThanOrEqual(100));
  await runJobs();
  await eventually(async () =>
    expect((await world.eventsOf(plain.id)).map(({ type }) => type)).toContain('checkout.session.expired'),
  );
  expect(await count()).toBe(101);
});
