import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund, Restore } from '@mizan/contracts';
import { withDatabase } from '@mizan/service-kit';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import { findHeldMoney } from './find-held-money.ts';

let paymob: PaymobStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;
beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: { MIZAN_PAYMOB_EGYPT_API_URL: paymob.url, MIZAN_PROVIDER_SANDBOX: 'allow' },
    answers: { getAccount: (_, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }) },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const credentials = { apiKey, secretKey, publicKey, hmacSecret };
  const path = '/operator/accounts/acct_test/provider-connections';
  expect((await operator('POST', path, { provider: 'paymob', credentials })).status).toBe(201);
});
beforeEach(async () => {
  paymob.faults.clear();
  await world.db('payments').query('delete from restores');
});
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

async function payByCard(): Promise<PaymentIntent> {
  const { body: intent } = await live<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks' },
    paymentMethod: { type: 'card' },
  });
  const [charge] = intent.charges;
  paymob.pay(charge?.id ?? '');
  const back = `${world.urls.payments}/providers/paymob/return/${charge?.config?.['connectionId']}`;
  const paid = await eventually(async () => {
    await fetch(`${back}?merchant_order_id=${charge?.id}`, { redirect: 'manual' });
    await world.makeDue('charges');
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body.status).toBe('SUCCEEDED');
    return body;
  });
  await makeLiveFundsAvailable(world);
  return paid;
}
const refund = async ({ id }: PaymentIntent, amount: number) =>
  (await live<Refund>('POST', '/refunds', { paymentIntentId: id, amount })).body;
/** A refund that Paymob, which does not answer, has not been sent yet. */
async function unsentRefund(intent: PaymentIntent, amount: number): Promise<Refund> {
  paymob.faults.add({ effect: 'lost', times: null });
  const pending = await refund(intent, amount);
  paymob.faults.clear();
  expect(pending.status).toBe('PENDING');
  return pending;
}
const restore = () =>
  world.db('payments').query(`insert into restores values (now() - interval '1 hour', now(), null)`);
const release = () => operator<Restore & AnyBody>('POST', '/operator/restore/release');
const read = async ({ id }: Refund) => (await live<Refund>('GET', `/refunds/${id}`)).body;
const sentOf = ({ charges }: PaymentIntent): number[] =>
  paymob
    .records()
    .filter(({ kind, reference }) => kind === 'refund' && reference === charges[0]?.id)
    .map(({ amount }) => amount);
const problems = () =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => findHeldMoney(db.system));
/** The janitor has queried Paymob about the refund after this moment, and has sent it or not. */
async function janitorHasPassed(held: Refund): Promise<void> {
  await janitorHasTaken(held);
  await janitorHasTaken(held); // a pass begins when the one before has ended
}
async function janitorHasTaken({ id }: Refund): Promise<void> {
  const attemptsOf = async () =>
    (
      await world
        .db('payments')
        .query<{ attempts: number }>('select sync_attempts as attempts from refunds where id = $1', [id])
    ).rows[0]?.attempts ?? 0;
  const before = await attemptsOf();
  await world.makeDue('refunds');
  await eventually(async () => expect(await attemptsOf()).toBeGreaterThan(before));
}

test('a refund from before a restore is not sent, because it may have been, until the operator releases it', async () => {
  const intent = await payByCard();
  const held = await unsentRefund(intent, 2_000);
  expect(await problems()).toEqual([]);
  await restore();
  await janitorHasPassed(held);
  const { body } = await operator<Restore>('GET', '/operator/restore');
  expect(body).toMatchObject({ releasedAt: null, held: { refunds: 1, payouts: 0 } });
  expect(await problems()).toEqual([expect.stringContaining('1 refund from before are not sent')]);
  expect([(await read(held)).status, sentOf(intent)]).toEqual(['PENDING', []]);
  expect((await release()).body.held).toEqual({ refunds: 0, payouts: 0 });
  expect(await problems()).toEqual([]);
  await eventually(async () => expect((await read(held)).status).toBe('SUCCEEDED'));
  expect(sentOf(intent)).toEqual([2_000]);
  expect(await world.findings()).toEqual([]);
});

test('one that the provider has made before the restore is recorded by the operator at once, and never sent again', async () => {
  const intent = await payByCard();
  const held = await unsentRefund(intent, 3_000);
  const body = { outcome: 'succeeded', reference: 'seen_on_the_dashboard' };
  const resolve = () => operator<Refund & AnyBody>('POST', `/operator/refunds/${held.id}/resolve`, body);
  expect((await resolve()).status).toBe(409); // younger than a day
  await restore();
  await janitorHasPassed(held);
  await world
    .db('payments')
    .query(`update refunds set next_sync_at = now() + interval '1 day' where id = $1`, [held.id]);
  expect((await resolve()).body).toMatchObject({ status: 'SUCCEEDED', externalRefundId: 'seen_on_the_dashboard' });
  await release();
  expect(sentOf(intent)).toEqual([]);
  expect(await world.findings()).toEqual([]);
});

test('a refund that is created after the restore is sent at once', async () => {
  const intent = await payByCard();
  await restore();
  expect((await refund(intent, 1_000)).status).toBe('SUCCEEDED');
  expect(sentOf(intent)).toEqual([1_000]);
});

test('there is nothing to release without a restore', async () => {
  const { body } = await operator<Restore>('GET', '/operator/restore');
  expect(body).toMatchObject({ restoredTo: null, restoredAt: null, held: { refunds: 0, payouts: 0 } });
  expect((await release()).body.error).toMatchObject({
    code: 'resource_invalid_state',
    message: 'This platform was not restored from a backup.',
  });
});
