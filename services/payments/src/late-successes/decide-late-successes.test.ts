import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    answers: {
      getAccount: (_request, scope) => ({ ...demoProfile(scope.merchantId), lateSuccessPolicy: 'auto_refund' }),
    },
  });
});
afterAll(() => world.stop());

const approvedLater = '4000000000007023';

const noteOf = async (chargeId: string | undefined) => {
  const { rows } = await world
    .db('payments')
    .query<{ attempts: number }>('select attempts from late_successes where charge_id = $1', [chargeId]);
  return rows[0];
};

/** A payment whose answer got lost, and that was given up before it came. */
async function abandoned() {
  const { id, latestCharge } = await world.confirm({ card: approvedLater });
  const { db } = world;
  await db('payments').query(`update payment_intents set status = 'CANCELED', canceled_at = now() where id = $1`, [id]);
  await db('payments').query(`update charges set status = 'FAILED' where id = $1`, [latestCharge?.id]);
  return { id, chargeId: latestCharge?.id };
}

/** An abandoned payment that succeeded late, and whose refund was refused once, because the fee is missing. */
async function refusedOnce() {
  const abandonedPayment = await abandoned();
  await world.makeDue();
  await eventually(async () => expect((await noteOf(abandonedPayment.chargeId))?.attempts).toBe(1));
  // The pass that has counted the attempt requests the refund after it: it ends here, before the fee is covered.
  await world.replica('payments').stop();
  await world.replica('payments').start();
  return abandonedPayment;
}

/** A refund is of the whole amount, of which the merchant did not get the fee: another payment brings what is missing, and little more. */
const coverTheFee = () => world.confirm({ amount: 1_100 });

const refunded = (id: string) =>
  eventually(async () => {
    const intent = await world.intent(id);
    expect(intent.status).toBe('REFUNDED');
    return intent;
  });

test('money that cannot be refunded yet, because it is not available, is refunded when it is: once, and all of it', async () => {
  const { id, chargeId } = await refusedOnce();
  expect((await world.intent(id)).status).toBe('SUCCEEDED');

  await coverTheFee();
  await world.db('payments').query(`update late_successes set due_at = now() - interval '1 second'`);
  expect(await refunded(id)).toMatchObject({ amountRefunded: 10_000, charges: [{ outcome: { lateSuccess: true } }] });
  const description = 'The payment succeeded after it had failed or expired.';
  await eventually(async () => {
    const { body } = await world.merchant<{ data: object[] }>('GET', `/refunds?paymentIntentId=${id}`);
    expect(body.data).toMatchObject([{ amount: 10_000, status: 'SUCCEEDED', description }]);
  });
  expect(await noteOf(chargeId)).toBeUndefined();
  expect(await world.findings()).toEqual([]);
});

test('what the merchant has refunded itself meanwhile is not refunded again', async () => {
  const { id, chargeId } = await refusedOnce();
  await coverTheFee();
  await world.refund({ paymentIntentId: id });
  await world.db('payments').query(`update late_successes set due_at = now() - interval '1 second'`);
  await eventually(async () => expect(await noteOf(chargeId)).toBeUndefined());
  expect((await world.intent(id)).amountRefunded).toBe(10_000);
});

test('a payment in doubt that succeeds after its checkout has expired is late, too', async () => {
  await coverTheFee();
  const { id } = await world.confirm({ card: approvedLater });
  await world.expireSession(id);
  await world.makeDue();
  expect((await refunded(id)).charges).toMatchObject([{ outcome: { lateSuccess: true } }]);
  const types = (await world.eventsOf(id)).map(({ type }) => type);
  expect(types).toContain('payment_intent.succeeded');
});

test.each(['pay.before_provider', 'pay.after_provider', 'pay.before_commit'])(
  'a process killed at %s while it sends the money back neither loses nor doubles it',
  async (point) => {
    const { id, chargeId } = await refusedOnce();
    await coverTheFee();
    const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
    await world.db('payments').query(`update late_successes set due_at = now() - interval '1 second'`);
    expect(await service.ended).toBe('killed by SIGKILL');
    expect(await noteOf(chargeId)).toBeUndefined(); // it ended with the refund
    await world.replica('payments').stop();
    await world.replica('payments').start();

    await world.makeDue('refunds');
    const { charges } = await refunded(id);
    expect(charges[0]?.refunds).toHaveLength(1);
    const refundId = charges[0]?.refunds[0]?.id;
    const settled = 'select from refunds where id = $1 and status = $2';
    await eventually(async () =>
      expect((await world.db('payments').query(settled, [refundId, 'SUCCEEDED'])).rowCount).toBe(1),
    );
    const sent = await world.db('payments').query('select from simulator_operations where key = $1', [refundId]);
    expect(sent.rowCount).toBe(1);
    expect(await world.findings()).toEqual([]);
  },
);
