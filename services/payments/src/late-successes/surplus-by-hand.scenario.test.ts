import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

interface ChargeOf {
  readonly status: string;
  readonly refunds: readonly Refund[];
}
const chargeBy = async (chargeId: string) => (await world.merchant<ChargeOf>('GET', `/charges/${chargeId}`)).body;
const refundsOf = (chargeId: string, ...statuses: readonly string[]) =>
  eventually(async () => {
    const { refunds } = await chargeBy(chargeId);
    expect(refunds.map(({ status }) => status)).toEqual(statuses);
    return refunds;
  });
const query = (sql: string, ...values: unknown[]) => world.db('payments').query(sql, values);
/** What `mizan doctor` says of this service. */
const problems = async (): Promise<readonly string[]> => {
  const gateway = world.siblingClient('payments', 'gateway');
  return (await gateway<{ problems: string[] }>('POST', '/internal/calls/reportPaymentsHealth', {})).body.problems;
};

/**
 * A payment of a buyer without an address that is approved although a later attempt has paid. As if the first attempt had been a
 * voucher: no provider returns its money.
 */
async function paidTwice() {
  const checkoutSessionId = newId('cs_test');
  const { id, latestCharge } = await world.confirm({ checkoutSessionId, card: '4000000000007023' });
  const chargeId = latestCharge?.id ?? '';
  await query(`update payment_intents set status = 'REQUIRES_PAYMENT_METHOD' where id = $1`, id);
  await query(
    `update charges set status = 'FAILED', failure_code = 'voucher_expired', payment_method = '{"type": "fawry"}' where id = $1`,
    chargeId,
  );
  await world.confirm({ checkoutSessionId, attempt: 2 });
  const before = await world.balance();
  await world.makeDue('charges', `id = '${chargeId}'`);
  return { id, chargeId, before };
}

/** The time in which the buyer may say where the money goes is over. */
const expire = (refundId: string) =>
  query(`update refunds set action_expires_at = now(), next_sync_at = now() where id = $1`, refundId);

test('a second payment that no provider returns is refunded also where no address of the buyer is known: the merchant sends the page', async () => {
  const { id, chargeId, before } = await paidTwice();
  const [shown] = await refundsOf(chargeId, 'REQUIRES_ACTION');
  const { body: refund } = await world.merchant<Refund>('GET', `/refunds/${shown?.id}`);
  expect(Refund.strict().parse(refund)).not.toHaveProperty('instructionsEmail');
  expect(refund).toMatchObject({
    surplus: true,
    amount: 10_000,
    nextAction: { displayDetails: { url: expect.stringMatching(/^https?:/), emailSentAt: null, emailSentTo: '' } },
  });
  expect((await world.balance()).available).toEqual(before.available); // nothing of it can be paid out
  expect((await query('select from late_successes where charge_id = $1', chargeId)).rowCount).toBe(0);

  const { pathname } = new URL(refund.nextAction?.displayDetails.url ?? '');
  const page = await fetch(`${world.urls.payments}${pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ type: 'instapay', handle: 'mona@instapay', holderName: 'Mona Adel' }),
  });
  expect(page.status).toBe(303);
  expect((await world.merchant('GET', `/refunds/${refund.id}`)).body).toMatchObject({
    status: 'PENDING',
    transferTo: { handle: 'mona@instapay' },
  });
  expect((await world.merchant('POST', `/refunds/${refund.id}/mark-paid`, {})).body).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
  expect(await world.findings()).toEqual([]);
});

test('what the merchant refunds itself of a second payment still needs an address', async () => {
  const { chargeId } = await paidTwice();
  const [refund] = await refundsOf(chargeId, 'REQUIRES_ACTION');
  await world.merchant('POST', `/refunds/${refund?.id}/mark-failed`, { failureReason: 'declined' });
  const { status, body } = await world.merchant<AnyBody>('POST', '/refunds', { chargeId });
  expect([status, body.error]).toMatchObject([400, { code: 'parameter_missing', param: 'instructionsEmail' }]);
});

test('whose buyer says nothing in time, it is refunded again a day later, and every end is published', async () => {
  const { chargeId } = await paidTwice();
  const [first] = await refundsOf(chargeId, 'REQUIRES_ACTION');
  await expire(first?.id ?? '');
  await refundsOf(chargeId, 'FAILED');
  const failed = (await world.eventsOf(first?.id ?? '')).at(-1);
  expect(failed).toMatchObject({ type: 'refund.failed', object: { failureReason: 'expired', surplus: true } });
  const waits = `select due_at > now() + interval '23 hours' as later from late_successes where charge_id = $1`;
  expect((await query(waits, chargeId)).rows).toEqual([{ later: true }]);
  await query('update late_successes set due_at = now() where charge_id = $1', chargeId);
  const [, second] = await refundsOf(chargeId, 'FAILED', 'REQUIRES_ACTION');
  const published = ['refund.created', 'refund.requires_action'];
  await eventually(async () =>
    expect((await world.eventsOf(second?.id ?? '')).map(({ type }) => type)).toEqual(published),
  );
  expect(await world.findings()).toEqual([]);
});

test('the refusals of another refund and of a cancellation name what works, and it works', async () => {
  const { chargeId } = await paidTwice();
  const [{ id } = { id: '' }] = await refundsOf(chargeId, 'REQUIRES_ACTION');
  const refuse = async (path: string, body?: object) => {
    const { status, body: answer } = await world.merchant<AnyBody>('POST', path, body);
    return [status, answer.error?.message];
  };
  const again = { chargeId, instructionsEmail: 'mona@example.com' };
  expect(await refuse('/refunds', again)).toEqual([
    409,
    `All that is left of the charge is being refunded already: ${id}. The buyer has not said where the money goes. Wait for that, or mark ${id} as paid once you have returned the money yourself, or as failed to refund it in another way: what the payment did not need cannot be canceled.`,
  ]);
  expect(await refuse(`/refunds/${id}/cancel`)).toEqual([
    409,
    'A refund of what the payment did not need cannot be canceled: the money is the buyer’s. Wait until the buyer has said where it goes, mark the refund as paid once you have returned the money yourself, or as failed to refund it in another way.',
  ]);
  const failed = await world.merchant('POST', `/refunds/${id}/mark-failed`, { failureReason: 'merchant_request' });
  expect(failed).toMatchObject({ status: 200, body: { status: 'FAILED' } });
  expect(await world.refund(again)).toMatchObject({ surplus: true, instructionsEmail: 'mona@example.com' });
  await query('update late_successes set due_at = now() where charge_id = $1', chargeId);
  await eventually(async () =>
    expect((await query('select from late_successes where charge_id = $1', chargeId)).rowCount).toBe(0),
  );
  expect((await chargeBy(chargeId)).refunds.map(({ status }) => status)).toEqual(['FAILED', 'REQUIRES_ACTION']);
  expect(await world.findings()).toEqual([]);
});

test('mizan doctor names live money that a payment did not need and that was not refunded for a day, and no other', async () => {
  const kept = (chargeId: string, { livemode = true, isSurplus = true, hours = 26 }) =>
    query(
      `insert into late_successes (merchant_id, livemode, charge_id, is_surplus, due_at, attempts, created_at)
       values ('acct_kept', $2, $1, $3, now() + interval '1 day', 1, now() - make_interval(hours => $4))`,
      ...[chargeId, livemode, isSurplus, hours],
    );
  await kept('ch_kept', {});
  await kept('ch_young', { hours: 24 }); // refunded again a day after its refund has failed
  await kept('ch_test', { livemode: false });
  await kept('ch_late', { isSurplus: false });
  const problem =
    'The charge ch_kept of acct_kept was not needed by its payment, and is not refunded for more than a day. The log of payments says why in its `late_success.undecided` lines.';
  expect(await problems()).toEqual([problem]);
});
