import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund, Restore } from '@mizan/contracts';
import { type DueClocks, fragment, withDatabase } from '@mizan/service-kit';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { payByPaymobCard } from '../provider-callbacks/paymob-card.test-support.ts';
import { findDueLateSuccesses } from '../late-successes/decide-late-successes.ts';
import { findProviderProblems } from '../providers/find-provider-problems.ts';
import { findDueSchedules } from '../payouts/run-payout-schedules.ts';
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

const payByCard = () => payByPaymobCard({ world, paymob, live });
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
/** On its dashboard, or by the platform after the backup. */
async function refundAtPaymob(saleId: number, amount: number): Promise<void> {
  const { status } = await fetch(`${paymob.url}/api/acceptance/void_refund/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${paymob.liveAccount.secretKey}` },
    body: JSON.stringify({ transaction_id: saleId, amount_cents: amount }),
  });
  expect(status).toBeLessThan(300);
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
/** By it everything is due. */
const everyClock: DueClocks = { isDue: () => fragment`true` };
const problems = () =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => findHeldMoney(db.system));
const undecided = async () => {
  const { runtimeUrl } = world.databaseUrls('payments');
  const found = await withDatabase('payments', runtimeUrl, (db) => findProviderProblems(db.system));
  return found.filter((problem) => problem.includes('refunds resolve'));
};
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
  expect(body).toMatchObject({
    ...{ releasedAt: null, held: { refunds: 1, payouts: 0 } },
    heldRefunds: [{ id: held.id, accountId: 'acct_test', provider: 'paymob', amount: 2_000, currency: 'EGP' }],
  });
  expect(await problems()).toEqual([expect.stringContaining('refunds that are older than the restore (1)')]);
  expect([(await read(held)).status, sentOf(intent)]).toEqual(['PENDING', []]);
  expect((await release()).body).toMatchObject({ held: { refunds: 0 }, heldRefunds: [] });
  expect(await problems()).toEqual([]);
  await world.makeDue('refunds'); // minutes later
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
    .query(`update refunds set sync_attempts = 6, next_sync_at = now() + interval '12 hours' where id = $1`, [held.id]);
  expect((await resolve()).body).toMatchObject({ status: 'SUCCEEDED', externalRefundId: 'seen_on_the_dashboard' });
  await release();
  expect(sentOf(intent)).toEqual([]);
  expect(await world.findings()).toEqual([]);
});

test('a refund that is created after the restore is sent at once, and test mode holds nothing', async () => {
  const intent = await payByCard();
  const simulated = await world.confirm({ card: '4000000000007726' });
  const { body: pending } = await world.merchant<Refund>('POST', '/refunds', {
    paymentIntentId: simulated.id,
    amount: 1_000,
  });
  await restore();
  await world.db('payments').query('update restores set restored_at = now()');
  const path = `/test-helpers/refunds/${pending.id}/simulate`;
  expect((await world.merchant<Refund>('POST', path, { outcome: 'succeed' })).body.status).toBe('SUCCEEDED');
  expect((await refund(intent, 1_000)).status).toBe('SUCCEEDED');
  expect(sentOf(intent)).toEqual([1_000]);
});

test('money that came late or was not needed is not refunded, and no schedule pays out, in live mode', async () => {
  const intent = await payByCard();
  const payments = world.db('payments');
  const at = new Date(Date.now() + 60 * 60_000); // not yet, so that no job takes them
  for (const livemode of [true, false]) {
    await payments.query(
      `insert into late_successes (merchant_id, livemode, charge_id, is_surplus, due_at, attempts, created_at)
       values ('acct_test', $1, $2, true, $3, 0, $3)`,
      [livemode, intent.charges[0]?.id, at],
    );
    await payments.query(
      `insert into payout_schedules (merchant_id, livemode, currency, interval, delay_days, minimum_amount, next_payout_at)
       values ('acct_test', $1, 'EGP', 'daily', 0, 1, $2)`,
      [livemode, at],
    );
  }
  await restore();
  const due = () =>
    withDatabase('payments', world.databaseUrls('payments').runtimeUrl, async ({ system }) => ({
      late: (await findDueLateSuccesses(system, everyClock)).map(({ livemode }) => livemode).sort(),
      schedules: (await findDueSchedules(system, everyClock)).map(({ livemode }) => livemode).sort(),
    }));
  expect(await due()).toEqual({ late: [false], schedules: [false] });
  await release();
  expect(await due()).toEqual({ late: [false, true], schedules: [false, true] });
});

test('a refund of a charge waits for an earlier one that may have been sent before the restore, also after the release', async () => {
  const intent = await payByCard();
  const held = await unsentRefund(intent, 3_000);
  const { rowCount } = await world
    .db('payments')
    .query(`delete from paymob_records where key like '%' || $1 or key like '%' || $2 || ':refund:%'`, [
      held.id,
      intent.charges[0]?.id,
    ]);
  expect(rowCount).toBe(2); // in the backup nothing is recorded of the request, nor of its turn
  await restore();
  const later = await refund(intent, 3_000);
  expect([later.status, sentOf(intent)]).toEqual(['PENDING', []]);
  const saleId = Number(
    (await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`)).body.charges[0]?.externalChargeId,
  );
  await refundAtPaymob(saleId, 3_000); // before the loss, as far as the platform knows
  await release();
  await janitorHasPassed(held);
  await janitorHasPassed(later);
  expect([(await read(held)).status, (await read(later)).status, sentOf(intent)]).toEqual([
    'PENDING',
    'PENDING',
    [3_000],
  ]);
  const end = { outcome: 'succeeded', reference: 'found_there' };
  await world
    .db('payments')
    .query(`update refunds set sync_attempts = 6, next_sync_at = now() + interval '12 hours' where id = $1`, [held.id]);
  expect(await undecided()).toEqual([]); // what was released may still be on its way
  await world.db('payments').query(`update restores set released_at = now() - interval '11 minutes'`);
  expect(await undecided()).toEqual([
    expect.stringMatching(`^paymob has not said since the restore how the refund ${held.id}`),
  ]);
  const resolved = await operator<Refund & AnyBody>('POST', `/operator/refunds/${held.id}/resolve`, end);
  expect(resolved.body).toMatchObject({ status: 'SUCCEEDED' });
  await eventually(async () => {
    await world.makeDue('refunds');
    expect((await read(later)).status).toBe('SUCCEEDED');
  });
  expect(sentOf(intent)).toEqual([3_000, 3_000]);
  expect(await world.findings()).toEqual([]);
});

test('there is nothing to release without a restore', async () => {
  const { body } = await operator<Restore>('GET', '/operator/restore');
  expect(body).toMatchObject({ restoredTo: null, restoredAt: null, held: { refunds: 0, payouts: 0 } });
  expect((await release()).body.error).toMatchObject({
    code: 'resource_invalid_state',
    message: 'This platform was not restored from a backup.',
  });
});
