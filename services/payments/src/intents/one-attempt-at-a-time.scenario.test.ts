import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { type AnyBody, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2040, cvc: '123' } });

/** A payment whose buyer is at the bank, and whose merchant's server confirms itself. */
async function challenged(): Promise<PaymentIntent> {
  const { body } = await world.merchant<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirmationMethod: 'manual',
    confirm: true,
    paymentMethod: card('4000000000003220'),
  });
  expect(body.status).toBe('REQUIRES_ACTION');
  return body;
}

test('a confirm with another card that overtakes a buyer who has just acted is 409 payment_still_confirming', async () => {
  const { id, latestCharge } = await challenged();
  const bank = await world.db('payments').connect();
  try {
    await bank.query('begin');
    await bank.query('select 1 from payment_intents where id = $1 for update', [id]);
    const confirm = world.merchant('POST', `/payment-intents/${id}/confirm`, {
      paymentMethod: card('4242424242424242'),
    });
    await eventually(async () => {
      const { rows } = await world
        .db('payments')
        .query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%payment_intents%'`,
        );
      expect(rows).toHaveLength(1); // it has read the payment, and waits for its lock
    });
    // What the bank's page writes when the buyer has acted.
    await bank.query(`update payment_intents set status = 'REQUIRES_CONFIRMATION', next_action = null where id = $1`, [
      id,
    ]);
    await bank.query(`update charges set action_answer = '{"result":"authenticate"}' where payment_intent_id = $1`, [
      id,
    ]);
    await bank.query('commit');
    const { status, body } = await confirm;
    expect([status, body.error?.code]).toEqual([409, 'payment_still_confirming']);
  } finally {
    bank.release();
  }
  const { body } = await world.merchant<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/confirm`, {});
  expect(body).toMatchObject({ status: 'SUCCEEDED', charges: [{ id: latestCharge?.id, status: 'SUCCEEDED' }] });
});

test('the database itself holds no second undecided charge of a payment', async () => {
  const { id } = await challenged();
  await expect(
    world.db('payments').query(
      `insert into charges select (jsonb_populate_record(c, '{"id":"ch_second","attempt":2}')).*
       from charges c where payment_intent_id = $1`,
      [id],
    ),
  ).rejects.toThrow('charges_undecided');
});

test.each(['fail', 'abandon', 'decline'] as const)(
  'a confirm that follows an answered %s is never still confirming',
  async (how) => {
    const { body: first } = await world.merchant<PaymentIntent & AnyBody>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      confirm: true,
      paymentMethod: card(how === 'decline' ? '4000000000000002' : '4000000000003220'),
    });
    if (how !== 'decline')
      await fetch(`${world.urls.payments}/simulator/${first.latestCharge?.id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome: how }),
      });
    const { status, body } = await world.merchant('POST', `/payment-intents/${first.id}/confirm`, {
      paymentMethod: card('4242424242424242'),
    });
    expect([status, body]).toMatchObject([200, { status: 'SUCCEEDED' }]);
  },
);

test('a confirm that follows an answered cancellation is resource_invalid_state, not still confirming', async () => {
  const { id } = await challenged();
  expect((await world.merchant('POST', `/payment-intents/${id}/cancel`, {})).status).toBe(200);
  const { body } = await world.merchant('POST', `/payment-intents/${id}/confirm`, {
    paymentMethod: card('4242424242424242'),
  });
  expect(body.error?.code).toBe('resource_invalid_state');
});
