import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, ProviderConnection, Refund } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import {
  type FawryStandIn,
  type PaymobStandIn,
  startFawryStandIn,
  startPaymobStandIn,
  startTabbyStandIn,
  startTamaraStandIn,
  type TabbyStandIn,
  type TamaraStandIn,
} from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import { reconcile } from './reconciliation.test-support.ts';

let paymob: PaymobStandIn;
let fawry: FawryStandIn;
let tabby: TabbyStandIn;
let tamara: TamaraStandIn;
let world: PaymentsWorld;
let operator: Api;
let live: Api;

const connections = new Map<string, string>();
async function connect(provider: string, credentials: object): Promise<void> {
  const path = '/operator/accounts/acct_test/provider-connections';
  const { status, body } = await operator<ProviderConnection>('POST', path, { provider, credentials });
  expect([status, body]).toMatchObject([201, {}]);
  connections.set(provider, body.id);
}

beforeAll(async () => {
  const options = { retryDelaysMs: [] };
  [paymob, fawry, tabby, tamara] = await Promise.all([
    startPaymobStandIn(options),
    startFawryStandIn(options),
    startTabbyStandIn({ ...options, market: 'SA' }),
    startTamaraStandIn(options),
  ]);
  world = await startPayments({
    env: {
      MIZAN_PAYMOB_EGYPT_API_URL: paymob.url,
      MIZAN_FAWRY_API_URL: fawry.url,
      MIZAN_TABBY_KSA_API_URL: tabby.url,
      MIZAN_TAMARA_API_URL: tamara.url,
      MIZAN_PROVIDER_SANDBOX: 'allow',
    },
    answers: {
      getAccount: (_request, { merchantId }) => {
        if (merchantId === 'acct_none') throw new Problem('resource_missing', 'No such account.');
        return { ...demoProfile(merchantId), livePaymentsEnabled: true };
      },
    },
  });
  operator = world.operatorClient('payments');
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  await connect('paymob', { apiKey, secretKey, publicKey, hmacSecret });
  await connect('fawry', fawry.account);
  const { market: country, ...keys } = tabby.account;
  await connect('tabby', { ...keys, country });
  await connect('tamara', tamara.account);
});
afterEach(() => paymob.faults.clear());
afterAll(async () => {
  await world.stop();
  await Promise.all([paymob.close(), fawry.close(), tabby.close(), tamara.close()]);
});

test.each([
  ['accountId=acct_none', 'accountId', 'No account `acct_none`.'],
  ['connectionId=pvc_none', 'connectionId', 'No provider connection `pvc_none`.'],
  ['accountId=acct_test&connectionId=pvc_none', 'connectionId', 'No provider connection `pvc_none`.'],
])('404 for %s, which would otherwise look as if everything agreed', async (filter, param, message) => {
  const period = 'from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z';
  const { status, body } = await operator<AnyBody>('GET', `/operator/reconciliation?${period}&${filter}`);
  expect([status, body.error]).toMatchObject([404, { code: 'resource_missing', param }]);
  expect(body.error?.message).toContain(message);
});

test('an account without a connection has nothing to compare', async () => {
  expect(await reconcile(operator, { accountId: 'acct_new' })).toEqual({ findings: [], totals: [] });
});

const billingDetails = { name: 'Mona Adel', email: 'mona@example.com', phone: '+966500000001' };
const methods = {
  card: { paymentMethod: { type: 'card' }, currency: 'EGP' },
  fawry: { paymentMethod: { type: 'fawry', phone: '+201012345678' }, currency: 'EGP' },
  tabby: { paymentMethod: { type: 'tabby', billingDetails }, currency: 'SAR' },
  tamara: { paymentMethod: { type: 'tamara', billingDetails }, currency: 'SAR' },
} as const;

/** Starts a payment of 100.00, which waits for its buyer. */
async function start(method: keyof typeof methods, more: object = {}): Promise<PaymentIntent> {
  const terms = { amount: 10_000, confirm: true, returnUrl: 'https://shop.example/thanks' };
  const { body } = await live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    ...terms,
    ...methods[method],
    ...more,
  });
  expect(body).toMatchObject({ status: 'REQUIRES_ACTION' });
  return body;
}
const chargeOf = ({ charges }: PaymentIntent): string => charges[0]?.id ?? '';

/** The buyer pays, and the platform queries the provider. */
async function settle(method: keyof typeof methods, intent: PaymentIntent, status = 'SUCCEEDED'): Promise<string> {
  const charge = chargeOf(intent);
  if (method === 'card') paymob.pay(charge);
  if (method === 'fawry') fawry.pay(intent.nextAction?.displayVoucherDetails?.reference ?? '');
  if (method === 'tabby') tabby.act(charge);
  if (method === 'tamara') tamara.act(charge);
  await world.makeDue('charges', `id = '${charge}'`);
  await eventually(async () =>
    expect((await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`)).body.status).toBe(status),
  );
  return charge;
}
const pay = async (method: keyof typeof methods, more: object = {}) => settle(method, await start(method, more));

async function refund(chargeId: string, amount: number, ends = 'SUCCEEDED'): Promise<string> {
  await makeLiveFundsAvailable(world);
  const { status, body } = await live<Refund>('POST', '/refunds', { chargeId, amount });
  expect([status, body]).toMatchObject([201, { status: ends }]);
  return body.id;
}
const found = async (charge: string) =>
  (await reconcile(operator)).findings.filter(({ chargeId }) => chargeId === charge);
const side = (state: string, amount: number, currency = 'EGP') => ({ state, amount, currency });

test('a connection is among what was compared although nothing has brought money yet', async () => {
  await start('card');
  const compared = await reconcile(operator, { connectionId: connections.get('paymob') ?? '' });
  const nothing = { payments: 0, amount: 0, refunds: 0, amountRefunded: 0 };
  expect(compared).toMatchObject({
    findings: [],
    totals: [{ provider: 'paymob', coverage: 'query', currency: 'EGP', ...nothing }],
  });
});

test('a day with four providers agrees, and says of which only known payments were compared', async () => {
  await start('card'); // waits for its buyer
  const charges = { card: await pay('card'), tabby: await pay('tabby'), tamara: await pay('tamara') };
  await pay('fawry');
  const hold = await start('card', { captureMethod: 'manual' });
  await settle('card', hold, 'UNCAPTURED');
  await live('POST', `/payment-intents/${hold.id}/capture`, { amountToCapture: 6_000 });
  for (const charge of Object.values(charges)) await refund(charge, 2_500);
  const { findings, totals } = await reconcile(operator);
  expect(findings).toEqual([]);
  const total = (provider: string, coverage: string, more: object = {}) => ({
    ...{ accountId: 'acct_test', connectionId: connections.get(provider), provider, coverage, currency: 'SAR' },
    ...{ payments: 1, amount: 10_000, refunds: 1, amountRefunded: 2_500, ...more },
  });
  expect(totals).toHaveLength(4);
  expect(totals).toEqual(
    expect.arrayContaining([
      total('paymob', 'query', { currency: 'EGP', payments: 2, amount: 16_000 }),
      total('fawry', 'query', { currency: 'EGP', refunds: 0, amountRefunded: 0 }),
      total('tabby', 'list'),
      total('tamara', 'query'),
    ]),
  );
});

describe('at Paymob', () => {
  /** On its dashboard, without the platform. */
  async function refundAtPaymob(charge: string, amount_cents: number): Promise<void> {
    const sale = paymob.records().findLast(({ reference, kind }) => reference === charge && kind === 'payment');
    const { status } = await fetch(`${paymob.url}/api/acceptance/void_refund/refund`, {
      method: 'POST',
      headers: { authorization: `Token ${paymob.liveAccount.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ transaction_id: sale?.id, amount_cents }),
    });
    expect(status).toBeLessThan(300);
  }

  test('a second payment of one order is doubled', async () => {
    const charge = await pay('card');
    const { transactionId } = paymob.pay(charge);
    expect(await found(charge)).toMatchObject([
      { kind: 'doubled', reference: String(transactionId), there: side('captured', 10_000) },
    ]);
  });

  test('a payment whose callback was lost is in another state', async () => {
    const charge = chargeOf(await start('card'));
    const { transactionId } = paymob.pay(charge);
    expect(await found(charge)).toMatchObject([
      { kind: 'state_differs', reference: String(transactionId), here: side('waiting', 10_000) },
    ]);
  });

  test('a refund that was made there is missing here, and one of the same amount as ours doubled', async () => {
    const charge = await pay('card');
    await refund(charge, 1_000);
    for (const amount of [700, 1_000]) await refundAtPaymob(charge, amount);
    expect(await found(charge)).toMatchObject([
      { kind: 'refund_missing_here', here: null, there: side('succeeded', 700) },
      { kind: 'refund_doubled', here: null, there: side('succeeded', 1_000) },
    ]);
  });

  const path = '/api/acceptance/void_refund/refund';
  const transactionIdOf = (amount: number): string =>
    String(paymob.records().findLast((each) => each.kind === 'refund' && each.amount === amount)?.id);

  test.each(['succeeded', 'pending'] as const)(
    'a refund that was made there, and is %s, is missing here beside one of its amount that was sent later',
    async (state) => {
      const charge = await pay('card');
      if (state === 'pending') paymob.plan('refund', 'pending');
      await refundAtPaymob(charge, 2_100);
      paymob.faults.add({ effect: 'lost', method: 'POST', path, times: 1 });
      await refund(charge, 2_100, 'PENDING');
      expect(await found(charge)).toMatchObject([
        {
          ...{ kind: 'refund_missing_here', refundId: null, reference: transactionIdOf(2_100) },
          ...{ here: null, there: side(state, 2_100) },
        },
      ]);
    },
  );

  test('a refund that was made there is missing here beside one of its amount that was not sent yet', async () => {
    const charge = await pay('card');
    paymob.faults.add({ effect: 'html_500', path: '/api/', times: null });
    await refund(charge, 2_200, 'PENDING');
    paymob.faults.clear();
    await refundAtPaymob(charge, 2_200);
    const reference = transactionIdOf(2_200);
    expect(await found(charge)).toMatchObject([{ kind: 'refund_missing_here', refundId: null, reference }]);
  });

  test('a refund that was resolved without its transaction agrees with it after another one was sent', async () => {
    const charge = await pay('card');
    paymob.faults.add({ effect: 'lost', method: 'POST', path, times: 1 });
    const refundId = await refund(charge, 2_300, 'PENDING');
    // As if the provider had been queried about it half a day ago.
    const aged = `
      update refunds set created_at = created_at - interval '25 hours', sync_attempts = 6,
        next_sync_at = now() + interval '12 hours' where id = $1`;
    await world.db('payments').query(aged, [refundId]);
    const { status, body } = await operator('POST', `/operator/refunds/${refundId}/resolve`, { outcome: 'succeeded' });
    expect([status, body]).toMatchObject([200, { status: 'SUCCEEDED' }]);
    expect(await found(charge)).toMatchObject([{ kind: 'refund_missing_there', refundId }]);
    await refundAtPaymob(charge, 2_300); // the request takes effect
    expect(await found(charge)).toEqual([]);
    await refund(charge, 700);
    expect(await found(charge)).toEqual([]);
  });

  test('a refund whose answer was lost is pending here and succeeded there, until it is queried', async () => {
    const charge = await pay('card');
    paymob.faults.add({ effect: 'lost', done: true, method: 'POST', path, times: 1 });
    const refundId = await refund(charge, 2_500, 'PENDING');
    const lost = {
      ...{ kind: 'refund_state_differs', refundId, reference: transactionIdOf(2_500) },
      ...{ here: side('pending', 2_500), there: side('succeeded', 2_500) },
    };
    expect(await found(charge)).toMatchObject([lost]);
    await refundAtPaymob(charge, 2_500);
    const reference = transactionIdOf(2_500);
    expect(await found(charge)).toMatchObject([lost, { kind: 'refund_missing_here', refundId: null, reference }]);

    await world.makeDue('refunds', `id = '${refundId}'`);
    await eventually(async () => {
      const { body } = await live<Refund>('GET', `/refunds/${refundId}`);
      expect(body).toMatchObject({ status: 'SUCCEEDED', externalRefundId: lost.reference });
    });
    expect((await found(charge)).map((each) => each.reference)).toEqual([reference]);
  });

  test('an order that is not found is missing there', async () => {
    const charge = await pay('card');
    const body = { detail: 'Not found.' };
    paymob.faults.add({ effect: 'status', status: 404, body, path: '/api/ecommerce/orders/', times: null });
    expect(await found(charge)).toMatchObject([{ kind: 'missing_there', here: side('captured', 10_000), there: null }]);
  });

  test('payments that the provider gives no answer about are named, a few, and the rest is left', async () => {
    const charge = await pay('card');
    paymob.faults.add({ effect: 'html_500', path: '/api/ecommerce/orders/', times: null });
    const { findings } = await reconcile(operator, { connectionId: connections.get('paymob') ?? '' });
    expect(findings.length).toBeLessThanOrEqual(5);
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['not_answered']));
    paymob.faults.clear();
    expect(await found(charge)).toEqual([]);
  });
});

test('a payment that only Tabby knows is missing here, and a refund that only Tabby knows, too', async () => {
  const charge = await pay('tabby');
  const call = (path: string, body: object) =>
    fetch(`${tabby.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tabby.account.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const session = {
    payment: {
      ...{ amount: '100.00', currency: 'SAR', description: 'Another shop', buyer: billingDetails },
      order: {
        reference_id: 'another-shop',
        items: [{ title: 'Tea', quantity: 1, unit_price: '100.00', category: 'Tea' }],
      },
      ...{ buyer_history: { registered_since: '2026-01-01T00:00:00Z', loyalty_level: 0 }, order_history: [] },
      shipping_address: { city: 'Riyadh', address: '1 King Fahd Road', zip: '12211' },
    },
    ...{ lang: 'en', merchant_code: tabby.account.merchantCode },
    merchant_urls: { success: 'https://a.example/', cancel: 'https://a.example/', failure: 'https://a.example/' },
  };
  expect((await call('/api/v2/checkout', session)).status).toBe(200);
  const { id } = tabby.act('another-shop');
  await call(`/api/v2/payments/${tabby.payment(charge).id}/refunds`, { amount: '3.00', reference_id: 'by-hand' });
  const { findings } = await reconcile(operator, { connectionId: connections.get('tabby') ?? '' });
  expect(findings).toMatchObject([
    { kind: 'missing_here', chargeId: null, reference: id, there: side('held', 10_000, 'SAR') },
    { kind: 'refund_missing_here', chargeId: charge, here: null, there: side('succeeded', 300, 'SAR') },
  ]);
});

/** On Tamara's dashboard, 3.00 without the platform. */
async function refundAtTamara(charge: string): Promise<void> {
  const { status } = await fetch(`${tamara.url}/payments/simplified-refund/${tamara.order(charge).id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tamara.account.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ total_amount: { amount: 3, currency: 'SAR' }, comment: 'by hand' }),
  });
  expect(status).toBeLessThan(300);
}

/** On Tabby's dashboard, 3.00 without the platform. */
async function refundAtTabby(charge: string): Promise<void> {
  const { status } = await fetch(`${tabby.url}/api/v2/payments/${tabby.payment(charge).id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tabby.account.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '3.00' }),
  });
  expect(status).toBeLessThan(300);
}

test.each(['tabby', 'tamara'] as const)(
  'a refund that only %s knows is missing here beside one of its amount that is sent later',
  async (method) => {
    const charge = await pay(method);
    const { faults } = method === 'tabby' ? tabby : tamara;
    faults.add({ effect: 'lost', times: null });
    const refundId = await refund(charge, 300, 'PENDING');
    faults.clear();
    await (method === 'tabby' ? refundAtTabby(charge) : refundAtTamara(charge));
    const findings = await found(charge);
    expect(findings).toMatchObject([
      { kind: 'refund_missing_here', refundId: null, here: null, there: side('succeeded', 300, 'SAR') },
    ]);
    await world.makeDue('refunds', `id = '${refundId}'`);
    await eventually(async () =>
      expect((await live<Refund>('GET', `/refunds/${refundId}`)).body.status).toBe('SUCCEEDED'),
    );
    expect(await found(charge)).toEqual(findings);
  },
);

test('a refund that only Tamara knows is missing here', async () => {
  const charge = await pay('tamara');
  await refundAtTamara(charge);
  expect(await found(charge)).toMatchObject([{ kind: 'refund_missing_here', there: side('succeeded', 300, 'SAR') }]);
});

test('an order that was paid at Fawry without a notification is in another state', async () => {
  const [charge, waiting] = [await pay('fawry'), await start('fawry')];
  const number = waiting.nextAction?.displayVoucherDetails?.reference ?? '';
  fawry.pay(number); // the notification is lost
  expect(await found(chargeOf(waiting))).toMatchObject([
    { kind: 'state_differs', reference: number, here: side('waiting', 10_000), there: side('captured', 10_000) },
  ]);
  expect(await found(charge)).toEqual([]);
});

test('payments of a connection that was deleted are named as not compared', async () => {
  const path = '/operator/accounts/acct_test/provider-connections';
  const { status } = await operator('DELETE', `${path}/${connections.get('tamara') ?? ''}`);
  expect(status).toBe(200);
  const { findings, totals } = await reconcile(operator, { connectionId: connections.get('tamara') ?? '' });
  expect(findings.map(({ kind }) => kind)).toEqual(findings.map(() => 'not_answered'));
  expect([findings.length > 0, totals.length]).toEqual([true, 1]);
});
