import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({}, 'own'));
});
afterAll(() => shop.world.stop());

test('a payment whose service dies, and is away for the retry, is neither abandoned nor made twice', async () => {
  const { price } = await shop.stock(10_000, 1);
  const session = await shop.openSession(price);
  const other = await shop.openSession(price);
  await shop.expect(200, 'POST', '/test-helpers/expectations', {
    match: { operation: 'authorize', reference: session.id },
    fault: { delayMs: 10_000 },
  });
  const payments = shop.world.replica('payments');
  const doomed = await payments.spawn();
  const confirm = () => shop.confirm(session, cards.good, 'one-key');
  const first = confirm();
  const undecided = `select 1 from charges where checkout_session_id = $1 and status = 'PENDING'`;
  await eventually(async () =>
    expect((await shop.world.db('payments').query(undecided, [session.id])).rows).toHaveLength(1),
  );
  doomed.kill('SIGKILL');
  expect((await first).status).toBe(504);
  expect((await confirm()).status).toBe(503); // about this request only: nobody knows what became of the first

  const locked = { status: 409, body: { error: { code: 'payment_still_confirming' } } };
  const change = { lineItems: [{ id: session.lineItems[0]?.id, quantity: 1 }], metadata: { changed: 'yes' } };
  expect(await shop.world.api('PATCH', `/checkout/sessions/${session.id}`, change)).toMatchObject(locked);
  expect(await shop.world.api('POST', `/checkout/sessions/${session.id}/expire`)).toMatchObject(locked);
  await payments.stop();
  await payments.start();
  expect((await shop.confirm(other)).body).toMatchObject({ error: { code: 'price_sold_out' } });
  await shop.world.db('payments').query(`update idempotency_keys set locked_until = now() where state = 'reserved'`); // the dead one's
  await eventually(async () => expect((await confirm()).status).toBe(200));
  expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  const { rows } = await shop.world
    .db('payments')
    .query(`select status from charges where checkout_session_id = $1`, [session.id]);
  expect(rows).toEqual([{ status: 'SUCCEEDED' }]);
});

test('a checkout whose expiry lost its payments service, which is away for the retry, is not sold again', async () => {
  const session = await shop.openSession((await shop.stock(10_000)).price);
  await shop.confirm(session, cards.threeDSecure);
  await shop.expect(200, 'POST', '/test-helpers/expectations', {
    match: { operation: 'cancel', reference: session.id },
    fault: { delayMs: 10_000 },
  });
  const payments = shop.world.replica('payments');
  const doomed = await payments.spawn();
  const expire = () =>
    shop.world.api('POST', `/checkout/sessions/${session.id}/expire`, undefined, { idempotencyKey: session.id });
  const first = expire();
  const canceling = `select 1 from idempotency_keys where state = 'reserved' and key like '%cancel\\_%'`;
  await eventually(async () => expect((await shop.world.db('payments').query(canceling)).rows).toHaveLength(1));
  doomed.kill('SIGKILL');
  expect((await first).status).toBe(504);
  expect((await expire()).status).toBe(503); // about this request only, as of a confirm
  const change = { metadata: { open: 'no' } };
  expect(await shop.world.api('PATCH', `/checkout/sessions/${session.id}`, change)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_still_confirming' } },
  });
  await payments.stop();
  await payments.start();
  await shop.world.db('payments').query(`update idempotency_keys set locked_until = now() where state = 'reserved'`);
  await eventually(async () => expect((await expire()).status).toBe(200));
  const over = await shop.session(session.id);
  expect(over).toMatchObject({ status: 'expired', paymentIntent: { status: 'CANCELED' } });
  expect(over).not.toHaveProperty('recoveryUrl'); // the merchant ended it
});
