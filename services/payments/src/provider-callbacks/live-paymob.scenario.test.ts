import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, ProviderConnection, Refund } from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, demoProfile, eventually } from '@mizan/testing';
import type { Api } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { makeLiveFundsAvailable } from './live-funds.test-support.ts';

let paymob: PaymobStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;
let connected: ProviderConnection;

beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: { MIZAN_PAYMOB_EGYPT_API_URL: `${paymob.url}/` },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
    },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const { status, body } = await connect();
  expect([status, body]).toMatchObject([201, {}]);
  connected = body;
});
beforeEach(() => paymob.faults.clear());
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

const keys = (changes: object = {}) => {
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  return { apiKey, secretKey, publicKey, hmacSecret, ...changes };
};
const connect = (changes: object = {}, account = 'acct_test') =>
  operator<ProviderConnection & AnyBody>('POST', `/operator/accounts/${account}/provider-connections`, {
    provider: 'paymob',
    credentials: keys(changes),
  });
const pay = async (paymentMethod: object, more: object = {}) =>
  (
    await live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      confirm: true,
      returnUrl: 'https://shop.example/thanks',
      paymentMethod,
      ...more,
    })
  ).body;
const intentOf = async (id: string) => (await live<PaymentIntent>('GET', `/payment-intents/${id}`)).body;
const chargeOf = ({ charges }: PaymentIntent): string => charges[0]?.id ?? '';
const becomes = (id: string, status: string) =>
  eventually(async () => expect((await intentOf(id)).status).toBe(status));

const clientOf = (merchantId: string) => world.merchantClient('payments', { merchantId, livemode: true });
const payAt = async (merchantId: string) => {
  const paymentMethod = { type: 'card' };
  const body = { amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example', paymentMethod };
  return (await clientOf(merchantId)<PaymentIntent & AnyBody>('POST', '/payment-intents', body)).body;
};

/** When Paymob is queried next about a payment, and by whom it was last. */
const dueOf = async (intent: PaymentIntent) =>
  (await world.db('payments').query('select next_sync_at, queried_at from charges where id = $1', [chargeOf(intent)]))
    .rows;

/** What `mizan doctor` says of this service. */
const problems = async (): Promise<readonly string[]> => {
  const gateway = world.siblingClient('payments', 'gateway');
  return (await gateway<{ problems: string[] }>('POST', '/internal/calls/reportPaymentsHealth', {})).body.problems;
};

/** The address of a callback or a return at the service itself: no gateway runs here. */
const atService = (url: string): string => url.replace(/^https?:\/\/[^/]+/, world.urls.payments ?? '');
/** Delivers what Paymob has sent last. @param spoil how it arrives */
const deliver = async (spoil: (sent: SentCallback) => SentCallback = (sent) => sent): Promise<Response> => {
  await paymob.idle();
  const last = paymob.callbacks.at(-1);
  if (!last) throw new Error('Paymob has sent no callback');
  const { url, body } = spoil(last);
  return fetch(atService(url), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
};
type SentCallback = Pick<PaymobStandIn['callbacks'][number], 'url' | 'body'>;

describe('connecting', () => {
  test('shows the methods of the account, and no secret', () => {
    const { integrations } = paymob.liveAccount;
    expect(connected).toMatchObject({ provider: 'paymob', status: 'ACTIVE', publicConfig: { country: 'egy' } });
    expect(connected.methods).toEqual(
      expect.arrayContaining([
        { type: 'card', currencies: ['EGP'], integration: String(integrations.card) },
        { type: 'vodafone_cash', currencies: ['EGP'], integration: String(integrations.wallet) },
        { type: 'aman', currencies: ['EGP'], integration: String(integrations.kiosk) },
      ]),
    );
    for (const secret of [paymob.liveAccount.apiKey, paymob.liveAccount.secretKey, paymob.liveAccount.hmacSecret])
      expect(JSON.stringify(connected)).not.toContain(secret);
  });
  test('tells Paymob where callbacks of kiosks go', () => {
    const kiosk = paymob.snapshot().account.integrations.find(({ id }) => id === paymob.liveAccount.integrations.kiosk);
    expect(kiosk?.processedCallback).toBe(connected.callbackUrl);
  });
  test.each([
    ['an API key that is none', { apiKey: 'x'.repeat(40) }, 'credentials.apiKey'],
    ['another HMAC secret', { hmacSecret: 'A'.repeat(32) }, 'credentials.hmacSecret'],
    ['a secret key that is none', { secretKey: `egy_sk_live_${'a'.repeat(64)}` }, 'credentials.secretKey'],
  ])('400 parameter_invalid names the credential for %s', async (_, changes, param) => {
    const { status, body } = await connect(changes);
    expect([status, body.error]).toMatchObject([400, { code: 'parameter_invalid', param }]);
  });
  test('503 while Paymob does not answer', async () => {
    paymob.faults.add({ effect: 'lost', times: null });
    expect((await connect()).status).toBe(503);
  });
});

describe('a live payment through Paymob', () => {
  test('by card: Paymob’s page, the callback, and the buyer’s way back', async () => {
    const intent = await pay({ type: 'card' });
    expect(intent).toMatchObject({ status: 'REQUIRES_ACTION', nextAction: { type: 'redirect_to_url' } });
    expect(intent.nextAction?.redirectToUrl?.url).toContain(`${paymob.url}/unifiedcheckout/`);
    const { returnUrl } = paymob.pay(chargeOf(intent));
    const back = await fetch(atService(returnUrl ?? ''), { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    await becomes(intent.id, 'SUCCEEDED');
    const [charge] = (await intentOf(intent.id)).charges;
    expect(charge?.paymentMethodDetails?.card).toMatchObject({
      brand: 'mastercard',
      last4: '2346',
      expMonth: null,
      wallet: null,
    });
  });

  test('by card: the callback alone completes it', async () => {
    const intent = await pay({ type: 'card' });
    paymob.pay(chargeOf(intent));
    expect((await deliver()).status).toBe(200);
    await becomes(intent.id, 'SUCCEEDED');
  });

  test('by wallet and by kiosk', async () => {
    const wallet = await pay({ type: 'vodafone_cash', phone: '+201010101010' });
    expect(wallet.nextAction?.redirectToUrl?.url).toContain('/unifiedcheckout/step/');
    const kiosk = await pay({ type: 'aman', phone: '+201010101010' });
    const bill = paymob.records().find(({ reference }) => reference === chargeOf(kiosk));
    expect(kiosk.nextAction).toMatchObject({ displayVoucherDetails: { reference: String(bill?.id) } });
    const step = paymob.records().find(({ reference }) => reference === chargeOf(wallet));
    for (const each of [bill, step]) {
      paymob.settle(each?.id ?? 0);
      expect((await deliver()).status).toBe(200);
    }
    await Promise.all([becomes(wallet.id, 'SUCCEEDED'), becomes(kiosk.id, 'SUCCEEDED')]);
  });

  test('is authorized, captured once, and refunded in part', async () => {
    const held = await pay({ type: 'card' }, { captureMethod: 'manual' });
    paymob.pay(chargeOf(held));
    expect((await deliver()).status).toBe(200);
    await becomes(held.id, 'UNCAPTURED');
    const captured = await live('POST', `/payment-intents/${held.id}/capture`, { amountToCapture: 6_000 });
    expect(captured.body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 6_000 });
    await makeLiveFundsAvailable(world);
    const { body } = await live<Refund>('POST', '/refunds', { paymentIntentId: held.id, amount: 1_000 });
    expect(body).toMatchObject({ status: 'SUCCEEDED', amount: 1_000 });
    expect(paymob.records().filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 1_000 }]);
    expect(await world.findings()).toEqual([]);
  });

  test('that is canceled and paid all the same is sent back or kept as the account says', async () => {
    const intent = await pay({ type: 'card' });
    await live('POST', `/payment-intents/${intent.id}/cancel`, {});
    paymob.pay(chargeOf(intent));
    expect((await deliver()).status).toBe(200);
    await eventually(async () =>
      expect((await intentOf(intent.id)).charges[0]).toMatchObject({ outcome: { lateSuccess: true } }),
    );
  });
});

test.each(['valu', 'sympl'])('money of %s, which Paymob does not return, is sent by the merchant', async (type) => {
  const billingDetails = { name: 'Mona Adel', email: 'mona@example.com', phone: '+201010101010' };
  const intent = await pay({ type, billingDetails });
  paymob.pay(chargeOf(intent));
  expect((await deliver()).status).toBe(200);
  await becomes(intent.id, 'SUCCEEDED');
  expect((await intentOf(intent.id)).latestCharge?.processorCapabilities).toMatchObject({ supportsRefund: false });
  await makeLiveFundsAvailable(world);
  const { body: refund } = await live<Refund & AnyBody>('POST', '/refunds', {
    paymentIntentId: intent.id,
    amount: 4_000,
  });
  expect(refund).toMatchObject({ status: 'REQUIRES_ACTION', instructionsEmail: 'mona@example.com' });
  const { body: sent } = await live<Refund & AnyBody>('POST', `/refunds/${refund.id}/mark-paid`, { reference: 'FT-1' });
  const destinationDetails = { type: 'bank_transfer', bankTransfer: { reference: 'FT-1' } };
  expect(sent).toMatchObject({ status: 'SUCCEEDED', destinationDetails });
  expect(await world.findings()).toEqual([]);
});

test('a buyer who pays after the account was disconnected and connected again is led to the shop, and the money is found', async () => {
  const account = 'acct_again';
  const { id } = (await connect({}, account)).body;
  const intent = await payAt(account);
  await clientOf(account)('POST', `/payment-intents/${intent.id}/cancel`, {});
  const { returnUrl } = paymob.pay(chargeOf(intent));
  const path = `/operator/accounts/${account}/provider-connections/${id}`;
  await eventually(async () => expect((await operator('DELETE', path)).status).toBe(200));
  expect((await deliver()).status).toBe(404);
  expect((await connect({}, account)).status).toBe(201);
  const back = await fetch(atService(returnUrl ?? ''), { redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/']);
  expect((await deliver()).status).toBe(200);
  await eventually(async () => {
    const { body } = await clientOf(account)<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body.charges[0]).toMatchObject({ outcome: { lateSuccess: true } });
  });
});

test('of a connection that was deleted, money that no provider returns is refunded, and a notice of late money at another address is refused, to be repeated', async () => {
  const account = 'acct_leaving';
  const own = clientOf(account);
  const { id } = (await connect({}, account)).body;
  const body = { amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example' };
  const paymentMethod = { type: 'aman', phone: '+201010101010' };
  const start = async () =>
    (await own<PaymentIntent & AnyBody>('POST', '/payment-intents', { ...body, paymentMethod })).body;
  const paid = await start();
  paymob.pay(chargeOf(paid));
  expect((await deliver()).status).toBe(200);
  await eventually(async () =>
    expect((await own<PaymentIntent>('GET', `/payment-intents/${paid.id}`)).body.status).toBe('SUCCEEDED'),
  );
  const late = await start();
  await own('POST', `/payment-intents/${late.id}/cancel`, {});
  const path = `/operator/accounts/${account}/provider-connections/${id}`;
  await eventually(async () => expect((await operator('DELETE', path)).status).toBe(200));
  await makeLiveFundsAvailable(world);
  const instructions = { paymentIntentId: paid.id, amount: 1_000, instructionsEmail: 'mona@example.com' };
  expect((await own<Refund>('POST', '/refunds', instructions)).body).toMatchObject({ status: 'REQUIRES_ACTION' });
  paymob.pay(chargeOf(late));
  const atOther = ({ url, body }: SentCallback) => ({ url: url.replace(id, connected.id), body });
  expect((await deliver(atOther)).status).toBe(404);
});

describe('a callback', () => {
  test.each<readonly [string, (sent: SentCallback) => SentCallback]>([
    [
      'under another signature',
      ({ url, body }) => ({ url: url.replace(/hmac=(.)/, (_, first) => `hmac=${first === '0' ? '1' : '0'}`), body }),
    ],
    ['without a signature', ({ url, body }) => ({ url: url.replace(/\?.*/, ''), body })],
    ['that is cut in half', ({ url, body }) => ({ url, body: body.slice(0, body.length / 2) })],
    ['of another amount', ({ url, body }) => ({ url, body: body.replace('"amount_cents":10000', '"amount_cents":1') })],
    ['of another payment', ({ url, body }) => ({ url, body: body.replace(/"id":(\d+)/, '"id":1$1') })],
    ['that is no JSON', ({ url }) => ({ url, body: '<html>' })],
    ['that is empty', ({ url }) => ({ url, body: '' })],
  ])('%s is refused with 401, and changes nothing', async (_, spoil) => {
    const intent = await pay({ type: 'card' });
    paymob.pay(chargeOf(intent));
    const before = await dueOf(intent);
    expect((await deliver(spoil)).status).toBe(401);
    expect(await dueOf(intent)).toEqual(before);
    expect((await intentOf(intent.id)).status).toBe('REQUIRES_ACTION');
    expect((await deliver()).status).toBe(200);
    await becomes(intent.id, 'SUCCEEDED');
  });

  describe('at the address of another merchant, whose connection', () => {
    let other: ProviderConnection;
    beforeAll(async () => {
      other = (await connect({}, 'acct_other')).body;
    });
    const atOther = ({ url, body }: SentCallback) => ({ url: url.replace(connected.id, other.id), body });
    const paid = async (paymentMethod: object) => {
      const intent = await pay(paymentMethod);
      const { returnUrl } = paymob.pay(chargeOf(intent));
      return { intent, returnUrl: atService(returnUrl ?? '').replace(connected.id, other.id) };
    };

    test('is to the same account at Paymob, is the payment’s own, and so is its buyer who comes back there', async () => {
      const { intent } = await paid({ type: 'aman', phone: '+201010101010' });
      expect((await deliver(atOther)).status).toBe(200);
      await becomes(intent.id, 'SUCCEEDED');
      const { intent: byCard, returnUrl } = await paid({ type: 'card' });
      const back = await fetch(returnUrl, { redirect: 'manual' });
      expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
      await becomes(byCard.id, 'SUCCEEDED');
    });

    test('does not know the refund, makes that due by what the payment’s own connection has recorded', async () => {
      const { intent } = await paid({ type: 'card' });
      expect((await deliver(atOther)).status).toBe(200);
      await becomes(intent.id, 'SUCCEEDED');
      await makeLiveFundsAvailable(world);
      const { body: refund } = await live<Refund>('POST', '/refunds', { paymentIntentId: intent.id, amount: 1_000 });
      expect(refund.status).toBe('SUCCEEDED');
      const dueAt = async () => {
        const sql = 'select next_sync_at from refunds where id = $1';
        return (await world.db('payments').query<{ next_sync_at: Date | null }>(sql, [refund.id])).rows[0]
          ?.next_sync_at;
      };
      const before = await dueAt();
      paymob.faults.add({ effect: 'lost', times: null }); // so that the query that follows decides nothing
      expect((await deliver(atOther)).status).toBe(200);
      expect(await dueAt()).not.toEqual(before);
    });

    test('was deleted, completes the payment as well: Paymob may know no other address', async () => {
      const path = `/operator/accounts/acct_other/provider-connections/${other.id}`;
      expect((await operator('DELETE', path)).status).toBe(200);
      const { intent } = await paid({ type: 'aman', phone: '+201010101010' });
      expect((await deliver(atOther)).status).toBe(200);
      await becomes(intent.id, 'SUCCEEDED');
    });

    test('is to another account at Paymob, changes nothing, and leads its buyer nowhere', async () => {
      other = (await connect({}, 'acct_other')).body;
      await world.db('payments').query(`update connections set provider_account = 'other' where id = $1`, [other.id]);
      const { intent, returnUrl } = await paid({ type: 'card' });
      const before = await dueOf(intent);
      expect((await deliver(atOther)).status).toBe(200);
      expect((await fetch(returnUrl, { redirect: 'manual' })).status).toBe(404);
      expect(await dueOf(intent)).toEqual(before);
    });
  });

  test('at an address that no connection has is refused', async () => {
    const intent = await pay({ type: 'card' });
    paymob.pay(chargeOf(intent));
    const missing = await deliver(({ url, body }) => ({ url: url.replace(connected.id, 'pvc_none'), body }));
    expect(missing.status).toBe(404);
  });

  test('twice, and once more after the refund, is one payment', async () => {
    const intent = await pay({ type: 'card' });
    paymob.pay(chargeOf(intent));
    const sent = paymob.callbacks.at(-1);
    expect(await Promise.all([deliver(), deliver()])).toMatchObject([{ status: 200 }, { status: 200 }]);
    await becomes(intent.id, 'SUCCEEDED');
    await makeLiveFundsAvailable(world);
    const refund = await live<Refund>('POST', '/refunds', { paymentIntentId: intent.id });
    expect([refund.status, refund.body.status]).toEqual([201, 'SUCCEEDED']);
    expect((await deliver((last) => sent ?? last)).status).toBe(200);
    const [charge, ...others] = (await intentOf(intent.id)).charges;
    expect(others).toEqual([]);
    expect(charge).toMatchObject({ amountCaptured: 10_000, amountRefunded: 10_000 });
    expect(await world.findings()).toEqual([]);
  });
});

describe('a capture that Paymob leaves pending', () => {
  const held = async (): Promise<PaymentIntent> => {
    const intent = await pay({ type: 'card' }, { captureMethod: 'manual' });
    paymob.pay(chargeOf(intent));
    expect((await deliver()).status).toBe(200);
    await becomes(intent.id, 'UNCAPTURED');
    return intent;
  };
  const capture = (intent: PaymentIntent, amountToCapture: number) =>
    live<PaymentIntent & AnyBody>('POST', `/payment-intents/${intent.id}/capture`, { amountToCapture });
  const childOf = (intent: PaymentIntent) => {
    const child = paymob
      .records()
      .findLast(({ kind, reference }) => kind === 'capture' && reference === chargeOf(intent));
    if (!child) throw new Error('Paymob has no capture');
    return child;
  };
  const capturesOf = async (intent: PaymentIntent): Promise<readonly string[]> => {
    const { rows } = await world
      .db('payments')
      .query<{ amount: string; status: string }>(
        'select amount, status from captures where charge_id = $1 order by n',
        [chargeOf(intent)],
      );
    return rows.map(({ amount, status }) => `${amount} ${status}`);
  };
  const attemptsAre = (intent: PaymentIntent, attempts: number) =>
    eventually(async () => {
      const { rows } = await world
        .db('payments')
        .query(
          'select sync_attempts as attempts, next_sync_at > now() as "isLater" from captures where charge_id = $1',
          [chargeOf(intent)],
        );
      expect(rows).toEqual([{ attempts, isLater: true }]);
    });
  const makeCaptureDue = (intent: PaymentIntent) => world.makeDue('captures', `charge_id = '${chargeOf(intent)}'`);
  /** A hold of 100.00 with a capture of 20.00 that Paymob has not decided, after one query about it. */
  const pending = async (): Promise<PaymentIntent> => {
    const intent = await held();
    paymob.plan('capture', 'pending');
    expect((await capture(intent, 2_000)).body).toMatchObject({ status: 'UNCAPTURED', amountReceived: 0 });
    await makeCaptureDue(intent);
    await attemptsAre(intent, 1);
    return intent;
  };
  const receives = (intent: PaymentIntent, amountReceived: number) =>
    eventually(async () =>
      expect(await intentOf(intent.id)).toMatchObject({
        status: 'SUCCEEDED',
        amountReceived,
        amountCapturable: 0,
        lastPaymentError: null,
      }),
    );

  test('stays undecided, however often it is queried, and nothing else is captured or released meanwhile', async () => {
    const intent = await pending();
    await makeCaptureDue(intent);
    await attemptsAre(intent, 2);
    expect(await intentOf(intent.id)).toMatchObject({ status: 'UNCAPTURED', lastPaymentError: null });
    const [other, canceled] = [
      await capture(intent, 1_500),
      await live<AnyBody>('POST', `/payment-intents/${intent.id}/cancel`, {}),
    ];
    expect([other.body.error?.code, canceled.body.error?.code]).toEqual([
      'payment_still_confirming',
      'payment_still_confirming',
    ]);
    expect(await capturesOf(intent)).toEqual(['2000 PENDING']);
    expect(await world.findings()).toEqual([]);
  });

  test('is recorded once when it is approved and no callback says so', async () => {
    const intent = await pending();
    paymob.settle(childOf(intent).id);
    await makeCaptureDue(intent);
    await receives(intent, 2_000);
    expect(await capturesOf(intent)).toEqual(['2000 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });

  test('is recorded as soon as a callback says that it is approved, and once', async () => {
    const intent = await pending();
    await world.db('payments').query(
      `update captures set created_at = created_at - interval '1 day', next_sync_at = now() + interval '1 day'
       where charge_id = $1`,
      [chargeOf(intent)],
    );
    paymob.settle(childOf(intent).id);
    for (let round = 0; round < 2; round += 1) {
      expect((await deliver()).status).toBe(200);
      await receives(intent, 2_000);
    }
    expect(await capturesOf(intent)).toEqual(['2000 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });

  test('leaves the hold to another capture once it is declined', async () => {
    const intent = await pending();
    paymob.settle(childOf(intent).id, 'declined');
    expect((await deliver()).status).toBe(200);
    await makeCaptureDue(intent);
    await eventually(async () => {
      const { lastPaymentError } = await intentOf(intent.id);
      expect(lastPaymentError?.merchantMessage).toMatch(/^Paymob: /);
    });
    expect(await intentOf(intent.id)).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
    expect(await capturesOf(intent)).toEqual(['2000 FAILED']);
    expect((await capture(intent, 1_500)).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 1_500 });
    expect(await capturesOf(intent)).toEqual(['2000 FAILED', '1500 SUCCEEDED']);
    expect(await world.findings()).toEqual([]);
  });
});

describe('a buyer', () => {
  test('who comes back twice is led to the shop twice and pays once', async () => {
    const intent = await pay({ type: 'card' });
    const { returnUrl } = paymob.pay(chargeOf(intent));
    for (let i = 0; i < 2; i++) {
      const back = await fetch(atService(returnUrl ?? ''), { redirect: 'manual' });
      expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    }
    await becomes(intent.id, 'SUCCEEDED');
    expect((await intentOf(intent.id)).charges).toHaveLength(1);
  });

  test('who comes back with the reference of another payment pays nothing of it', async () => {
    const [paid, unpaid] = [await pay({ type: 'card' }), await pay({ type: 'card' })];
    const { returnUrl } = paymob.pay(chargeOf(paid));
    const swapped = new URL(atService(returnUrl ?? ''));
    for (const [name, value] of [...swapped.searchParams])
      if (value.includes(chargeOf(paid)))
        swapped.searchParams.set(name, value.replace(chargeOf(paid), chargeOf(unpaid)));
    expect((await fetch(swapped, { redirect: 'manual' })).status).toBe(303);
    expect((await intentOf(unpaid.id)).status).toBe('REQUIRES_ACTION');
  });

  test('who comes back with no reference of ours is at the wrong address', async () => {
    const { returnUrl } = paymob.pay(chargeOf(await pay({ type: 'card' })));
    expect(
      (await fetch(atService(returnUrl ?? '').replace(/\?.*/, '?success=true'), { redirect: 'manual' })).status,
    ).toBe(404);
  });
});

describe('keys that Paymob refuses', () => {
  const refusal = {
    effect: 'status',
    status: 401,
    body: { detail: 'incorrect credentials' },
    path: '/v1/intention/',
  } as const;
  const connectionOf = async (merchantId: string, { id }: ProviderConnection) =>
    (await operator<ProviderConnection>('GET', `/operator/accounts/${merchantId}/provider-connections/${id}`)).body;

  test('once are tried again: the connection stays active, the buyer is not charged, and the next payment goes through it', async () => {
    const made = (await connect({}, 'acct_blip')).body;
    paymob.faults.add(refusal);
    expect((await payAt('acct_blip')).status).toBe('REQUIRES_PAYMENT_METHOD');
    expect(await connectionOf('acct_blip', made)).toMatchObject({ status: 'ACTIVE', lastError: null });
    expect((await payAt('acct_blip')).status).toBe('REQUIRES_ACTION');
  });

  test('twice end new payments of the connection, which says why', async () => {
    const made = (await connect({}, 'acct_revoked')).body;
    paymob.faults.add({ ...refusal, times: null });
    await payAt('acct_revoked');
    expect(await connectionOf('acct_revoked', made)).toMatchObject({
      status: 'INVALID',
      lastError: 'Paymob does not accept the secret key: incorrect credentials',
    });
    expect((await payAt('acct_revoked')).error?.code).toBe('merchant_not_activated');
    expect(await problems()).toContainEqual(
      expect.stringMatching(
        `^The paymob connection ${made.id} of acct_revoked is INVALID and takes no payments: Paymob .+: incorrect credentials\\. Replace its credentials with`,
      ),
    );
  });
});

test('a connection that brings no answers is a problem for the operator, until it answers again', async () => {
  const { id } = (await connect({}, 'acct_away')).body;
  const away = `The paymob connection ${id} of acct_away did not answer`;
  paymob.faults.add({ effect: 'html_500', path: '/v1/intention/', times: null });
  for (let i = 0; i < 3; i++) expect((await payAt('acct_away')).error).toBeUndefined();
  expect(await problems()).toContainEqual(`${away} 3 of its 3 payments of the last 15 minutes.`);
  paymob.faults.clear();
  for (let i = 0; i < 4; i++) expect((await payAt('acct_away')).status).toBe('REQUIRES_ACTION');
  expect((await problems()).filter((sentence) => sentence.startsWith(away))).toEqual([]);
});

test('a payment moves to the next connection while the first cannot prepare it', async () => {
  const second = (await connect()).body;
  // Both connections are of one account: only their own order tells them apart.
  paymob.faults.add({ effect: 'html_500', path: '/v1/intention/', times: 2 });
  const intent = await pay({ type: 'card' });
  expect(intent.status).toBe('REQUIRES_ACTION');
  const { rows } = await world
    .db('payments')
    .query(`select connection_id from charges where id = $1`, [chargeOf(intent)]);
  expect(rows).toEqual([{ connection_id: second.id }]);
  paymob.pay(chargeOf(intent));
  expect((await deliver()).status).toBe(200);
  await becomes(intent.id, 'SUCCEEDED');
});
