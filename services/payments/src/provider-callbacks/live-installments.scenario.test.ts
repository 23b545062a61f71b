import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PaymentIntent, ProviderConnection, Refund } from '@mizan/contracts';
import { log } from '@mizan/service-kit';
import { startTabbyStandIn, startTamaraStandIn, type TabbyStandIn, type TamaraStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from './live-funds.test-support.ts';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let tabby: TabbyStandIn;
let tamara: TamaraStandIn;
let world: PaymentsWorld;
let live: Api;

const credentialsOf = {
  tabby: () => ({
    secretKey: tabby.account.secretKey,
    merchantCode: tabby.account.merchantCode,
    country: tabby.account.market,
  }),
  tamara: () => ({ ...tamara.account }),
};
type Provider = keyof typeof credentialsOf;
const connect = (provider: Provider, changes: object = {}, account = 'acct_test') =>
  world.operatorClient('payments')<ProviderConnection & AnyBody>(
    'POST',
    `/operator/accounts/${account}/provider-connections`,
    { provider, credentials: { ...credentialsOf[provider](), ...changes } },
  );

beforeAll(async () => {
  tabby = await startTabbyStandIn({ market: 'SA', retryDelaysMs: [] });
  tamara = await startTamaraStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: {
      MIZAN_TABBY_KSA_API_URL: tabby.url,
      MIZAN_TAMARA_API_URL: tamara.url,
      MIZAN_PROVIDER_SANDBOX: 'allow',
    },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
    },
  });
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  for (const provider of ['tabby', 'tamara'] as const) {
    const { status, body } = await connect(provider);
    expect([status, body]).toMatchObject([201, { provider, methods: [{ type: provider }] }]);
    for (const secret of [tabby.account.secretKey, tamara.account.apiToken, tamara.account.notificationToken])
      expect(JSON.stringify(body)).not.toContain(secret);
  }
});
afterAll(async () => {
  await world.stop();
  await Promise.all([tabby.close(), tamara.close()]);
});

const pay = async (type: Provider, more: object = {}, client = live) =>
  (
    await client<PaymentIntent & AnyBody>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'SAR',
      confirm: true,
      returnUrl: 'https://shop.example/thanks',
      paymentMethod: {
        type,
        billingDetails: { name: 'Mona Adel', email: 'mona@example.com', phone: '+966500000001' },
      },
      ...more,
    })
  ).body;
const act = (type: Provider, chargeId: string, isAgreed = true) =>
  type === 'tabby'
    ? tabby.act(chargeId, isAgreed ? 'approve' : 'reject')
    : tamara.act(chargeId, isAgreed ? 'approve' : 'decline');
const chargeOf = ({ charges }: PaymentIntent): string => charges[0]?.id ?? '';
const intentOf = async (id: string) => (await live<PaymentIntent>('GET', `/payment-intents/${id}`)).body;
const becomes = (id: string, status: string) =>
  eventually(async () => expect((await intentOf(id)).status).toBe(status));

/** Delivers the last notification of a provider as it was sent: no gateway runs here. */
async function deliver(type: Provider, isForged = false, spoil = (body: string) => body): Promise<number> {
  const standIn = type === 'tabby' ? tabby : tamara;
  await standIn.idle();
  const last = standIn.callbacks.at(-1);
  if (!last) throw new Error(`${type} has sent no notification`);
  const url = new URL(last.url.replace(/^https?:\/\/[^/]+/, world.urls.payments ?? ''));
  const registered = tabby.snapshot().webhooks.find((webhook) => last.url === webhook.url)?.header;
  if (isForged) url.searchParams.set('tamaraToken', 'forged');
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(registered && { [registered.title]: isForged ? 'forged' : registered.value }),
    },
    body: spoil(last.body),
  });
  return answer.status;
}

test.each([
  ['tabby', 'secretKey', 'sk_test_unknown0'],
  ['tabby', 'merchantCode', 'other'],
  ['tamara', 'apiToken', 'x'.repeat(40)],
] as const)('400 parameter_invalid names the credential of %s that is wrong: %s', async (provider, name, value) => {
  const { status, body } = await connect(provider, { [name]: value });
  expect([status, body.error]).toMatchObject([400, { code: 'parameter_invalid', param: `credentials.${name}` }]);
});

test('connecting again registers no second address at Tabby', async () => {
  expect((await connect('tabby')).status).toBe(201);
  expect(tabby.snapshot().webhooks).toHaveLength(2);
  const { body } = await world.operatorClient('payments')<{ data: ProviderConnection[] }>(
    'GET',
    '/operator/accounts/acct_test/provider-connections',
  );
  const id = body.data.find(({ provider }) => provider === 'tabby')?.id;
  const check = `/operator/accounts/acct_test/provider-connections/${id}/check`;
  expect((await world.operatorClient('payments')('POST', check, {})).status).toBe(200);
  expect(tabby.snapshot().webhooks).toHaveLength(2);
});

test('an account at Tabby that pays another party is refused before an address is registered; Tamara names no account', async () => {
  const connectOther = (provider: Provider) =>
    world.operatorClient('payments')<AnyBody>('POST', '/operator/accounts/acct_other/provider-connections', {
      provider,
      settlesTo: 'merchant',
      credentials: credentialsOf[provider](),
    });
  const registered = tabby.snapshot().webhooks.length;
  const refused = await connectOther('tabby');
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'settlesTo' }]);
  expect(tabby.snapshot().webhooks).toHaveLength(registered);
  expect((await connectOther('tamara')).status).toBe(201);
});

describe.each(['tabby', 'tamara'] as const)('%s', (type) => {
  test('a forged notification changes nothing, and the true one completes the payment, however often it arrives', async () => {
    const intent = await pay(type);
    expect(intent).toMatchObject({
      status: 'REQUIRES_ACTION',
      nextAction: { redirectToUrl: { url: expect.any(String) } },
    });
    act(type, chargeOf(intent));
    expect(await deliver(type, true)).toBe(401);
    expect((await intentOf(intent.id)).status).toBe('REQUIRES_ACTION');
    expect(await deliver(type)).toBe(200);
    await becomes(intent.id, 'SUCCEEDED');
    expect(await deliver(type)).toBe(200);
    expect(await intentOf(intent.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
  });
  test('a notification of money for a charge that is not known here is accepted and logged, once', async () => {
    const warned = jest.spyOn(log, 'warn');
    const intent = await pay(type);
    const chargeId = chargeOf(intent);
    act(type, chargeId);
    const ofUnknown = (body: string) => body.replace(chargeId, 'ch_before_the_restore');
    expect(await deliver(type, false, (body) => ofUnknown(body).replace(/authorized|approved/, 'declined'))).toBe(200);
    expect(await deliver(type, false, ofUnknown)).toBe(200);
    expect(await deliver(type)).toBe(200);
    const connectionId = expect.stringMatching(/^pvc_/); // Tabby notifies every connection of the account
    const lines = warned.mock.calls.map(([line]) => line as unknown as Readonly<Record<string, unknown>>);
    warned.mockRestore();
    expect(lines.filter(({ event }) => event === 'provider.unknown_charge_paid')).toEqual([
      {
        event: 'provider.unknown_charge_paid',
        ...{ provider: type, connectionId, merchantId: 'acct_test', chargeId: 'ch_before_the_restore' },
        reference: type === 'tabby' ? tabby.payment(chargeId).id : tamara.order(chargeId).id,
      },
    ]);
  });
  test('a buyer who comes back is believed only as the provider says', async () => {
    const intent = await pay(type);
    const { connectionId } = intent.charges[0]?.config ?? {};
    const back = `${world.urls.payments}/providers/${type}/return/${connectionId}?charge=${chargeOf(intent)}`;
    const come = () => fetch(back, { redirect: 'manual' });
    expect((await come()).headers.get('location')).toBe('https://shop.example/thanks');
    expect((await intentOf(intent.id)).status).toBe('REQUIRES_ACTION');
    act(type, chargeOf(intent));
    await eventually(async () => {
      await come();
      expect((await intentOf(intent.id)).status).toBe('SUCCEEDED');
    });
  });
  test('a buyer whom the provider declines may try again at once', async () => {
    const intent = await pay(type);
    act(type, chargeOf(intent), false);
    await deliver(type);
    await becomes(intent.id, 'REQUIRES_PAYMENT_METHOD');
    expect((await intentOf(intent.id)).lastPaymentError).toMatchObject({ declineCode: 'customer_rejected' });
    const paymentMethod = { type, billingDetails: { name: 'Mona', email: 'mona@example.com', phone: '+966500000001' } };
    const again = await live<PaymentIntent>('POST', `/payment-intents/${intent.id}/confirm`, { paymentMethod });
    expect([again.status, again.body.status]).toEqual([200, 'REQUIRES_ACTION']);
  });
  test('a hold is captured in part and its rest released, and the captured part is refunded once', async () => {
    const intent = await pay(type, { captureMethod: 'manual' });
    act(type, chargeOf(intent));
    await deliver(type);
    await becomes(intent.id, 'UNCAPTURED');
    const captured = await live<PaymentIntent>('POST', `/payment-intents/${intent.id}/capture`, {
      amountToCapture: 6_000,
    });
    expect([captured.status, captured.body]).toMatchObject([200, { status: 'SUCCEEDED', amountReceived: 6_000 }]);
    await makeLiveFundsAvailable(world);
    const refund = await live<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: intent.id, amount: 4_000 });
    expect([refund.status, refund.body]).toMatchObject([201, { status: 'SUCCEEDED', amount: 4_000 }]);
    const made = type === 'tabby' ? tabby.payment(chargeOf(intent)).refunds : tamara.order(chargeOf(intent)).refunds;
    expect(made.map(({ amount }) => amount)).toEqual([4_000]);
  });
  test('a canceled hold is released at the provider', async () => {
    const intent = await pay(type, { captureMethod: 'manual' });
    act(type, chargeOf(intent));
    await deliver(type);
    await becomes(intent.id, 'UNCAPTURED');
    await live('POST', `/payment-intents/${intent.id}/cancel`, {});
    await eventually(() => {
      if (type === 'tabby') expect(tabby.payment(chargeOf(intent))).toMatchObject({ status: 'CLOSED', captures: [] });
      else expect(tamara.order(chargeOf(intent)).status).toBe('canceled');
    });
  });
});

test('a capture under a reference that Tabby knows from before the database was restored books what Tabby has captured', async () => {
  const intent = await pay('tabby', { captureMethod: 'manual' });
  const chargeId = chargeOf(intent);
  tabby.act(chargeId);
  await deliver('tabby');
  await becomes(intent.id, 'UNCAPTURED');
  const before = await fetch(`${tabby.url}/api/v2/payments/${tabby.payment(chargeId).id}/captures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tabby.account.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '30.00', reference_id: `${chargeId}:cap:1` }),
  });
  expect(before.status).toBe(200);
  const capture = async (amountToCapture: number) => {
    const body = { amountToCapture, finalCapture: false };
    return live<PaymentIntent>('POST', `/payment-intents/${intent.id}/capture`, body);
  };
  const first = await capture(6_000);
  expect([first.status, first.body]).toMatchObject([200, { amountReceived: 3_000, amountCapturable: 7_000 }]);
  const second = await capture(6_000);
  expect([second.status, second.body]).toMatchObject([200, { amountReceived: 9_000, amountCapturable: 1_000 }]);
  const { captures } = tabby.payment(chargeId);
  expect(captures.map(({ amount }) => amount)).toEqual([3_000, 6_000]);
  expect(await world.findings()).toEqual([]);
});

test('a connection whose account Tamara does not name keeps its API token while a payment is open', async () => {
  const operator = world.operatorClient('payments');
  const path = '/operator/accounts/acct_test/provider-connections';
  const { body } = await operator<{ data: ProviderConnection[] }>('GET', path);
  const id = body.data.find(({ provider }) => provider === 'tamara')?.id ?? '';
  const replace = (credentials: object) => operator<AnyBody>('PATCH', `${path}/${id}`, { credentials });
  const intent = await pay('tamara');
  const refused = await replace({ apiToken: tamara.addAccount() });
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    {
      code: 'resource_in_use',
      param: 'credentials',
      message: expect.stringContaining('may belong to another account'),
    },
  ]);
  expect((await replace({ apiToken: tamara.account.apiToken })).status).toBe(200);
  const { notificationToken } = tamara.account;
  expect((await replace({ notificationToken: 'another-notification-token' })).status).toBe(200);
  expect((await replace({ notificationToken })).status).toBe(200);
  act('tamara', chargeOf(intent));
  await deliver('tamara');
  await becomes(intent.id, 'SUCCEEDED');

  // Nothing would ever be decided with a token that Tamara refuses.
  const stranded = await pay('tamara');
  tamara.revokeCredentials();
  expect((await replace({ apiToken: tamara.addAccount() })).status).toBe(200);
  tamara.revokeCredentials(false);
  expect((await intentOf(stranded.id)).status).toBe('REQUIRES_ACTION');
});

test('Tabby’s notifications to the address of a former connection are accepted once the account is connected again', async () => {
  const { id, callbackUrl } = (await connect('tabby', {}, 'acct_again')).body;
  const path = `/operator/accounts/acct_again/provider-connections/${id}`;
  expect((await world.operatorClient('payments')('DELETE', path)).status).toBe(200);
  const header = tabby.snapshot().webhooks.find(({ url }) => url === callbackUrl)?.header;
  const notify = async (value = '') => {
    const headers = { 'content-type': 'application/json', [header?.title ?? '']: value };
    const url = callbackUrl.replace(/^https?:\/\/[^/]+/, world.urls.payments ?? '');
    return (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
  };
  expect(await notify(header?.value)).toBe(404);
  expect((await connect('tabby', {}, 'acct_again')).status).toBe(201);
  expect(await notify('forged')).toBe(401);
  expect(await notify(header?.value)).toBe(200);
});

test.each(['tabby', 'tamara'] as const)(
  'a payment of a deleted connection is refunded once the account is connected again: %s',
  async (type) => {
    const account = `acct_again_${type}`;
    const own = world.merchantClient('payments', { merchantId: account, livemode: true });
    const operator = world.operatorClient('payments');
    const { id } = (await connect(type, {}, account)).body;
    const intent = await pay(type, {}, own);
    act(type, chargeOf(intent));
    const back = `${world.urls.payments}/providers/${type}/return/${id}?charge=${chargeOf(intent)}`;
    expect((await fetch(back, { redirect: 'manual' })).status).toBe(303);
    const read = async () => (await own<PaymentIntent>('GET', `/payment-intents/${intent.id}`)).body;
    await eventually(async () => expect((await read()).status).toBe('SUCCEEDED'));
    await makeLiveFundsAvailable(world);
    const refund = () => own<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: intent.id, amount: 1_000 });
    const path = `/operator/accounts/${account}/provider-connections/${id}`;
    await eventually(async () => expect((await operator('DELETE', path)).status).toBe(200));
    expect((await refund()).body).toMatchObject({ error: { code: 'merchant_not_activated' } });
    expect((await connect(type, {}, account)).status).toBe(201);
    expect((await refund()).body).toMatchObject({ status: 'SUCCEEDED', amount: 1_000 });
  },
);
