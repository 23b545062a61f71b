import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Charge, Dispute, PaymentIntent } from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let paymob: PaymobStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;
let connectionId: string;
beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    nats: true,
    env: { MIZAN_PAYMOB_EGYPT_API_URL: paymob.url },
    answers: {
      getAccount: (_request, { merchantId }) => ({
        ...demoProfile(merchantId),
        livePaymentsEnabled: true,
        disputeFees: [{ currency: 'EGP', amount: 2_000 }],
      }),
    },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  connectionId = await connect();
});
beforeEach(() => paymob.faults.clear());
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

const connections = '/operator/accounts/acct_test/provider-connections';

/** Connects Paymob. @returns the ID of the connection */
async function connect(): Promise<string> {
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const body = { provider: 'paymob', credentials: { apiKey, secretKey, publicKey, hmacSecret } };
  const connected = await operator<{ id: string }>('POST', connections, body);
  expect(connected.status).toBe(201);
  return connected.body.id;
}

/** A payment that Paymob has taken, and its number there. */
async function paid(paymentMethod: object = { type: 'card' }): Promise<{ charge: Charge; atPaymob: number }> {
  const { body: intent } = await live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod,
  });
  const { returnUrl } = paymob.pay(intent.charges[0]?.id ?? '');
  await fetch((returnUrl ?? '').replace(/^https?:\/\/[^/]+/, world.urls.payments ?? ''), { redirect: 'manual' });
  const charge = await eventually(async () => {
    const { charges } = (await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`)).body;
    expect(charges[0]?.captured).toBe(true);
    return charges[0] as Charge;
  });
  return { charge, atPaymob: Number(charge.externalChargeId) };
}

/** When the provider is queried next; undefined when the watch of a charge is over. */
async function watchOf({ id }: Charge): Promise<{ hours: number; isDue: boolean } | undefined> {
  const { rows } = await world.db('payments').query<{ hours: number; isDue: boolean }>(
    `select round(extract(epoch from due_at - now()) / 3600)::int as hours, due_at <= now() as "isDue"
     from chargeback_watches where charge_id = $1`,
    [id],
  );
  return rows[0];
}
const watched = (charge: Charge) => eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 24 }));
/** Lets so many days pass since the charge was captured, and the provider be queried. */
async function pass(charge: Charge, days: number): Promise<void> {
  await world
    .db('payments')
    .query(
      `update chargeback_watches set captured_at = captured_at - make_interval(days => $2), due_at = now() where charge_id = $1`,
      [charge.id, days],
    );
  await eventually(async () => expect((await watchOf(charge))?.isDue ?? false).toBe(false));
}
const disputesOf = async ({ id }: Charge) =>
  (await live<{ data: Dispute[] }>('GET', `/disputes?chargeId=${id}`)).body.data;

test('a chargeback is found although its connection was deleted for a while', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  expect((await operator('DELETE', `${connections}/${connectionId}`)).status).toBe(200);
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 48 }));
  connectionId = await connect();
  paymob.dispute(atPaymob, 4_000);
  await pass(charge, 2);
  await eventually(async () => expect(await disputesOf(charge)).toMatchObject([{ amount: 4_000 }]));
});

test('a chargeback that only a query shows becomes a dispute, whose end the operator records', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 48 })); // the third day
  expect(await disputesOf(charge)).toEqual([]);

  paymob.dispute(atPaymob, 4_000);
  await pass(charge, 2);
  const [dispute, ...others] = await eventually(async () => {
    const found = await disputesOf(charge);
    expect(found).toHaveLength(1);
    return found;
  });
  expect([dispute, others]).toMatchObject([
    {
      status: 'NEEDS_RESPONSE',
      reason: 'general',
      amount: 4_000,
      evidenceDueBy: null,
      balanceTransactions: [{ type: 'dispute', gross: -4_000, fee: 2_000 }],
    },
    [],
  ]);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 96 })); // the seventh day
  const closing = `/operator/accounts/acct_test/disputes/${dispute?.id ?? ''}/close`;
  expect((await operator<Dispute>('POST', closing, { outcome: 'won' })).body).toMatchObject({ status: 'WON' });
  expect(await world.findings()).toEqual([]);
});

test('what is taken back later is a dispute of its own, and the rest of the charge at most, until the watch ends', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  paymob.dispute(atPaymob, 4_000);
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 48 }));
  const [first] = await disputesOf(charge);
  const closing = `/operator/accounts/acct_test/disputes/${first?.id ?? ''}/close`;
  expect((await operator<Dispute>('POST', closing, { outcome: 'won' })).status).toBe(200);
  await pass(charge, 2); // the same amount once more
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 96 }));
  expect(await disputesOf(charge)).toMatchObject([{ amount: 4_000, status: 'WON' }]);

  paymob.dispute(atPaymob, 7_000);
  await pass(charge, 4);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 168 }));
  paymob.dispute(atPaymob, 10_000);
  await pass(charge, 113);
  await eventually(async () => expect(await watchOf(charge)).toBeUndefined());
  const shown = await disputesOf(charge);
  expect(shown.map(({ amount, status }) => [amount, status])).toEqual([
    [3_000, 'NEEDS_RESPONSE'],
    [3_000, 'NEEDS_RESPONSE'],
    [4_000, 'WON'],
  ]);
  expect(await world.findings()).toEqual([]);
});

test('a chargeback that the operator has recorded is not opened a second time', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  const reported = { chargeId: charge.id, amount: 10_000, reference: 'CB-1' };
  expect((await operator('POST', '/operator/accounts/acct_test/disputes', reported)).status).toBe(201);
  paymob.dispute(atPaymob, 10_000);
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 48 }));
  expect(await disputesOf(charge)).toMatchObject([{ amount: 10_000 }]);
});

test('a chargeback of a payment whose inquiry had ended is debited: the inquiry becomes the dispute', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  const path = '/operator/accounts/acct_test/disputes';
  const { body: inquiry } = await operator<Dispute>('POST', path, { chargeId: charge.id, isInquiry: true });
  expect((await operator('POST', `${path}/${inquiry.id}/close`, { outcome: 'warning_closed' })).status).toBe(200);
  paymob.dispute(atPaymob, 4_000);
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 48 }));
  expect(await disputesOf(charge)).toMatchObject([
    {
      id: inquiry.id,
      isInquiry: false,
      status: 'NEEDS_RESPONSE',
      amount: 4_000,
      balanceTransactions: [{ type: 'dispute', gross: -4_000, fee: 2_000 }],
    },
  ]);
  expect(await world.findings()).toEqual([]);
});

test('a query without an answer is repeated, and the last one ends the watch', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  paymob.faults.add({ effect: 'html_500', path: `/api/acceptance/transactions/${atPaymob}`, times: null });
  await pass(charge, 119);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 6 }));
  paymob.faults.clear();
  await pass(charge, 0);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 24 }));
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toBeUndefined());
  expect(await disputesOf(charge)).toEqual([]);
});

test('a watch whose last query has failed for a day is over', async () => {
  const { charge, atPaymob } = await paid();
  await watched(charge);
  paymob.faults.add({ effect: 'html_500', path: `/api/acceptance/transactions/${atPaymob}`, times: null });
  await pass(charge, 120);
  await eventually(async () => expect(await watchOf(charge)).toMatchObject({ hours: 6 }));
  await pass(charge, 1);
  await eventually(async () => expect(await watchOf(charge)).toBeUndefined());
});

test('payments that have no chargebacks are not watched', async () => {
  const card = await paid();
  const wallet = await paid({ type: 'vodafone_cash', phone: '+201010101010' });
  const after = await paid();
  await watched(card.charge);
  await watched(after.charge); // its event follows that of the wallet
  expect(await watchOf(wallet.charge)).toBeUndefined();
});
