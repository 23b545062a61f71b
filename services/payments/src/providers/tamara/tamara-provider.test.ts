import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startTamaraStandIn, type TamaraStandIn } from '@mizan/stand-ins';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import type { PageContext } from '../page-provider/page-api.ts';
import { pageOf } from '../page-provider/page-records.ts';
import { interruptedAt } from '../port/in-memory-records.test-support.ts';
import type { Provider } from '../port/provider.ts';
import { readCallback } from './callbacks.ts';
import { authorizing, contextAt, now, startTamara } from './tamara.test-support.ts';

let tamara: TamaraStandIn;
let context: PageContext;
let provider: Provider;
let refusals: string[];
beforeEach(async () => {
  tamara = await startTamara();
  refusals = [];
  context = contextAt(tamara, { onCredentialsRefused: async (reason) => void refusals.push(reason) });
  provider = createPageProvider(context);
});
afterEach(() => tamara.close());

const chargeId = 'ch_1';
const key = { chargeId, now };
const dayMs = 24 * 60 * 60_000;
const later = (ms: number): Date => new Date(now.getTime() + ms);
const afterDoubt = later(2 * 60_000);
const standing = (at = now) => provider.sync({ chargeId, now: at });
const capture = (n: number, amount: number, isFinal: boolean, at = now) =>
  provider.capture({ chargeId, idempotencyKey: `${chargeId}:cap:${n}`, amount, capturedBefore: 0, isFinal, now: at });
const refund = (refundId: string, amount: number, at = now) => provider.refund({ chargeId, now: at, refundId, amount });
const agree = async (captureMethod: 'automatic' | 'manual' = 'automatic') => {
  await provider.authorize(authorizing({ captureMethod }));
  tamara.act(chargeId);
};

describe('a payment', () => {
  test('leads to Tamara’s page, and is authorised and captured as soon as its buyer has agreed', async () => {
    expect(await provider.authorize(authorizing())).toMatchObject({
      kind: 'requires_action',
      redirectUrl: expect.stringContaining(`${tamara.url}/page/`),
      expiresAt: later(30 * 60_000),
    });
    tamara.act(chargeId);
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000, capturable: 0 });
    expect(tamara.order(chargeId)).toMatchObject({ status: 'fully_captured', captures: [{ amount: 10_000 }] });
  });
  test('at an account that captures by itself is captured once', async () => {
    tamara.captureAtOnce(true);
    await agree();
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
    expect(tamara.order(chargeId).captures).toHaveLength(1);
  });
  test.each([
    ['KW', 'KWD'],
    ['BH', 'BHD'],
    ['OM', 'OMR'],
  ] as const)('of %s has three decimals', async (country, currency) => {
    await tamara.close();
    tamara = await startTamaraStandIn({ country, retryDelaysMs: [] });
    provider = createPageProvider(contextAt(tamara));
    await provider.authorize(authorizing({ currency, amount: 1_005 }));
    tamara.act(chargeId);
    expect(await standing()).toMatchObject({ kind: 'approved', amount: 1_005 });
  });
  test('that Tamara does not offer to its buyer is declined, and makes no order', async () => {
    const buyer = { name: 'Mona', email: 'mona@example.com', phone: '+966500000002', address: null };
    const outcome = await provider.authorize(authorizing({ buyer }));
    expect(outcome).toMatchObject({ kind: 'declined', declineCode: 'customer_rejected' });
    expect(await standing()).toEqual(outcome);
    expect(tamara.snapshot().orders).toEqual([]);
  });
  test('goes on to the page where the pre-check has no answer', async () => {
    tamara.faults.add({ effect: 'html_500', path: '/checkout/payment-options-pre-check' });
    expect((await provider.authorize(authorizing())).kind).toBe('requires_action');
  });
  test('is left to another provider without a phone number, which Tamara requires', async () => {
    const buyer = { name: 'Mona', email: 'mona@example.com', phone: null, address: null };
    expect(await provider.authorize(authorizing({ buyer }))).toMatchObject({
      kind: 'unsent',
      declined: { merchantMessage: expect.stringContaining('phone_number') },
    });
  });
  test('expires with Tamara’s checkout', async () => {
    await provider.authorize(authorizing());
    tamara.clock.advance(30 * 60_000);
    expect(await standing()).toMatchObject({ kind: 'declined', code: 'customer_abandoned' });
  });
  test.each(['cancel', 'expiry'] as const)(
    'whose buyer agrees after its %s is not taken up, and lapses',
    async (how) => {
      await provider.authorize(authorizing());
      if (how === 'cancel') await provider.cancel({ ...key, recorded: 0 });
      else await provider.completeAction({ chargeId, now: later(30 * 60_000), answer: {} });
      tamara.act(chargeId);
      expect((await standing()).kind).toBe(how === 'cancel' ? 'canceled' : 'declined');
      tamara.clock.advance(3 * dayMs);
      expect(tamara.order(chargeId)).toMatchObject({ status: 'expired', captures: [] });
    },
  );
});

test('a refund of a payment that another account at Tamara has taken fails: it cannot be sent', async () => {
  await agree();
  await standing();
  const other = await startTamara();
  try {
    const ofOther = createPageProvider({ ...contextAt(other), store: context.store });
    const request = { chargeId, now, refundId: 're_1', amount: 4_000 };
    await context.store.putIfAbsent('re_1', { op: 'refund', chargeId, amount: 4_000 }); // as after a crash
    expect(await ofOther.syncRefund(request)).toEqual({ kind: 'not_found' }); // it is sent next
    expect(await ofOther.refund(request)).toMatchObject({
      kind: 'failed',
      message: 'Tamara: There is no such payment.',
    });
    expect(await ofOther.refund(request)).toMatchObject({ kind: 'failed' });
  } finally {
    await other.close();
  }
});

describe('an answer that is lost', () => {
  test.each(['lost', 'html_500', 'not_json', 'redirect', 'reset', 'error_in_200'] as const)(
    '%s: another order is made once under another reference, and its buyer sees only that one',
    async (effect) => {
      // Once for the pre-check, which then decides nothing, and once for the checkout.
      tamara.faults.add({ effect, done: true, path: '/checkout', times: 2 });
      const waiting = await provider.authorize(authorizing());
      expect(waiting).toMatchObject({ kind: 'requires_action' });
      expect(await provider.authorize(authorizing())).toEqual(waiting);
      expect(tamara.snapshot().orders.map(({ referenceId }) => referenceId)).toEqual([chargeId, `${chargeId}-2`]);
    },
  );
  test.each(['lost', 'html_500', 'not_json', 'error_in_200'] as const)(
    '%s of a capture is unknown, and captures once',
    async (effect) => {
      await agree();
      tamara.faults.add({ effect, done: true, path: '/payments/capture' });
      expect((await standing()).kind).toBe('unknown');
      expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
      expect(tamara.order(chargeId).captures).toHaveLength(1);
    },
  );
  test('of a capture that did not arrive is repeated once it cannot be under way any more', async () => {
    await agree();
    tamara.faults.add({ effect: 'lost', path: '/payments/capture' });
    expect((await standing()).kind).toBe('unknown');
    expect((await standing()).kind).toBe('unknown');
    expect((await standing(afterDoubt)).kind).toBe('approved');
    expect(tamara.order(chargeId).captures).toHaveLength(1);
  });
  test('of the authorisation is found in the order', async () => {
    await agree('manual');
    tamara.faults.add({ effect: 'lost', done: true, path: `/orders/${tamara.order(chargeId).id}/authorise` });
    expect((await standing()).kind).toBe('unknown');
    expect(await standing()).toMatchObject({ kind: 'approved', captured: false, capturable: 10_000 });
  });
  test.each(['lost', 'html_500', 'not_json'] as const)(
    '%s of a refund is found by its id, and refunds once',
    async (effect) => {
      await agree();
      await standing();
      tamara.faults.add({ effect, done: true, path: '/payments/simplified-refund' });
      expect((await refund('re_1', 4_000)).kind).toBe('unknown');
      expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
      expect(tamara.order(chargeId).refunds).toMatchObject([{ amount: 4_000 }]);
    },
  );
  test('of a refund that did not arrive holds up the next one, and is repeated once it cannot be under way any more', async () => {
    await agree();
    await standing();
    tamara.faults.add({ effect: 'lost', path: '/payments/simplified-refund' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect((await refund('re_2', 1_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000, afterDoubt)).toMatchObject({ kind: 'succeeded' });
    expect(await refund('re_2', 1_000, afterDoubt)).toMatchObject({ kind: 'succeeded' });
    expect(tamara.order(chargeId).refunds.map(({ amount }) => amount)).toEqual([4_000, 1_000]);
  });
  test('of a refund that did not arrive is not taken for another one that ended just before it was sent', async () => {
    await agree();
    await standing();
    const store = interruptedAt(context.store, 'refund_turn', async () => {
      expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
      tamara.faults.add({ effect: 'lost', path: '/payments/simplified-refund' });
    });
    const second = createPageProvider({ ...context, store });
    const request = { chargeId, refundId: 're_2', amount: 1_000 };
    expect((await second.refund({ ...request, now })).kind).toBe('unknown');
    expect((await second.refund({ ...request, now: afterDoubt })).kind).toBe('succeeded');
    expect(tamara.order(chargeId).refunds.map(({ amount }) => amount)).toEqual([4_000, 1_000]);
  });
  test('of a refund that the order’s total shows and its list does not is never repeated', async () => {
    await agree();
    await standing();
    tamara.faults.add({ effect: 'lost', path: '/payments/simplified-refund' });
    await refund('re_1', 4_000);
    hideRefund();
    expect((await refund('re_1', 4_000, later(dayMs))).kind).toBe('unknown');
    expect(tamara.order(chargeId).refunds).toEqual([]);
  });
});

test('a refund that another call sends between the query and the turn of this one is sent once', async () => {
  await agree();
  await standing();
  const store = interruptedAt(context.store, 'refund_turn', async () => {
    expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
  });
  const late = createPageProvider({ ...context, store });
  const request = { chargeId, refundId: 're_1', amount: 4_000, now: afterDoubt };
  expect((await late.refund(request)).kind).toBe('unknown');
  expect(tamara.order(chargeId).refunds.map(({ amount }) => amount)).toEqual([4_000]);
  expect((await provider.refund(request)).kind).toBe('succeeded');
});

test('a refund whose lost request takes effect between the query and its turn is found, and not repeated', async () => {
  await agree();
  await standing();
  tamara.faults.add({ effect: 'lost', path: '/payments/simplified-refund' });
  expect((await refund('re_1', 4_000)).kind).toBe('unknown');
  const store = interruptedAt(context.store, 'refund_turn', async () => {
    const page = await pageOf(context.store, chargeId);
    if (page?.op !== 'page') throw new Error('there is no page');
    await context.api.refund(page, { refundId: 're_1', amount: 4_000, currency: 'SAR' });
  });
  const late = createPageProvider({ ...context, store });
  const request = { chargeId, refundId: 're_1', amount: 4_000, now: afterDoubt };
  expect((await late.refund(request)).kind).toBe('unknown');
  expect((await provider.refund(request)).kind).toBe('succeeded');
  expect(tamara.order(chargeId).refunds.map(({ amount }) => amount)).toEqual([4_000]);
});

/** From now on the order's total shows a refund of 40.00 SAR, and its list does not. */
const hideRefund = () => {
  const sar = (amount: number) => ({ amount, currency: 'SAR' });
  const body = {
    order_id: tamara.order(chargeId).id,
    order_reference_id: chargeId,
    status: 'partially_refunded',
    total_amount: sar(100),
    captured_amount: sar(100),
    refunded_amount: sar(40),
  };
  tamara.faults.add({ effect: 'error_in_200', method: 'GET', body, times: null });
};

describe('a refund that the order’s total shows and its list does not', () => {
  const path = '/payments/simplified-refund';
  test('is found once it is listed, and has not failed, where its request is refused while an earlier one takes effect', async () => {
    await agree();
    await standing();
    const body = { message: 'The order was refunded already.' };
    tamara.faults.add({ effect: 'status', status: 400, body, done: true, path });
    const store = interruptedAt(context.store, 'send', async () => hideRefund());
    const request = { chargeId, refundId: 're_1', amount: 4_000, now };
    expect((await createPageProvider({ ...context, store }).refund(request)).kind).toBe('unknown');
    tamara.faults.clear();
    expect((await refund('re_1', 4_000, afterDoubt)).kind).toBe('succeeded');
    tamara.faults.add({ effect: 'status', status: 400, body, path });
    expect((await refund('re_2', 4_000, afterDoubt)).kind).toBe('failed');
    expect(tamara.order(chargeId).refunds.map(({ amount }) => amount)).toEqual([4_000]);
  });
  test('is not to be sent again when it is queried, but for an operator to decide', async () => {
    await agree();
    await standing();
    tamara.faults.add({ effect: 'lost', done: true, path });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    hideRefund();
    expect((await provider.syncRefund({ refundId: 're_1', now: later(dayMs) })).kind).toBe('unknown');
    const outcome = { kind: 'succeeded', reference: 'rf_found' } as const;
    const found = { ...outcome, networkReference: null, checkAgainAt: null };
    await provider.endRefund?.({ refundId: 're_1', now: later(dayMs), outcome: found });
    expect(await provider.syncRefund({ refundId: 're_1', now: later(dayMs) })).toMatchObject(outcome);
  });
});

describe('a hold', () => {
  test('ends a day before Tamara captures by itself', async () => {
    await agree('manual');
    expect(await standing()).toMatchObject({ captured: false, capturable: 10_000, captureBefore: later(20 * dayMs) });
  });
  test('is captured once; the rest is released before', async () => {
    await agree('manual');
    await standing();
    expect((await capture(1, 3_000, false)).kind).toBe('failed');
    expect((await capture(2, 3_000, true)).kind).toBe('captured');
    expect(tamara.order(chargeId)).toMatchObject({ captures: [{ amount: 3_000 }], cancellations: [{ amount: 7_000 }] });
    expect(await standing()).toMatchObject({ kind: 'approved', amount: 3_000, capturable: 0 });
  });
  test('whose capture died after the rest was released is captured by the repeated one', async () => {
    await agree('manual');
    await standing();
    tamara.faults.add({ effect: 'lost', path: '/payments/capture' });
    expect((await capture(1, 3_000, true)).kind).toBe('unknown');
    expect((await capture(1, 3_000, true)).kind).toBe('unknown');
    expect((await capture(1, 3_000, true, afterDoubt)).kind).toBe('captured');
    expect(tamara.order(chargeId)).toMatchObject({ captures: [{ amount: 3_000 }], cancellations: [{ amount: 7_000 }] });
  });
  test('whose capture is refused while an earlier request for it takes effect is captured', async () => {
    await agree('manual');
    await standing();
    const body = { message: 'The order was captured already.' };
    tamara.faults.add({ effect: 'status', status: 409, body, done: true, path: '/payments/capture' });
    expect((await capture(1, 3_000, true)).kind).toBe('captured');
    expect((await capture(1, 3_000, true)).kind).toBe('captured');
    expect(tamara.order(chargeId).captures).toMatchObject([{ amount: 3_000 }]);
  });
  test('that Tamara has captured itself is reported as captured', async () => {
    await agree('manual');
    await standing();
    tamara.clock.advance(21 * dayMs);
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
    expect(await provider.cancel({ ...key, recorded: 0 })).toEqual({ kind: 'already_captured' });
  });
});

test('a revoked token leaves a new payment to another provider, and declines none that was sent', async () => {
  await provider.authorize(authorizing());
  tamara.revokeCredentials();
  expect((await standing()).kind).toBe('unknown');
  expect((await provider.authorize(authorizing({ chargeId: 'ch_2' }))).kind).toBe('unsent');
  expect(refusals).toHaveLength(2);
  tamara.revokeCredentials(false);
  expect((await standing()).kind).toBe('requires_action');
});

describe('a notification', () => {
  const tokenOf = (secret: string, head: object = { alg: 'HS256', typ: 'JWT' }, claims: object = { iss: 'Tamara' }) => {
    const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const body = (fields: object = {}) =>
    Buffer.from(
      JSON.stringify({
        order_id: 'order_1',
        order_reference_id: `${chargeId}-2`,
        event_type: 'order_approved',
        ...fields,
      }),
    );
  const secret = () => tamara.account.notificationToken;
  const read = (given: Buffer, token: string = tokenOf(secret()), key = secret()) =>
    readCallback(key, { body: given, query: { tamaraToken: token } });
  test('names its charge, also under the second reference', async () => {
    expect(await read(body())).toEqual({
      charge: { id: chargeId, bringsMoney: true, changesHold: true },
      refundId: null,
      paidReference: 'order_1',
    });
    expect(await read(body({ event_type: 'order_canceled' }))).not.toHaveProperty('paidReference');
    const former = body({ event_type: undefined, order_status: 'declined' });
    expect((await read(former))?.charge).toEqual({ id: chargeId, bringsMoney: false, changesHold: false });
  });
  test.each([
    ['of another key', () => tokenOf('another key')],
    ['that is unsigned', () => `${tokenOf('x', { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
    ['of another algorithm', () => tokenOf(secret(), { alg: 'HS512' })],
    ['that has expired', () => tokenOf(secret(), { alg: 'HS256' }, { exp: 1 })],
    ['that is none', () => 'token'],
    ['that is empty', () => ''],
  ])('with a token %s is refused', async (_, token) => expect(await read(body(), token())).toBeUndefined());
  test('of another integration, and one that cannot be read, is accepted and names nothing', async () => {
    for (const given of [body({ order_reference_id: '1001' }), Buffer.from('{'), Buffer.from('[]')])
      expect(await read(given)).toEqual({ charge: null, refundId: null });
  });
  test('is refused without a key', async () => expect(await read(body(), tokenOf(''), '')).toBeUndefined());
});
