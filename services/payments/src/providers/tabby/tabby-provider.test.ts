import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TabbyStandIn } from '@mizan/stand-ins';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import type { PageContext } from '../page-provider/page-api.ts';
import type { Provider } from '../port/provider.ts';
import { callbackHeader, callbackKeyOf, readCallback } from './callbacks.ts';
import { authorizing, contextAt, now, startTabby } from './tabby.test-support.ts';

let tabby: TabbyStandIn;
let context: PageContext;
let provider: Provider;
let refusals: string[];
beforeEach(async () => {
  tabby = await startTabby();
  refusals = [];
  context = contextAt(tabby, { onCredentialsRefused: async (reason) => void refusals.push(reason) });
  provider = createPageProvider(context);
});
afterEach(() => tabby.close());

const chargeId = 'ch_1';
const key = { chargeId, now };
const dayMs = 24 * 60 * 60_000;
const later = (ms: number): Date => new Date(now.getTime() + ms);
const standing = () => provider.sync(key);
const payments = () => tabby.snapshot().payments;
const posts = (end: string) => tabby.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end));
const capture = (n: number, amount: number, isFinal: boolean) =>
  provider.capture({ chargeId, idempotencyKey: `${chargeId}:cap:${n}`, amount, capturedBefore: 0, isFinal, now });
const refund = (refundId: string, amount: number) => provider.refund({ ...key, refundId, amount });
const agree = async (captureMethod: 'automatic' | 'manual' = 'automatic') => {
  await provider.authorize(authorizing({ captureMethod }));
  tabby.act(chargeId);
};

describe('a payment', () => {
  test('leads to Tabby’s page, and is captured as soon as its buyer has agreed', async () => {
    expect(await provider.authorize(authorizing())).toMatchObject({
      kind: 'requires_action',
      redirectUrl: expect.stringContaining(`${tabby.url}/checkout/`),
      expiresAt: later(30 * 60_000),
    });
    tabby.act(chargeId);
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000, capturable: 0 });
    expect(tabby.payment(chargeId)).toMatchObject({ status: 'CLOSED', captures: [{ amount: 10_000 }] });
  });
  test('of Kuwait has three decimals', async () => {
    await tabby.close();
    const { startTabbyStandIn } = await import('@mizan/stand-ins');
    tabby = await startTabbyStandIn({ market: 'KW', retryDelaysMs: [] });
    provider = createPageProvider(contextAt(tabby));
    await provider.authorize(authorizing({ currency: 'KWD', amount: 1_005 }));
    tabby.act(chargeId);
    expect(await standing()).toMatchObject({ kind: 'approved', amount: 1_005 });
  });
  test('that Tabby does not offer to its buyer is declined with Tabby’s reason for the merchant alone', async () => {
    const buyer = { name: 'Mona', email: null, phone: '+971500000002', address: null };
    const outcome = await provider.authorize(authorizing({ buyer }));
    expect(outcome).toMatchObject({
      kind: 'declined',
      declineCode: 'customer_rejected',
      merchantMessage: 'Tabby: not_available',
    });
    expect(await provider.authorize(authorizing({ buyer }))).toEqual(outcome);
    expect(await standing()).toEqual(outcome);
    expect(posts('/checkout')).toHaveLength(1);
  });
  test('expires with Tabby’s session', async () => {
    await provider.authorize(authorizing());
    tabby.clock.advance(30 * 60_000);
    expect(await standing()).toMatchObject({ kind: 'declined', code: 'customer_abandoned' });
  });
  test.each(['cancel', 'expiry'] as const)(
    'whose buyer agrees after its %s is released, and brings no money',
    async (how) => {
      await provider.authorize(authorizing());
      if (how === 'cancel') await provider.cancel({ ...key, recorded: 0 });
      else await provider.completeAction({ chargeId, now: later(30 * 60_000), answer: {} });
      tabby.act(chargeId);
      expect((await standing()).kind).toBe(how === 'cancel' ? 'canceled' : 'declined');
      expect(tabby.payment(chargeId)).toMatchObject({ status: 'CLOSED', captures: [] });
    },
  );
});

describe('an answer that is lost', () => {
  test.each(['lost', 'html_500', 'not_json', 'redirect', 'reset', 'error_in_200'] as const)(
    '%s: another session is made once, and its buyer sees only that one',
    async (effect) => {
      tabby.faults.add({ effect, done: true, path: '/api/v2/checkout' });
      const waiting = await provider.authorize(authorizing());
      expect(waiting).toMatchObject({ kind: 'requires_action' });
      expect(await provider.authorize(authorizing())).toEqual(waiting);
      expect(payments().map(({ referenceId }) => referenceId)).toEqual([chargeId, `${chargeId}-2`]);
    },
  );
  test('twice leaves the payment to another provider, for good', async () => {
    tabby.faults.add({ effect: 'html_500', path: '/api/v2/checkout', times: 2 });
    expect((await provider.authorize(authorizing())).kind).toBe('unsent');
    expect((await provider.authorize(authorizing())).kind).toBe('unsent');
    expect(await standing()).toEqual({ kind: 'canceled' });
  });
  test.each(['lost', 'html_500', 'not_json', 'error_in_200'] as const)(
    '%s of a capture is unknown, and captures once',
    async (effect) => {
      await agree();
      tabby.faults.add({ effect, done: true, path: '/api/v2/payments', method: 'POST' });
      expect((await standing()).kind).toBe('unknown');
      expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
      expect(tabby.payment(chargeId).captures).toHaveLength(1);
    },
  );
  test.each(['lost', 'html_500', 'not_json'] as const)(
    '%s of a refund is unknown, and refunds once',
    async (effect) => {
      await agree();
      await standing();
      tabby.faults.add({ effect, done: true, path: '/api/v2/payments', method: 'POST' });
      expect((await refund('re_1', 4_000)).kind).toBe('unknown');
      expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
      expect(tabby.payment(chargeId).refunds).toMatchObject([{ amount: 4_000 }]);
    },
  );
});

describe('a hold', () => {
  test('ends a day before Tabby captures by itself', async () => {
    await agree('manual');
    expect(await standing()).toMatchObject({
      kind: 'approved',
      captured: false,
      capturable: 10_000,
      captureBefore: later(20 * dayMs),
    });
  });
  test('is captured in parts, and its rest is released with the last one', async () => {
    await agree('manual');
    expect((await capture(1, 3_000, false)).kind).toBe('captured');
    expect((await capture(2, 2_000, true)).kind).toBe('captured');
    expect(tabby.payment(chargeId)).toMatchObject({
      status: 'CLOSED',
      captures: [{ amount: 3_000 }, { amount: 2_000 }],
    });
    expect(await standing()).toMatchObject({ kind: 'approved', amount: 5_000, capturable: 0 });
  });
  test.each([false, true])(
    'of which an earlier capture has the same reference is not captured again, nor released: isFinal %p',
    async (isFinal) => {
      await agree('manual');
      // As after a restore of the database to the moment before a capture of 30.00.
      const path = `${tabby.url}/api/v2/payments/${tabby.payment(chargeId).id}/captures`;
      const headers = { authorization: `Bearer ${tabby.account.secretKey}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ amount: '30.00', reference_id: `${chargeId}:cap:1` });
      expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
      const outcome = await capture(1, 6_000, isFinal);
      expect(outcome).toMatchObject({ kind: 'failed', merchantMessage: expect.stringContaining('30.00 AED') });
      expect(await capture(1, 6_000, isFinal)).toEqual(outcome);
      expect(tabby.payment(chargeId)).toMatchObject({ status: 'AUTHORIZED', captures: [{ amount: 3_000 }] });
      expect(await standing()).toMatchObject({ kind: 'approved', amount: 3_000, capturable: 7_000 });
      expect((await capture(2, 7_000, true)).kind).toBe('captured');
      expect(tabby.payment(chargeId).captures).toMatchObject([{ amount: 3_000 }, { amount: 7_000 }]);
    },
  );
  test('is never sent a capture of more than is left of it', async () => {
    await agree('manual');
    expect((await capture(1, 10_001, true)).kind).toBe('failed');
    expect((await capture(2, 6_000, false)).kind).toBe('captured');
    expect((await capture(3, 4_001, true)).kind).toBe('failed');
    expect(posts('/captures')).toHaveLength(1);
  });
  test('that Tabby does not list a capture of has an unknown outcome', async () => {
    await agree('manual');
    const { id } = tabby.payment(chargeId);
    const body = { id, status: 'AUTHORIZED', amount: '100.00', currency: 'AED', captures: [] };
    tabby.faults.add({ effect: 'error_in_200', method: 'POST', path: `/api/v2/payments/${id}/captures`, body });
    expect((await capture(1, 3_000, false)).kind).toBe('unknown');
  });
  test('whose final capture died before the rest was released is released by the repeated one', async () => {
    await agree('manual');
    tabby.faults.add({ effect: 'lost', path: `/api/v2/payments/${tabby.payment(chargeId).id}/close` });
    expect((await capture(1, 3_000, true)).kind).toBe('unknown');
    expect((await capture(1, 3_000, true)).kind).toBe('captured');
    expect(tabby.payment(chargeId)).toMatchObject({ status: 'CLOSED', captures: [{ amount: 3_000 }] });
  });
  test('that Tabby has captured itself is reported as captured', async () => {
    await agree('manual');
    tabby.clock.advance(21 * dayMs);
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'already_captured' });
  });
});

test('a refund that is refused because another request has made it is made, and does not fail', async () => {
  await agree();
  await standing();
  const path = '/api/v2/payments/*/refunds';
  tabby.faults.add({ effect: 'status', status: 409, body: { error: 'conflict' }, done: true, method: 'POST', path });
  expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
  expect(tabby.payment(chargeId).refunds).toMatchObject([{ amount: 4_000 }]);
});

test('a refund is found among those of its payment by its reference, wherever it is listed', async () => {
  await agree();
  await standing();
  const { id } = tabby.payment(chargeId);
  const refunds = ['re_1', 're_0'].map((reference_id) => ({ id: `of_${reference_id}`, reference_id, amount: '40.00' }));
  const body = { id, status: 'CLOSED', amount: '100.00', currency: 'AED', captures: [], refunds };
  tabby.faults.add({ effect: 'error_in_200', method: 'POST', path: `/api/v2/payments/${id}/refunds`, body });
  expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded', reference: 'of_re_1' });
});

test('a refund that an older database has no record of is found by its charge', async () => {
  await agree();
  await standing();
  await refund('re_1', 4_000);
  const { store } = context;
  const get: typeof store.get = async (name) => (name.startsWith('re_') ? undefined : store.get(name));
  const restored = createPageProvider({ ...context, store: { ...store, get } });
  expect(await restored.syncRefund({ refundId: 're_1', chargeId, now })).toMatchObject({ kind: 'succeeded' });
  expect(await restored.syncRefund({ refundId: 're_2', chargeId, now })).toEqual({ kind: 'not_found' });
});

test('a refund of a disputed payment fails with Tabby’s words', async () => {
  await agree();
  await standing();
  tabby.dispute(chargeId);
  expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'failed', message: 'Tabby: payment is disputed' });
});

test('revoked credentials leave a new payment to another provider, and decline none that was sent', async () => {
  await provider.authorize(authorizing());
  tabby.revokeCredentials();
  expect((await standing()).kind).toBe('unknown');
  expect((await provider.authorize(authorizing({ chargeId: 'ch_2' }))).kind).toBe('unsent');
  expect(refusals).toHaveLength(2);
  tabby.revokeCredentials(false);
  expect((await standing()).kind).toBe('requires_action');
});

describe('a notification', () => {
  const url = 'https://pay.example/providers/tabby/callbacks/pvc_1';
  const secrets = () => ({ secretKey: tabby.account.secretKey });
  const body = (fields: object = {}) =>
    Buffer.from(JSON.stringify({ id: 'p', status: 'authorized', order: { reference_id: `${chargeId}-2` }, ...fields }));
  const read = (given: Buffer, header: string | undefined = callbackKeyOf(tabby.account.secretKey, url)) =>
    readCallback({ secrets: secrets() }, url, { body: given, headers: { [callbackHeader]: header } });
  test('names its charge, also under the second reference', () => {
    const charge = { id: chargeId, bringsMoney: true, changesHold: true };
    expect(read(body())).toEqual({ charge, refundId: null, paidReference: 'p' });
    expect(read(body({ status: 'closed', captures: [{}] }))).toEqual({ charge, refundId: null, paidReference: 'p' });
    expect(read(body({ status: 'closed', captures: [] }))).toEqual({ charge, refundId: null }); // released
    expect(read(body({ status: 'rejected' }))?.charge).toMatchObject({ bringsMoney: false });
  });
  test.each([[''], ['x'.repeat(43)], [callbackKeyOf('sk_other', url)], [callbackKeyOf('sk_test_', 'https://other')]])(
    'with the header %p is refused',
    (header) => expect(read(body(), header)).toBeUndefined(),
  );
  test('of another integration, and one that cannot be read, is accepted and names nothing', () => {
    for (const given of [body({ order: { reference_id: '1001' } }), Buffer.from('{'), Buffer.from('null')])
      expect(read(given)).toEqual({ charge: null, refundId: null });
  });
  test('is refused without a key to compare with', () => {
    const headers = { [callbackHeader]: callbackKeyOf('', url) };
    expect(readCallback({ secrets: {} }, url, { body: body(), headers })).toBeUndefined();
  });
});
