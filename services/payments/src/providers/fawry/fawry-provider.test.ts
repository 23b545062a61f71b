import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FawryStandIn } from '@mizan/stand-ins';
import { z } from 'zod';
import { interruptedAt } from '../port/in-memory-records.test-support.ts';
import type { Provider } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { readCallback } from './callbacks.ts';
import { authorizing, contextAt, now, startFawry, wallet } from './fawry.test-support.ts';
import { amountText, signatureOf } from './fawry-client.ts';
import { createFawryProvider } from './fawry-provider.ts';
import { type FawryContext, referenceKey } from './fawry-store.ts';
import { referenceOf } from './references.ts';

let fawry: FawryStandIn;
let context: FawryContext;
let provider: Provider;
let refusals: string[];
beforeEach(async () => {
  fawry = await startFawry();
  refusals = [];
  context = contextAt(fawry, { onCredentialsRefused: async (reason) => void refusals.push(reason) });
  provider = createFawryProvider(context);
});
afterEach(() => fawry.close());

const chargeId = 'ch_1';
const later = (ms: number): Date => new Date(now.getTime() + ms);
const reference = () => referenceOf(context.store, chargeId);
const standing = () => provider.sync({ chargeId, now });

describe('a voucher', () => {
  test('has Fawry’s number, the amount and two days', async () => {
    const outcome = await provider.authorize(authorizing());
    const { id } = fawry.order(await reference());
    const expiresAt = later(48 * 60 * 60_000).toISOString();
    expect(outcome).toMatchObject({
      kind: 'requires_action',
      voucher: { reference: String(id), amount: 10_000, currency: 'EGP', expiresAt },
    });
    expect(fawry.order(id)).toMatchObject({ amount: 10_000, expiresAt: Date.parse(expiresAt) });
  });
  test('is not sent without a mobile number of the buyer: Fawry texts the number of the order to it', async () => {
    const outcome = await provider.authorize(
      authorizing({ buyer: { name: 'Mona', email: null, phone: null, address: null } }),
    );
    expect(outcome).toMatchObject({
      kind: 'unsent',
      declined: { merchantMessage: expect.stringContaining('mobile number') },
    });
    expect(await (await fetch(`${fawry.url}/_control/records`)).json()).toEqual([]);
  });

  test('is approved with the amount that was ordered, although the buyer pays a fee on top', async () => {
    await provider.authorize(authorizing());
    expect(fawry.pay(await reference()).fees).toBeGreaterThan(0);
    expect(await standing()).toMatchObject({ kind: 'approved', captured: true, amount: 10_000 });
  });
  test('that is not paid is declined once it has expired', async () => {
    await provider.authorize(authorizing());
    fawry.clock.advance(48 * 60 * 60_000);
    expect(await standing()).toMatchObject({ kind: 'declined', code: 'voucher_expired' });
  });
  test.each(['cancel', 'expiry'])('that is paid after its %s has brought money', async (how) => {
    await provider.authorize(authorizing());
    if (how === 'cancel') await provider.cancel({ chargeId, now, recorded: 0 });
    else fawry.clock.advance(48 * 60 * 60_000);
    fawry.pay(await reference());
    expect(await standing()).toMatchObject({ kind: 'approved', amount: 10_000 });
  });
  test('is canceled at Fawry, so that no outlet takes the money', async () => {
    await provider.authorize(authorizing());
    expect(await provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
    expect(fawry.order(await reference()).status).toBe('CANCELED');
  });
});

describe('an answer that is lost', () => {
  test.each(['lost', 'html_500', 'not_json', 'redirect', 'reset', 'error_in_200'] as const)(
    '%s: the order that was made is found, and sent once',
    async (effect) => {
      fawry.faults.add({ effect, done: true, method: 'POST' });
      expect(await provider.authorize(authorizing())).toMatchObject({ kind: 'requires_action' });
      expect(await provider.authorize(authorizing())).toMatchObject({ kind: 'requires_action' });
      expect(fawry.snapshot().orders).toHaveLength(1);
    },
  );
  test('is unknown while the order is not there, and not found afterwards', async () => {
    fawry.faults.add({ effect: 'lost', method: 'POST' });
    expect((await provider.authorize(authorizing())).kind).toBe('unknown');
    expect((await provider.sync({ chargeId, now: later(119_000) })).kind).toBe('unknown');
    expect((await provider.sync({ chargeId, now: later(120_000) })).kind).toBe('not_found');
  });
});

test('a connection that is never made leaves the payment to another provider, for good', async () => {
  await fawry.close();
  expect((await provider.authorize(authorizing())).kind).toBe('unsent');
  expect(await standing()).toEqual({ kind: 'canceled' });
  fawry = await startFawry();
});

test('revoked credentials leave the payment to another provider, and the connection is invalid', async () => {
  fawry.revokeCredentials();
  expect((await provider.authorize(authorizing())).kind).toBe('unsent');
  expect(refusals).toEqual([expect.stringContaining('9901')]);
});

describe('a refund', () => {
  const pay = async () => {
    await provider.authorize(authorizing({ method: wallet }));
    fawry.pay(await reference());
  };
  const refund = (refundId: string, amount: number, at = now) =>
    provider.refund({ chargeId, refundId, amount, now: at });
  test('whose answer is lost is found by the status of the order, and not repeated', async () => {
    await pay();
    fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
  test('that was not sent by what is recorded, of an order that was refunded, is for an operator to decide', async () => {
    await pay();
    const unrecorded = { refundId: 're_1', chargeId, amount: 4_000, now: later(10 * 60_000) };
    expect(await provider.syncRefund(unrecorded)).toEqual({ kind: 'not_found' });
    await refund('re_1', 4_000);
    const { store } = context;
    const get: typeof store.get = async (key) => (/^re_|:refund:/.test(key) ? undefined : store.get(key));
    const restored = createFawryProvider({ ...context, store: { ...store, get } });
    expect((await restored.syncRefund(unrecorded)).kind).toBe('unknown');
  });
  test('that was not sent by what is recorded is undecided also where others are, once nothing of its order is left', async () => {
    await pay();
    await refund('re_1', 4_000);
    const unrecorded = { refundId: 're_2', chargeId, amount: 6_000, now: later(10 * 60_000) };
    expect(await provider.syncRefund(unrecorded)).toEqual({ kind: 'not_found' }); // a part is recorded
    await refund('re_2', 6_000);
    const { store } = context;
    const get: typeof store.get = async (key) => (/^re_2|:refund:2/.test(key) ? undefined : store.get(key));
    const restored = createFawryProvider({ ...context, store: { ...store, get } });
    expect((await restored.syncRefund(unrecorded)).kind).toBe('unknown');
  });
  test('that the order does not prove is never repeated, and holds up the next one', async () => {
    await pay();
    await refund('re_1', 1_000);
    fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
    expect((await refund('re_2', 1_000)).kind).toBe('unknown');
    expect((await refund('re_2', 1_000, later(10 * 60_000))).kind).toBe('unknown');
    expect((await refund('re_3', 1_000, later(10 * 60_000))).kind).toBe('unknown');
    expect(fawry.order(await reference()).refunded).toBe(2_000);
  });
  test('that did not arrive is not taken for another one that ended just before it was sent', async () => {
    await pay();
    const store = interruptedAt(context.store, 'refund_turn', async () => {
      expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
      fawry.faults.add({ effect: 'lost', method: 'POST' });
    });
    const second = createFawryProvider({ ...context, store });
    const request = { chargeId, refundId: 're_2', amount: 1_000 };
    expect((await second.refund({ ...request, now })).kind).toBe('unknown');
    expect((await second.refund({ ...request, now: later(10 * 60_000) })).kind).toBe('unknown');
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
  test.each([4_000, 10_000])(
    'of %i that another call sends between the query and the turn of this one, and whose answer is lost, is sent once and not failed',
    async (amount) => {
      await pay();
      const store = interruptedAt(context.store, 'refund_turn', async () => {
        fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
        expect((await refund('re_1', amount)).kind).toBe('unknown');
      });
      const late = createFawryProvider({ ...context, store });
      const request = { chargeId, refundId: 're_1', amount, now: later(10 * 60_000) };
      expect((await late.refund(request)).kind).toBe('unknown');
      expect(fawry.order(await reference()).refunded).toBe(amount);
      expect((await provider.refund(request)).kind).toBe('succeeded');
    },
  );
  test.each([4_000, 10_000])(
    'of %i whose lost request takes effect between the query and its turn is found, and neither repeated nor failed',
    async (amount) => {
      await pay();
      fawry.faults.add({ effect: 'lost', method: 'POST' });
      expect((await refund('re_1', amount)).kind).toBe('unknown');
      const store = interruptedAt(context.store, 'refund_turn', () => takeEffect(amount));
      const late = createFawryProvider({ ...context, store });
      const request = { chargeId, refundId: 're_1', amount, now: later(10 * 60_000) };
      expect((await late.refund(request)).kind).toBe('unknown');
      expect((await provider.refund(request)).kind).toBe('succeeded');
      expect(fawry.order(await reference()).refunded).toBe(amount);
    },
  );
  /** What a request for a refund does once it arrives at Fawry. */
  const takeEffect = async (amount: number) => {
    const { merchantCode } = context.client.access;
    const referenceNumber = String(fawry.order(await reference()).id);
    const signature = context.client.sign(merchantCode, referenceNumber, amountText(amount));
    const body = { merchantCode, referenceNumber, refundAmount: amount / 100, signature };
    await context.client.send({ path: '/ECommerceWeb/Fawry/payments/refund', body, answer: z.unknown() });
  };
  const refusal = { type: 'ResponseDataModel', statusCode: 9983, statusDescription: 'Refunded already.' };
  test('that is refused while an earlier request for it takes effect is found, and not failed', async () => {
    await pay();
    fawry.faults.add({ effect: 'error_in_200', body: refusal, done: true, method: 'POST' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000)).toMatchObject({ kind: 'succeeded' });
    fawry.faults.add({ effect: 'error_in_200', body: refusal, method: 'POST' });
    expect(await refund('re_2', 4_000)).toMatchObject({ kind: 'failed' });
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
  const deliver = async (times: number | null) => {
    const order = await reference();
    const shown = { fawryRefNumber: fawry.order(order).id, merchantRefNumber: order, orderAmount: 100 };
    const body = { ...shown, orderStatus: 'DELIVERED' };
    fawry.faults.add({ effect: 'error_in_200', body, method: 'GET', times });
  };
  test('of an order that was delivered is sent', async () => {
    await pay();
    await deliver(1);
    expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
  test('of everything that did not arrive is repeated although the order was delivered meanwhile', async () => {
    await pay();
    fawry.faults.add({ effect: 'lost', method: 'POST' });
    expect((await refund('re_1', 10_000)).kind).toBe('unknown');
    await deliver(null);
    expect((await refund('re_1', 10_000, later(120_000))).kind).toBe('succeeded');
    expect(fawry.order(await reference()).refunded).toBe(10_000);
  });
  test('of a part is not repeated after a delivery, which may hide that it arrived', async () => {
    await pay();
    fawry.faults.add({ effect: 'lost', done: true, method: 'POST' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    await deliver(null);
    expect((await refund('re_1', 4_000, later(120_000))).kind).toBe('unknown');
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
  test('of everything that is refused while the order is delivered has failed', async () => {
    await pay();
    const store = interruptedAt(context.store, 'refund_send', async () => {
      fawry.faults.add({ effect: 'error_in_200', body: refusal, method: 'POST' });
      await deliver(null);
    });
    const request = { chargeId, refundId: 're_1', amount: 10_000, now };
    expect((await createFawryProvider({ ...context, store }).refund(request)).kind).toBe('failed');
  });
  test('whose order is not found for a moment is sent afterwards', async () => {
    await pay();
    expect((await standing()).kind).toBe('approved');
    const body = { ...refusal, statusCode: 9938, statusDescription: 'Payment is not found.' };
    fawry.faults.add({ effect: 'error_in_200', body, method: 'GET' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect((await refund('re_1', 4_000)).kind).toBe('succeeded');
  });
  test('that did not arrive is repeated once it cannot be under way any more', async () => {
    await pay();
    fawry.faults.add({ effect: 'lost', method: 'POST' });
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect((await refund('re_1', 4_000)).kind).toBe('unknown');
    expect(await refund('re_1', 4_000, later(120_000))).toMatchObject({ kind: 'succeeded' });
    expect(fawry.order(await reference()).refunded).toBe(4_000);
  });
});

describe('a notification', () => {
  const findCharge = async (order: string) => {
    const stored = await context.store.get(referenceKey(order));
    return stored && expectRecord(stored, 'reference').chargeId;
  };
  const arrive = async () => {
    await provider.authorize(authorizing());
    fawry.pay(await reference());
    await fawry.idle();
    return Buffer.from(fawry.callbacks.at(-1)?.body ?? '');
  };
  const read = (body: Buffer, key = fawry.account.secureKey) => readCallback(findCharge, key, { body });
  test('names the charge that got money', async () => {
    const body = await arrive();
    expect(await read(body)).toEqual({
      charge: { id: chargeId, bringsMoney: true, changesHold: false },
      refundId: null,
      paidReference: String(fawry.order(await reference()).id),
    });
  });
  test.each([
    ['that is paid, under a reference as the platform gives', '123456789012345', 'PAID', { paidReference: '971' }],
    ['that is not paid', '123456789012345', 'NEW', {}],
    ['that is paid, of another integration at the account', 'ORDER-1001', 'PAID', {}],
  ])('of an order that is not known, %s', async (_, merchantRefNumber, orderStatus, paid) => {
    const messageSignature = signatureOf(['971', merchantRefNumber, orderStatus, fawry.account.secureKey]);
    const body = { fawryRefNumber: '971', merchantRefNumber, orderStatus, messageSignature };
    expect(await read(Buffer.from(JSON.stringify(body)))).toEqual({ charge: null, refundId: null, ...paid });
  });
  test.each([
    ['another amount', (text: string) => text.replace('"orderAmount":100', '"orderAmount":1')],
    ['another status', (text: string) => text.replace('"PAID"', '"REFUNDED"')],
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['no signature', (text: string) => text.replace('messageSignature', 'x')],
    ['no object', () => '[]'],
    ['null', () => 'null'],
  ])('with %s is refused', async (_, change) => {
    const text = (await arrive()).toString();
    expect(change(text)).not.toBe(text);
    expect(await read(Buffer.from(change(text)))).toBeUndefined();
  });
  test('signed with another key is refused, and so is every one without a key', async () => {
    const body = await arrive();
    expect(await read(body, 'another-key')).toBeUndefined();
    expect(await read(body, '')).toBeUndefined();
  });
});

test.each([
  ['amount', { orderAmount: 1 }],
  ['reference', { merchantRefNumber: '123456789012345' }],
])('the number of an order that is answered with another %s is not shown to the buyer', async (_, other) => {
  const order = await reference();
  const body = { statusCode: 200, referenceNumber: '1', merchantRefNumber: order, orderAmount: 100, ...other };
  fawry.faults.add({ effect: 'error_in_200', method: 'POST', done: true, body });
  const waiting = await provider.authorize(authorizing());
  expect(waiting).toMatchObject({ voucher: { reference: String(fawry.order(order).id) } });
});
