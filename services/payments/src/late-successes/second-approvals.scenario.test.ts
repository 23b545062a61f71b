import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually, sizeOf } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const approvedLater = '4000000000007023';

/** A session's payment whose first attempt counts as failed here, although its provider has taken the money. */
async function failedHere(amount = 10_000) {
  const checkoutSessionId = newId('cs_test');
  const { id, latestCharge } = await world.confirm({ checkoutSessionId, amount, card: approvedLater });
  await world.db('payments').query(`update payment_intents set status = 'REQUIRES_PAYMENT_METHOD' where id = $1`, [id]);
  await world
    .db('payments')
    .query(`update charges set status = 'FAILED', failure_code = 'generic_decline' where id = $1`, [latestCharge?.id]);
  return { id, checkoutSessionId, chargeId: latestCharge?.id ?? '' };
}
const makeDue = (chargeId: string) => world.makeDue('charges', `id = '${chargeId}'`);
const sentBack = (chargeId: string) =>
  eventually(async () => {
    const { body } = await world.merchant<{ status: string; refunds: Refund[] }>('GET', `/charges/${chargeId}`);
    expect([body.status, body.refunds.map(({ status }) => status)]).toEqual(['REFUNDED', ['SUCCEEDED']]);
    return body.refunds[0]?.id;
  });

test('a payment that is approved twice keeps the first, and refunds the other without a fee and without asking', async () => {
  const { id, checkoutSessionId, chargeId } = await failedHere();
  await world.confirm({ checkoutSessionId, attempt: 2 });
  const before = await world.balance();
  await makeDue(chargeId);
  await sentBack(chargeId);
  expect((await world.balance()).available).toEqual(before.available);
  expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000, amountRefunded: 0 });
  expect(await world.findings()).toEqual([]);

  // The merchant refunds the payment as any other: it has one charge that counts.
  await world.confirm({ amount: 1_100 }); // for the fee
  await world.refund({ paymentIntentId: id });
  expect(await world.intent(id)).toMatchObject({ status: 'REFUNDED', amountRefunded: 10_000 });
  expect(await world.findings()).toEqual([]);
});

test('the event of every change shows the second payment and its refund as GET does, with one version each', async () => {
  const { id, checkoutSessionId, chargeId } = await failedHere();
  await world.confirm({ checkoutSessionId, attempt: 2 });
  await makeDue(chargeId);
  await sentBack(chargeId);
  await eventually(async () => {
    const shown = (await world.eventsOf(id)).at(-1);
    const { charges } = await world.intent(id);
    expect(shown).toMatchObject({ type: 'payment_intent.updated', object: { charges } });
  });
  expect(await world.findings()).toEqual([]);
});

test('a refund of a second payment that fails is tried again, and counts as waiting until then', async () => {
  const { id, checkoutSessionId, chargeId } = await failedHere();
  await world.confirm({ checkoutSessionId, attempt: 2 });
  await makeDue(chargeId);
  const refundId = await sentBack(chargeId);
  await world.merchant('POST', `/test-helpers/refunds/${refundId}/simulate`, { outcome: 'fail' });
  expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000, amountRefunded: 0 });
  expect(await (await fetch(`${world.urls.payments}/metrics`)).text()).toMatch(/^mizan_surplus_age_seconds/m);
  await world.db('payments').query('update late_successes set due_at = now() where charge_id = $1', [chargeId]);
  await eventually(async () => {
    const { body } = await world.merchant<{ status: string; refunds: Refund[] }>('GET', `/charges/${chargeId}`);
    expect([body.status, body.refunds.map(({ status }) => status)]).toEqual(['REFUNDED', ['FAILED', 'SUCCEEDED']]);
  });
  expect(await world.findings()).toEqual([]);
});

test('what is approved late for another amount than is to be paid now is refunded, and the order can still be paid', async () => {
  const { id, checkoutSessionId, chargeId } = await failedHere(10_000);
  const declined = await world.confirm({ checkoutSessionId, attempt: 2, amount: 8_000, card: '4000000000000002' });
  expect(declined.status).toBe('REQUIRES_PAYMENT_METHOD');
  await makeDue(chargeId);
  await sentBack(chargeId);
  expect(await world.confirm({ checkoutSessionId, attempt: 3, amount: 8_000 })).toMatchObject({
    id,
    status: 'SUCCEEDED',
    amountReceived: 8_000,
  });
  expect(await world.findings()).toEqual([]);
});

test('an attempt that waits for its buyer is canceled once an earlier one has paid, and what it says then ends only itself', async () => {
  const { id, checkoutSessionId, chargeId } = await failedHere();
  const waiting = await world.confirm({ checkoutSessionId, attempt: 2, card: '4000000000003220' });
  expect(waiting.status).toBe('REQUIRES_ACTION');
  await makeDue(chargeId);
  await eventually(async () =>
    expect(await world.intent(id)).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      charges: [{ status: 'SUCCEEDED' }, { status: 'FAILED' }],
    }),
  );
  await fetch(`${world.urls.payments}/simulator/${waiting.latestCharge?.id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'authenticate' }),
  });
  expect(await world.intent(id)).toMatchObject({ amountReceived: 10_000, charges: [{}, { status: 'FAILED' }] });
  expect(await world.findings()).toEqual([]);
});

test.each(
  sizeOf({
    quick: ['pay.after_provider'],
    full: ['pay.before_provider', 'pay.after_provider', 'pay.before_commit', 'pay.after_commit'],
  }),
)(
  'a process killed at %s while it books or sends back a second payment neither loses nor doubles it',
  async (point) => {
    const { checkoutSessionId, chargeId } = await failedHere();
    await world.confirm({ checkoutSessionId, attempt: 2 });
    const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
    await makeDue(chargeId);
    expect(await service.ended).toBe('killed by SIGKILL');
    await world.replica('payments').stop();
    await world.replica('payments').start();
    await makeDue(chargeId);
    await eventually(async () => {
      await world.makeDue('refunds');
      await world.db('payments').query('update late_successes set due_at = now()');
      const { rows } = await world.db('payments').query('select status from refunds where charge_id = $1', [chargeId]);
      expect(rows).toEqual([{ status: 'SUCCEEDED' }]);
    });
    const refundId = await sentBack(chargeId);
    const sent = await world.db('payments').query('select from simulator_operations where key = $1', [refundId]);
    expect(sent.rowCount).toBe(1);
    expect(await world.findings()).toEqual([]);
  },
);
