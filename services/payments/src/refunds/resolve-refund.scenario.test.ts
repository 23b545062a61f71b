import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Balance, PaymentIntent, Refund } from '@mizan/contracts';
import { withDatabase } from '@mizan/service-kit';
import {
  type PaymobStandIn,
  startPaymobStandIn,
  startTamaraStandIn,
  stripeTestMethods as methods,
  type TamaraStandIn,
} from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { type LiveWorld, startLivePayments } from '../provider-callbacks/live.test-support.ts';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import { findProviderProblems } from '../providers/find-provider-problems.ts';

let paymob: PaymobStandIn;
let tamara: TamaraStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;
beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  tamara = await startTamaraStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: {
      MIZAN_PAYMOB_EGYPT_API_URL: paymob.url,
      MIZAN_TAMARA_API_URL: tamara.url,
      MIZAN_PROVIDER_SANDBOX: 'allow',
    },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
    },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  for (const [provider, credentials] of [
    ['paymob', { apiKey, secretKey, publicKey, hmacSecret }],
    ['tamara', tamara.account],
  ] as const) {
    const path = '/operator/accounts/acct_test/provider-connections';
    expect((await operator('POST', path, { provider, credentials })).status).toBe(201);
  }
});
beforeEach(() => {
  paymob.faults.clear();
  tamara.faults.clear();
});
afterAll(async () => {
  await world.stop();
  await Promise.all([paymob.close(), tamara.close()]);
});

type Provider = 'paymob' | 'tamara';

async function pay(provider: Provider): Promise<PaymentIntent> {
  const billingDetails = { name: 'Mona Adel', email: 'mona@example.com', phone: '+966500000001' };
  const isPaymob = provider === 'paymob';
  const { body: intent } = await live<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: isPaymob ? 'EGP' : 'SAR', confirm: true },
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: isPaymob ? { type: 'card' } : { type: 'tamara', billingDetails },
  });
  const charge = intent.charges[0];
  if (isPaymob) paymob.pay(charge?.id ?? '');
  else tamara.act(charge?.id ?? '', 'approve');
  const back = `${world.urls.payments}/providers/${provider}/return/${charge?.config?.['connectionId']}`;
  return eventually(async () => {
    const query = isPaymob ? `merchant_order_id=${charge?.id}` : `charge=${charge?.id}`;
    await fetch(`${back}?${query}`, { redirect: 'manual' });
    await world.makeDue('charges');
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body.status).toBe('SUCCEEDED');
    return body;
  });
}

/** What the merchant refunds on the dashboard of the provider: its total shows it, no list does. */
async function refundedElsewhere(provider: Provider, { charges }: PaymentIntent): Promise<void> {
  const [charge] = charges;
  if (provider === 'tamara') {
    const { id } = tamara.order(charge?.id ?? '');
    const sar = (amount: number) => ({ amount, currency: 'SAR' });
    const order = {
      order_id: id,
      order_reference_id: charge?.id,
      status: 'partially_refunded',
      total_amount: sar(100),
    };
    const body = { ...order, captured_amount: sar(100), refunded_amount: sar(40) };
    tamara.faults.add({ effect: 'error_in_200', method: 'GET', body, times: null });
    return;
  }
  const done = await fetch(`${paymob.url}/api/acceptance/void_refund/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${paymob.liveAccount.secretKey}` },
    body: JSON.stringify({ transaction_id: Number(charge?.externalChargeId), amount_cents: 2_500 }),
  });
  expect(done.ok).toBe(true);
}

/** A refund of 40.00 whose request got lost while another one was made on the provider's dashboard. */
async function lost(provider: Provider): Promise<{ intent: PaymentIntent; refund: Refund }> {
  const intent = await pay(provider);
  await makeLiveFundsAvailable(world);
  const standIn = provider === 'paymob' ? paymob : tamara;
  const path = provider === 'paymob' ? '/api/acceptance/void_refund/refund' : '/payments/simplified-refund';
  standIn.faults.add({ effect: 'lost', path });
  const refund = await create(intent, 4_000);
  expect(refund.status).toBe('PENDING');
  standIn.faults.clear();
  await refundedElsewhere(provider, intent);
  return { intent, refund };
}
async function create(intent: PaymentIntent, amount: number): Promise<Refund> {
  const { status, body } = await live<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: intent.id, amount });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}
/** As if it had been created a day and an hour ago, and the provider been queried about it half a day ago. */
const age = ({ id }: Refund, { db }: PaymentsWorld = world) =>
  db('payments').query(
    `update refunds set created_at = created_at - interval '25 hours', sync_attempts = 6,
       next_sync_at = now() + interval '12 hours'
     where id = $1`,
    [id],
  );
const resolve = (id: string, body: object) =>
  operator<Refund & AnyBody>('POST', `/operator/refunds/${id}/resolve`, body);
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];
const read = async (id: string) => (await live<Refund>('GET', `/refunds/${id}`)).body;
const available = async (currency: string) =>
  (await live<Balance>('GET', '/balance')).body.available.find((each) => each.currency === currency)?.amount ?? 0;
const problems = () =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => findProviderProblems(db.system));

describe.each([
  ['paymob', 'EGP'],
  ['tamara', 'SAR'],
] as const)('a refund of %s that stays undecided', (provider, currency) => {
  test('that has failed is credited, and the next one of the charge is sent', async () => {
    const { intent, refund } = await lost(provider);
    const before = await available(currency);
    expect(codeOf(await resolve(refund.id, { outcome: 'failed' }))).toEqual([409, 'resource_invalid_state']);
    expect((await problems()).join('\n')).not.toContain(refund.id);
    await age(refund);
    expect((await problems()).join('\n')).toContain(`mizan refunds resolve ${refund.id}`);

    const waiting = await create(intent, 1_000);
    expect(waiting.status).toBe('PENDING'); // for the one before it
    await age(waiting);
    expect(codeOf(await resolve(waiting.id, { outcome: 'failed' }))).toEqual([409, 'resource_invalid_state']);

    const { status, body } = await resolve(refund.id, { outcome: 'failed', failureReason: 'declined' });
    expect([status, body]).toMatchObject([200, { status: 'FAILED', failureReason: 'declined' }]);
    expect(codeOf(await resolve(refund.id, { outcome: 'succeeded' }))).toEqual([409, 'resource_invalid_state']);
    expect(await available(currency)).toBe(before + 4_000 - 1_000);
    tamara.faults.clear();
    await eventually(async () => {
      await world.makeDue('refunds', `id = '${waiting.id}'`);
      expect((await read(waiting.id)).status).toBe('SUCCEEDED');
    });
    expect(await read(refund.id)).toMatchObject({ status: 'FAILED' });
    expect(await world.findings()).toEqual([]);
  });

  test('that was made stays debited under the name that the operator gives', async () => {
    const { intent, refund } = await lost(provider);
    await age(refund);
    const before = await available(currency);
    const { status, body } = await resolve(refund.id, { outcome: 'succeeded', reference: '700800900' });
    expect([status, body]).toMatchObject([200, { status: 'SUCCEEDED', externalRefundId: '700800900' }]);
    expect(await available(currency)).toBe(before);
    tamara.faults.clear();
    expect((await create(intent, 1_000)).status).toBe('SUCCEEDED');
    expect(await world.findings()).toEqual([]);
  });
});

test('what a provider says of a refund counts more than the operator', async () => {
  const intent = await pay('paymob');
  await makeLiveFundsAvailable(world);
  paymob.faults.add({ effect: 'lost', done: true, path: '/api/acceptance/void_refund/refund' });
  const refund = await create(intent, 4_000);
  await age(refund);
  expect(codeOf(await resolve(refund.id, { outcome: 'failed' }))).toEqual([409, 'resource_invalid_state']);
  expect(codeOf(await resolve(refund.id, { outcome: 'succeeded', failureReason: 'declined' }))).toEqual([
    400,
    'parameters_exclusive',
  ]);
  await eventually(async () => {
    await world.makeDue('refunds', `id = '${refund.id}'`);
    expect((await read(refund.id)).status).toBe('SUCCEEDED');
  });
});

test('refunds of test mode, and those that merchants return, are not the operator’s to resolve', async () => {
  const paid = await world.confirm();
  const refund = await world.refund({ paymentIntentId: paid.id, amount: 1_000 });
  expect(codeOf(await resolve(refund.id, { outcome: 'failed' }))).toEqual([404, 'resource_missing']);
  expect(codeOf(await resolve('re_none', { outcome: 'failed' }))).toEqual([404, 'resource_missing']);
});

test('refunds at a provider that does not answer hold up none at another, although they were due before', async () => {
  const paid = [await pay('paymob'), await pay('paymob'), await pay('paymob'), await pay('tamara')];
  await makeLiveFundsAvailable(world);
  paymob.faults.add({ effect: 'lost', path: '/api/acceptance/void_refund/refund', times: null });
  tamara.faults.add({ effect: 'lost', path: '/payments/simplified-refund' });
  const made: Refund[] = [];
  /** Those at Paymob a minute before the other, all in one statement: the janitor looks at any time. */
  const makeDue = (when: string) =>
    world
      .db('payments')
      .query(
        `update refunds set next_sync_at = now() + ${when} - interval '1 minute' * (id <> $2)::int where id = any($1)`,
        [made.map(({ id }) => id), made.at(-1)?.id],
      );
  for (const intent of paid) {
    made.push(await create(intent, 4_000));
    await makeDue(`interval '1 hour'`);
  }
  const waiting = made.at(-1);
  expect(waiting?.status).toBe('PENDING');
  tamara.faults.clear();
  paymob.faults.clear();
  paymob.faults.add({ effect: 'slow', delayMs: 20_000, times: null });
  await makeDue(`interval '0'`);
  await eventually(async () => {
    const { rows } = await world
      .db('payments')
      .query<{ isQueried: boolean }>(
        `select sync_attempts > 0 or status = 'SUCCEEDED' as "isQueried" from refunds where id = any($1) order by id`,
        [made.slice(-2).map(({ id }) => id)],
      );
    expect(rows).toEqual([{ isQueried: false }, { isQueried: true }]);
  });
});

describe('a refund of Stripe, which keeps no record of what an operator found,', () => {
  let ours: LiveWorld;
  beforeAll(async () => {
    ours = await startLivePayments();
  });
  afterEach(() => ours.stripe.faults.clear());
  afterAll(() => ours.stop());

  const path = '/v1/refunds';
  const away = { effect: 'status', status: 503, times: null, path } as const;
  async function paid(token: string = methods.approving): Promise<PaymentIntent> {
    const { body } = await ours.pay(token);
    expect(body.status).toBe('SUCCEEDED');
    await makeLiveFundsAvailable(ours);
    return body;
  }
  const refundOf = async ({ id }: PaymentIntent, idempotencyKey = `refund of ${id}`): Promise<Refund> => {
    const body = { paymentIntentId: id, amount: 1_000 };
    return (await ours.live<Refund>('POST', '/refunds', body, { idempotencyKey })).body;
  };
  /** A refund that did not reach Stripe, which is away until the faults are cleared. */
  async function unsent(): Promise<Refund> {
    const intent = await paid();
    ours.stripe.faults.add(away);
    const refund = await refundOf(intent);
    expect(refund).toMatchObject({ status: 'PENDING' });
    return refund;
  }
  const end = (id: string, body: object) =>
    ours.operator<Refund & AnyBody>('POST', `/operator/refunds/${id}/resolve`, body);
  const now = async ({ id }: Refund) => (await ours.live<Refund>('GET', `/refunds/${id}`)).body;
  const sentOf = ({ chargeId }: Refund) => ours.intentAtStripe(chargeId).amountRefunded;

  test('that has failed is not sent by a janitor that found it due before', async () => {
    const [first, resolved, last] = [await unsent(), await unsent(), await unsent()];
    for (const each of [first, resolved, last]) await age(each, ours);
    ours.stripe.faults.clear();
    ours.stripe.faults.add({ effect: 'slow', delayMs: 4_500, method: 'GET', path });
    await ours.db('payments').query(
      `update refunds set next_sync_at = now() - interval '9 seconds' + array_position($1::text[], id) * interval '1 second'
       where id = any ($1)`,
      [[first.id, resolved.id, last.id]],
    );
    await eventually(() => expect(ours.stripe.faults.waiting).toEqual([])); // the janitor is at the first of its batch
    ours.stripe.faults.add({ ...away, method: 'GET', times: 2 }); // the SDK repeats once
    expect(await end(resolved.id, { outcome: 'failed' })).toMatchObject({ status: 200, body: { status: 'FAILED' } });
    expect(await now(first)).toMatchObject({ status: 'PENDING' });
    await eventually(async () => expect(await now(last)).toMatchObject({ status: 'SUCCEEDED' }));
    expect([sentOf(first), sentOf(resolved), sentOf(last)]).toEqual([1_000, 0, 1_000]);
    expect(await now(resolved)).toMatchObject({ status: 'FAILED' });
    expect(await ours.findings()).toEqual([]);
  });

  test('that has failed is not sent by a repeated request', async () => {
    const refund = await unsent();
    await age(refund, ours);
    const { id: refundId, chargeId, paymentIntentId, amount } = refund;
    const key = `refund of ${paymentIntentId}`;
    // As if the process had died before it called Stripe.
    await ours.db('payments').query(
      `update idempotency_keys set state = 'reserved', locked_until = now(), status = null, body_sealed = null, reservation = $2
       where key = $1`,
      [key, JSON.stringify({ refundId, chargeId, paymentIntentId, amount, goesToProvider: true })],
    );
    expect(await end(refundId, { outcome: 'failed' })).toMatchObject({ status: 200, body: { status: 'FAILED' } });
    ours.stripe.faults.clear();
    expect(await refundOf({ id: paymentIntentId } as PaymentIntent, key)).toMatchObject({
      id: refundId,
      status: 'FAILED',
    });
    expect(sentOf(refund)).toBe(0);
    const { rows } = await ours
      .db('payments')
      .query<{ state: string }>(`select state from idempotency_keys where key = $1`, [key]);
    expect(rows).toEqual([{ state: 'finished' }]); // the request was resumed, not replayed
    expect(await ours.findings()).toEqual([]);
  });

  test('is not resolved while the janitor may be sending it', async () => {
    const refund = await unsent();
    await age(refund, ours);
    const takenBy = (when: string) =>
      ours
        .db('payments')
        .query(`update refunds set next_sync_at = ${when} + interval '1 day' where id = $1`, [refund.id]);
    await takenBy('now()');
    for (const outcome of ['failed', 'succeeded'])
      expect(codeOf(await end(refund.id, { outcome }))).toEqual([409, 'resource_invalid_state']);
    await takenBy(`now() - interval '3 minutes'`);
    expect(await end(refund.id, { outcome: 'failed' })).toMatchObject({ status: 200, body: { status: 'FAILED' } });
  });

  test('that Stripe has accepted does not fail because Stripe gives no answer for a moment', async () => {
    const refund = await refundOf(await paid('pm_card_pendingRefund'));
    expect(refund).toMatchObject({ status: 'PENDING', externalRefundId: expect.stringContaining('re_') });
    await age(refund, ours);
    ours.stripe.faults.add(away);
    expect(codeOf(await end(refund.id, { outcome: 'failed' }))).toEqual([409, 'resource_invalid_state']);
    expect(await now(refund)).toMatchObject({ status: 'PENDING' });
  });

  test('does not succeed under the reference of another refund', async () => {
    const intent = await paid();
    const made = await refundOf(intent, 'made');
    expect(made).toMatchObject({ status: 'SUCCEEDED' });
    ours.stripe.faults.add(away);
    const refund = await refundOf(intent, 'lost');
    await age(refund, ours);
    const refused = await end(refund.id, { outcome: 'succeeded', reference: made.externalRefundId });
    expect(codeOf(refused)).toEqual([409, 'resource_invalid_state']);
    expect(JSON.stringify(refused.body)).toContain(made.id);
    const own = await end(refund.id, { outcome: 'succeeded', reference: 're_ofItsOwn' });
    expect(own).toMatchObject({ status: 200, body: { status: 'SUCCEEDED', externalRefundId: 're_ofItsOwn' } });
  });
});
