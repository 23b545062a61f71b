import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fault, PaymobStandIn } from '@mizan/stand-ins';
import { interruptedAt } from '../port/in-memory-records.test-support.ts';
import type { Provider } from '../port/provider.ts';
import {
  authorizing,
  chargeId,
  contextAt,
  methodOf,
  now,
  providerAt,
  recordsOfTest,
  startPaymob,
} from './paymob.test-support.ts';
import { createPaymobProvider } from './paymob-provider.ts';
import type { PaymobStore } from './paymob-store.ts';

let paymob: PaymobStandIn;
let provider: Provider;
beforeEach(async () => {
  paymob = await startPaymob();
  provider = providerAt(paymob);
});
afterEach(() => paymob.close());

const key = { chargeId, now };
const intentions = () => paymob.snapshot().intentions;

describe('authorize', () => {
  test('leads the buyer to Paymob’s page, and sync finds the payment', async () => {
    const waiting = await provider.authorize(authorizing());
    expect(waiting).toMatchObject({
      kind: 'requires_action',
      voucher: null,
      expiresAt: new Date('2030-06-01T12:30:00Z'),
    });
    expect(waiting.kind === 'requires_action' && waiting.redirectUrl).toContain(
      `${paymob.url}/unifiedcheckout/?publicKey=`,
    );
    expect(await provider.sync(key)).toEqual(waiting);
    const { transactionId } = paymob.pay(chargeId);
    expect(await provider.sync(key)).toMatchObject({
      kind: 'approved',
      captured: true,
      amount: 10_000,
      capturable: 0,
      reference: String(transactionId),
    });
    expect(intentions()).toHaveLength(1);
  });

  test('a card has a field whose address names the payment in its fragment; other methods have none', async () => {
    const fieldUrl = 'http://127.0.0.1:9/providers/paymob/field/pvc_1';
    const withField = providerAt(paymob, { fieldUrl });
    const waiting = await withField.authorize(authorizing());
    const [intention] = intentions();
    const query = new URLSearchParams({ clientSecret: intention?.clientSecret ?? '', reference: chargeId });
    expect(waiting).toMatchObject({ kind: 'requires_action', frameUrl: `${fieldUrl}#${query}` });
    const wallet = authorizing({ chargeId: 'ch_2', method: methodOf('vodafone_cash', '+201010101010') });
    expect(await withField.authorize(wallet)).not.toHaveProperty('frameUrl');
    expect(await providerAt(paymob).authorize(authorizing({ chargeId: 'ch_3' }))).not.toHaveProperty('frameUrl');
  });

  test('tells Paymob who pays; what is not known is NA and never blank', async () => {
    const buyer = {
      name: 'Mona  El Sayed',
      email: ' mona@example.com',
      phone: '',
      address: { city: 'Giza', line1: '  ' },
    };
    await provider.authorize(authorizing({ buyer }));
    expect(intentions()[0]?.billing).toMatchObject({
      first_name: 'Mona',
      last_name: 'El Sayed',
      email: 'mona@example.com',
      phone_number: 'NA',
      city: 'Giza',
      street: 'NA',
    });
  });

  test('a wallet whose number is known continues on its own page, another one on Paymob’s', async () => {
    const started = await provider.authorize(authorizing({ method: methodOf('vodafone_cash', '+20 101 010 1010') }));
    expect(started.kind === 'requires_action' && started.redirectUrl).toContain('/unifiedcheckout/step/');
    const foreign = authorizing({ chargeId: 'ch_2', method: methodOf('vodafone_cash', '+971500000001') });
    const hosted = await provider.authorize(foreign);
    expect(hosted.kind === 'requires_action' && hosted.redirectUrl).toContain('/unifiedcheckout/?publicKey=');
  });

  test('a kiosk answers with the number of its bill, and is paid when the bill is', async () => {
    const waiting = await provider.authorize(authorizing({ method: methodOf('aman') }));
    const [bill] = paymob.records();
    expect(waiting).toMatchObject({
      kind: 'requires_action',
      voucher: { reference: String(bill?.id), amount: 10_000, currency: 'EGP', expiresAt: '2030-06-03T12:00:00.000Z' },
    });
    expect(await provider.sync(key)).toEqual(waiting);
    paymob.settle(bill?.id ?? 0);
    expect(await provider.sync(key)).toMatchObject({ kind: 'approved', amount: 10_000 });
  });

  test('a bill that was started by a process that died before it remembered it is found when it is paid', async () => {
    const store = recordsOfTest();
    const dying: PaymobStore = {
      get: (id) => store.get(id),
      putIfAbsent: (id, record) =>
        record.op === 'started' ? Promise.reject(new Error('the process died')) : store.putIfAbsent(id, record),
    };
    const authorization = authorizing({ method: methodOf('aman') });
    await expect(providerAt(paymob, { store: dying }).authorize(authorization)).rejects.toThrow('the process died');
    paymob.settle(paymob.records()[0]?.id ?? 0);
    const revived = providerAt(paymob, { store });
    expect(await revived.sync(key)).toMatchObject({ kind: 'approved', amount: 10_000 });
    expect(await revived.authorize(authorization)).toMatchObject({ kind: 'approved', amount: 10_000 });
    expect(paymob.records()).toHaveLength(1);
  });

  test('a kiosk whose bill has no answer leads to Paymob’s page instead', async () => {
    paymob.faults.add({ effect: 'html_500', path: '/api/acceptance/payments/pay' });
    const waiting = await provider.authorize(authorizing({ method: methodOf('aman') }));
    expect(waiting).toMatchObject({
      kind: 'requires_action',
      voucher: null,
      redirectUrl: expect.stringContaining('publicKey'),
    });
  });

  const wrongAnswers: readonly Fault[] = [
    { effect: 'lost', done: true },
    { effect: 'lost' },
    { effect: 'reset', done: true },
    { effect: 'html_500', done: true },
    { effect: 'error_in_200' },
    { effect: 'not_json', done: true },
    { effect: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    { effect: 'status', status: 429, body: { detail: 'later' } },
  ];
  test.each(wrongAnswers)(
    '$effect (done: $done) once: the next reference is shown, and only that one',
    async (fault) => {
      paymob.faults.add({ ...fault, path: '/v1/intention/' });
      const waiting = await provider.authorize(authorizing());
      expect(waiting.kind).toBe('requires_action');
      paymob.pay(`${chargeId}-2`);
      expect(await provider.sync(key)).toMatchObject({ kind: 'approved' });
    },
  );
  test.each(wrongAnswers)('$effect (done: $done) always: unsent, and never sent later', async (fault) => {
    paymob.faults.add({ ...fault, path: '/v1/intention/', times: null });
    const named = { kind: 'declined', merchantMessage: expect.stringMatching(/^Paymob: (?!Paymob)./) };
    expect(await provider.authorize(authorizing())).toMatchObject({ kind: 'unsent', declined: named });
    paymob.faults.clear();
    const before = intentions().length;
    expect(await provider.authorize(authorizing())).toMatchObject({ kind: 'unsent', declined: named });
    expect(await provider.sync(key)).toEqual({ kind: 'canceled' });
    expect(intentions()).toHaveLength(before);
  });

  test('keys that are refused: unsent, and the connection is reported without its keys', async () => {
    const reasons: string[] = [];
    const reporting = createPaymobProvider(
      contextAt(paymob, { onCredentialsRefused: async (reason) => void reasons.push(reason) }),
    );
    paymob.revokeCredentials();
    const unsent = await reporting.authorize(authorizing());
    expect(unsent.kind).toBe('unsent');
    expect(reasons).toEqual([expect.stringContaining('does not accept')]);
    const { secretKey, apiKey } = paymob.account;
    for (const secret of [secretKey, apiKey]) expect(JSON.stringify([unsent, reasons])).not.toContain(secret);
  });

  test('two at the same time lead to one page', async () => {
    const [one, other] = await Promise.all([provider.authorize(authorizing()), provider.authorize(authorizing())]);
    expect(one).toEqual(other);
  });
});

describe('what Paymob declines', () => {
  test.each([
    ['stolen_card', 'stolen_card', '43'],
    ['insufficient_funds', 'insufficient_funds', '51'],
    ['expired_card', 'expired_card', '54'],
    ['wrong_cvv', 'incorrect_cvc', '82'],
    ['declined', 'do_not_honor', '05'],
    ['gateway_error', 'processing_error', '96'],
  ] as const)('a card, %s: %s', async (outcome, declineCode, networkDeclineCode) => {
    await provider.authorize(authorizing());
    paymob.pay(chargeId, { outcome });
    const declined = await provider.sync(key);
    expect(declined).toMatchObject({ kind: 'declined', declineCode, networkDeclineCode, isStillPayable: true });
    expect(declined.kind === 'declined' && declined.message).not.toMatch(/stolen/i);
  });
  test('a wallet, by a code that is not published: a generic decline with Paymob’s text for the merchant', async () => {
    await provider.authorize(authorizing({ method: methodOf('vodafone_cash') }));
    paymob.pay(chargeId, { outcome: 'insufficient_funds' });
    expect(await provider.sync(key)).toMatchObject({
      kind: 'declined',
      declineCode: 'generic_decline',
      networkDeclineCode: null,
      merchantMessage: 'Paymob: The wallet balance is not sufficient. (6041)',
    });
  });
  test('an authentication that failed', async () => {
    await provider.authorize(authorizing());
    paymob.pay(chargeId, { outcome: 'authentication_failed' });
    expect(await provider.sync(key)).toMatchObject({ kind: 'declined', code: 'authentication_failed' });
  });
  test('and the buyer then pays on the same page is found', async () => {
    await provider.authorize(authorizing());
    paymob.pay(chargeId, { outcome: 'declined' });
    expect((await provider.sync(key)).kind).toBe('declined');
    paymob.pay(chargeId);
    expect((await provider.sync(key)).kind).toBe('approved');
  });
});

describe('sync', () => {
  test.each<Fault>([
    { effect: 'lost' },
    { effect: 'html_500' },
    { effect: 'error_in_200' },
    { effect: 'not_json' },
    { effect: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
  ])('without an answer ($effect) is unknown, and one such answer is asked for again', async (fault) => {
    await provider.authorize(authorizing());
    paymob.pay(chargeId);
    const path = '/api/ecommerce/orders/transaction_inquiry';
    paymob.faults.add({ ...fault, path, times: 2 });
    expect((await provider.sync(key)).kind).toBe('unknown');
    paymob.faults.add({ ...fault, path });
    expect((await provider.sync(key)).kind).toBe('approved');
  });
  test('after its token has run out gets another one', async () => {
    await provider.authorize(authorizing());
    expect((await provider.sync(key)).kind).toBe('requires_action');
    paymob.clock.advance(61 * 60_000);
    paymob.pay(chargeId);
    expect((await provider.sync(key)).kind).toBe('approved');
  });
  test('finds the sale behind a refund that the merchant made at Paymob', async () => {
    const store = recordsOfTest();
    const own = providerAt(paymob, { store });
    await own.authorize(authorizing());
    const { transactionId } = paymob.pay(chargeId);
    await atPaymob('/api/acceptance/void_refund/refund', { transaction_id: transactionId, amount_cents: 100 });
    expect(await own.sync(key)).toMatchObject({ kind: 'approved', reference: String(transactionId) });
  });
});

/** A request of the merchant's own at Paymob. */
const atPaymob = (path: string, body: object) =>
  fetch(`${paymob.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Token ${paymob.account.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a payment that is answered as a hold, which was not requested, pays nothing', async () => {
  await provider.authorize(authorizing());
  const { transactionId: id } = paymob.pay(chargeId);
  const orderId = intentions()[0]?.orderId;
  const amount = { amount_cents: 10_000, currency: 'EGP', created_at: now.toISOString() };
  const real = { id, pending: false, success: true, ...amount, order: { id: orderId, merchant_order_id: chargeId } };
  const path = '/api/ecommerce/orders/transaction_inquiry';
  paymob.faults.add({ effect: 'error_in_200', path, body: { ...real, is_auth: true } });
  await expect(provider.sync(key)).rejects.toThrow('not the payment that was requested');
  expect(await provider.sync(key)).toMatchObject({ kind: 'approved', amount: 10_000 });
});

test('money that arrives after the attempt was canceled is found as approved', async () => {
  await provider.authorize(authorizing());
  expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'canceled' });
  expect(await provider.sync(key)).toEqual({ kind: 'canceled' });
  paymob.pay(chargeId);
  expect(await provider.sync(key)).toMatchObject({ kind: 'approved', amount: 10_000 });
});

describe('a hold', () => {
  const held = async () => {
    await provider.authorize(authorizing({ captureMethod: 'manual' }));
    paymob.pay(chargeId);
  };
  const capture = (amount: number, n = 1, isFinal = true) =>
    provider.capture({ ...key, idempotencyKey: `${chargeId}:cap:${n}`, amount, capturedBefore: 0, isFinal });

  test('lasts 14 days, and is captured once', async () => {
    await held();
    expect(await provider.sync(key)).toMatchObject({
      kind: 'approved',
      captured: false,
      capturable: 10_000,
      captureBefore: new Date('2030-06-15T12:00:00.000Z'),
    });
    expect((await capture(6_000, 1, false)).kind).toBe('failed');
    expect((await capture(6_000, 2)).kind).toBe('captured');
    expect(await provider.sync(key)).toMatchObject({ captured: true, amount: 6_000, capturable: 0 });
    expect(await provider.cancel({ ...key, recorded: 6_000 })).toEqual({ kind: 'canceled' });
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'already_captured' });
  });
  test.each<Fault>([{ effect: 'lost', done: true }, { effect: 'lost' }])(
    'whose capture lost its answer ($effect, done: $done) is captured once when it is repeated',
    async (fault) => {
      await held();
      paymob.faults.add({ ...fault, path: '/api/acceptance/capture' });
      expect((await capture(6_000)).kind).toBe('unknown');
      expect((await capture(6_000)).kind).toBe('captured');
      expect(paymob.records().filter(({ kind }) => kind === 'capture')).toHaveLength(1);
    },
  );
  const captures = () => paymob.records().filter(({ kind }) => kind === 'capture');
  const sent = () => paymob.requests.filter(({ path }) => path === '/api/acceptance/capture');
  const settleCapture = (outcome: 'approved' | 'declined') => paymob.settle(captures()[0]?.id ?? 0, outcome);

  test.each<[string, Fault[]]>([
    ['answers so', []],
    ['loses the answer', [{ effect: 'lost', done: true, path: '/api/acceptance/capture' }]],
  ])(
    'whose capture is pending is sent once and undecided until Paymob decides it, where Paymob first %s',
    async (_, faults) => {
      await held();
      const before = sent().length;
      paymob.plan('capture', 'pending');
      for (const fault of faults) paymob.faults.add(fault);
      for (let query = 0; query < 3; query += 1) expect((await capture(6_000)).kind).toBe('unknown');
      settleCapture('approved');
      for (let query = 0; query < 2; query += 1) expect((await capture(6_000)).kind).toBe('captured');
      expect(sent().slice(before)).toHaveLength(1);
    },
  );
  test('whose pending capture is declined says why, and is open to another capture', async () => {
    await held();
    paymob.plan('capture', 'pending');
    expect((await capture(6_000)).kind).toBe('unknown');
    settleCapture('declined');
    const failed = await capture(6_000);
    expect(failed).toMatchObject({ kind: 'failed', merchantMessage: expect.stringMatching(/^Paymob: ./) });
    expect((await capture(5_000, 2)).kind).toBe('captured');
    expect(await capture(6_000)).toEqual(failed);
  });
  test('that two calls capture at once has one capture, which both find pending', async () => {
    await held();
    paymob.plan('capture', 'pending');
    const both = await Promise.all([capture(6_000), capture(6_000)]);
    expect(both.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    settleCapture('approved');
    expect((await capture(6_000)).kind).toBe('captured');
    expect(captures()).toHaveLength(1);
  });
  test('whose capture is pending is found so where Paymob lists no transactions of an order', async () => {
    await held();
    paymob.plan('capture', 'pending');
    paymob.faults.add({ effect: 'lost', done: true, path: '/api/acceptance/capture' });
    const list = { method: 'GET', path: '/api/ecommerce/orders/' } as const;
    paymob.faults.add({ effect: 'status', status: 404, body: {}, ...list, times: null });
    for (let query = 0; query < 2; query += 1) expect((await capture(6_000)).kind).toBe('unknown');
    settleCapture('approved');
    expect((await capture(6_000)).kind).toBe('captured');
  });
  test('that the merchant captures at Paymob refuses another capture of ours', async () => {
    await held();
    const [{ id: transactionId } = { id: 0 }] = paymob.records();
    paymob.plan('capture', 'pending');
    await atPaymob('/api/acceptance/capture', { transaction_id: transactionId, amount_cents: 1_000 });
    expect((await capture(6_000)).kind).toBe('failed');
  });
  test('that the merchant captures at Paymob while a capture of ours has no answer is not taken for ours', async () => {
    await held();
    const [{ id: transactionId } = { id: 0 }] = paymob.records();
    paymob.faults.add({ effect: 'lost', path: '/api/acceptance/capture' });
    expect((await capture(6_000)).kind).toBe('unknown');
    await atPaymob('/api/acceptance/capture', { transaction_id: transactionId, amount_cents: 1_000 });
    expect((await capture(6_000)).kind).toBe('failed');
    expect(await provider.sync(key)).toMatchObject({ captured: true, amount: 1_000 });
  });
  test('of which two amounts are captured at once has one capture, and the other one fails', async () => {
    await held();
    const both = await Promise.all([capture(6_000), capture(1_000, 2)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['captured', 'failed']);
    expect(captures()).toHaveLength(1);
  });
  test('is not voided while a capture is pending', async () => {
    await held();
    paymob.plan('capture', 'pending');
    expect((await capture(6_000)).kind).toBe('unknown');
    const requests = paymob.requests.length;
    expect((await provider.cancel({ ...key, recorded: 0 })).kind).toBe('unknown');
    expect(paymob.requests.slice(requests).map(({ path }) => path)).not.toContain('/api/acceptance/void_refund/void');
    settleCapture('declined');
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'canceled' });
  });
  test('whose release lost its answer is released when it is repeated', async () => {
    await held();
    paymob.faults.add({ effect: 'lost', done: true, path: '/api/acceptance/void_refund/void' });
    expect((await provider.cancel({ ...key, recorded: 0 })).kind).toBe('unknown');
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'canceled' });
  });
  test('that Paymob lets go of has expired', async () => {
    await held();
    await provider.sync(key);
    const later = new Date('2030-06-16T12:00:00.000Z');
    paymob.clock.advance(15 * 24 * 60 * 60_000);
    expect(await provider.sync({ chargeId, now: later })).toEqual({ kind: 'canceled', isExpired: true });
  });
});

describe('a refund', () => {
  const paid = async () => {
    await provider.authorize(authorizing());
    paymob.pay(chargeId);
  };
  const refund = (refundId: string, amount: number, at = now) =>
    provider.refund({ chargeId, refundId, amount, now: at });
  const refunds = () => paymob.records().filter(({ kind }) => kind === 'refund');
  const path = '/api/acceptance/void_refund/refund';
  const later = new Date(now.getTime() + 5 * 60_000);

  test('of a part, twice the same amount, are two refunds', async () => {
    await paid();
    expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
    expect(await refund('re_2', 4_000)).toMatchObject({ kind: 'succeeded' });
    expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded', reference: String(refunds()[0]?.id) });
    expect(await refund('re_3', 4_000)).toMatchObject({ kind: 'failed' });
    expect(refunds()).toHaveLength(2);
  });
  test('whose answer got lost is found, and not sent again', async () => {
    await paid();
    paymob.faults.add({ effect: 'lost', done: true, path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await provider.syncRefund({ refundId: 're_1', now })).toMatchObject({
      kind: 'succeeded',
      reference: String(refunds()[0]?.id),
    });
    expect(await refund('re_1', 4_000, later)).toMatchObject({ kind: 'succeeded' });
    expect(refunds()).toHaveLength(1);
  });
  test('that is pending after its answer got lost is found as well', async () => {
    await paid();
    paymob.plan('refund', 'pending');
    paymob.faults.add({ effect: 'not_json', done: true, path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000, later)).toMatchObject({ kind: 'pending' });
    expect(refunds()).toHaveLength(1);
  });
  test('that never arrived is sent again, but not while it may still be under way', async () => {
    await paid();
    paymob.faults.add({ effect: 'lost', path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(refunds()).toHaveLength(0);
    expect(await provider.syncRefund({ refundId: 're_1', now: later })).toEqual({ kind: 'not_found' });
    expect(await refund('re_1', 4_000, later)).toMatchObject({ kind: 'succeeded' });
    expect(refunds()).toHaveLength(1);
  });
  test('whose answer got lost is not taken for one of the same amount that the merchant made at Paymob before', async () => {
    await provider.authorize(authorizing());
    const { transactionId } = paymob.pay(chargeId);
    await atPaymob(path, { transaction_id: transactionId, amount_cents: 4_000 });
    paymob.faults.add({ effect: 'lost', path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await provider.syncRefund({ refundId: 're_1', now: later })).toEqual({ kind: 'not_found' });
    expect(await refund('re_1', 4_000, later)).toMatchObject({ kind: 'succeeded' });
    expect(refunds()).toHaveLength(2);
  });
  test('that was not sent by what is recorded, and may have been by what Paymob shows, is for an operator to decide', async () => {
    await provider.authorize(authorizing());
    const { transactionId } = paymob.pay(chargeId);
    const unrecorded = { refundId: 're_1', chargeId, amount: 4_000, now: later };
    expect(await provider.syncRefund(unrecorded)).toEqual({ kind: 'not_found' });
    await atPaymob(path, { transaction_id: transactionId, amount_cents: 4_000 });
    expect((await provider.syncRefund(unrecorded)).kind).toBe('unknown');
    expect(await provider.syncRefund({ ...unrecorded, amount: 3_000 })).toEqual({ kind: 'not_found' });
    paymob.faults.add({ effect: 'lost', times: null });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    paymob.faults.clear();
    expect((await provider.syncRefund(unrecorded)).kind).toBe('unknown');
    expect(refunds()).toHaveLength(1);
  });
  test('is sent although Paymob refuses to list the transactions of its order', async () => {
    await paid();
    paymob.faults.add({
      effect: 'status',
      status: 404,
      body: { detail: 'Not found.' },
      path: '/api/ecommerce/orders/',
      method: 'GET',
    });
    expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
  });
  test('that never arrived is not taken for another one that ended just before it was sent', async () => {
    const store = recordsOfTest();
    provider = providerAt(paymob, { store });
    await paid();
    const inTurn = interruptedAt(store, 'refund_turn', async () => {
      expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
      paymob.faults.add({ effect: 'lost', path });
    });
    const second = providerAt(paymob, { store: inTurn });
    const request = { chargeId, refundId: 're_2', amount: 1_000 };
    expect((await second.refund({ ...request, now })).kind).toBe('unknown');
    expect((await second.refund({ ...request, now: later })).kind).toBe('succeeded');
    expect(refunds()).toHaveLength(2);
  });
  test('that another call sends between the query and the turn of this one is sent once', async () => {
    const store = recordsOfTest();
    provider = providerAt(paymob, { store });
    await paid();
    const inTurn = interruptedAt(store, 'refund_turn', async () => {
      expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
    });
    const late = providerAt(paymob, { store: inTurn });
    expect((await late.refund({ chargeId, refundId: 're_1', amount: 4_000, now: later })).kind).toBe('unknown');
    expect(refunds()).toHaveLength(1);
    expect((await refund('re_1', 4_000, later)).kind).toBe('succeeded');
  });
  test.each([4_000, 10_000])(
    'of %i whose lost request takes effect between the query and its turn is found, and neither repeated nor failed',
    async (amount) => {
      const store = recordsOfTest();
      provider = providerAt(paymob, { store });
      await provider.authorize(authorizing());
      const { transactionId } = paymob.pay(chargeId);
      paymob.faults.add({ effect: 'lost', path });
      expect((await refund('re_1', amount)).kind).toBe('unknown');
      const inTurn = interruptedAt(store, 'refund_turn', async () => {
        await atPaymob(path, { transaction_id: transactionId, amount_cents: amount });
      });
      const late = providerAt(paymob, { store: inTurn });
      expect((await late.refund({ chargeId, refundId: 're_1', amount, now: later })).kind).toBe('unknown');
      expect(refunds()).toHaveLength(1);
      expect(await refund('re_1', amount, later)).toMatchObject({
        kind: 'succeeded',
        reference: String(refunds()[0]?.id),
      });
    },
  );
  test('that is refused while an earlier request for it takes effect is found, and not failed', async () => {
    await paid();
    const body = { message: 'The transaction was refunded already.' };
    paymob.faults.add({ effect: 'status', status: 400, body, done: true, path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000, later)).toMatchObject({ kind: 'succeeded' });
    paymob.faults.add({ effect: 'status', status: 400, body, path });
    expect((await refund('re_2', 4_000)).kind).toBe('failed');
    expect(refunds()).toHaveLength(1);
  });
  test('waits for the one before it while that one is undecided', async () => {
    await paid();
    paymob.faults.add({ effect: 'lost', path });
    await refund('re_1', 4_000);
    expect((await refund('re_2', 1_000)).kind).toBe('unknown');
    expect(refunds()).toHaveLength(0);
    await refund('re_1', 4_000, later);
    expect((await refund('re_2', 1_000, later)).kind).toBe('succeeded');
  });
});

describe('an account in Oman', () => {
  let omani: PaymobStandIn;
  beforeAll(async () => {
    omani = await startPaymob({ country: 'omn' });
  });
  afterAll(() => omani.close());
  test('is paid in thousandths', async () => {
    const own = providerAt(omani);
    await own.authorize(authorizing({ amount: 12_345, currency: 'OMR' }));
    omani.pay(chargeId);
    expect(await own.sync(key)).toMatchObject({ kind: 'approved', amount: 12_345 });
    expect(omani.records()[0]).toMatchObject({ amount: 12_345, currency: 'OMR' });
  });
});
