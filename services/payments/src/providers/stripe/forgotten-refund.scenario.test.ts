import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Refund } from '@mizan/contracts';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from '../../provider-callbacks/live-funds.test-support.ts';
import { type LiveWorld, startLivePayments } from '../../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const refundsAtStripe = () => world.stripe.records().filter(({ kind }) => kind === 'refund');
const refundsSent = () =>
  world.stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length;

test('a refund that Stripe made after the backup of a restored database is found, and is not paid twice', async () => {
  const { id } = (await world.pay(methods.approving)).body;
  await makeLiveFundsAvailable(world);
  world.stripe.faults.add({ effect: 'lost', done: true, times: null, path: '/v1/refunds', method: 'POST' });
  const request = { paymentIntentId: id, amount: 1_000 };
  const { body } = await world.live<Refund & AnyBody>('POST', '/refunds', request);
  world.stripe.faults.clear();
  expect([body.status, refundsAtStripe()]).toMatchObject(['PENDING', [{}]]);

  const records = await world.db('payments').query('delete from stripe_records where key like $1', [`%${body.id}%`]);
  expect(records.rowCount).toBe(1);
  world.stripe.forgetIdempotencyKeys();
  const sent = refundsSent();
  await world.db('payments').query('update refunds set next_sync_at = now() where id = $1', [body.id]);
  await eventually(async () =>
    expect((await world.live<Refund>('GET', `/refunds/${body.id}`)).body.status).toBe('SUCCEEDED'),
  );
  expect([refundsSent(), refundsAtStripe()]).toMatchObject([sent, [{}]]);
});
