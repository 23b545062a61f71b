import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  StandInClock,
  startStripeStandIn,
  stripeRefundDelayMs,
  stripeTestMethods as methods,
  type StripeStandIn,
} from '@mizan/stand-ins';
import { provesConformance } from '../port/conformance.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import { type AuthorizeRequest, captureKey, type Provider } from '../port/provider.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import { actionWindowMs } from './read-intent.ts';
import { readMethod } from './read-method.ts';
import { StripeClients } from './stripe-client.ts';
import type { StripeRecord, StripeStore } from './stripe-store.ts';
import { createStripeProvider } from './stripe-provider.ts';

const secretKey = 'sk_live_theFirstKeyOfTheStandIn';
const now = new Date('2030-06-01T12:00:00.000Z');
const method = (token: string): ProviderMethod => ({ type: 'card', token, card: null, cardInfo: null });

let standIn: StripeStandIn;
let clients: StripeClients;
beforeEach(async () => {
  const clock = new StandInClock({ frozenAt: now.toISOString() });
  standIn = await startStripeStandIn({ account: { secretKey }, acceptsTestCardsInLiveMode: true, clock });
  clients = new StripeClients(standIn.url);
});
afterEach(() => standIn.close());

const intentOf = (id: string) => standIn.intents.find(({ metadata }) => metadata['mizan_charge'] === id);
/** Time passes at Stripe until a moment, unless it has come already. */
const passUntil = (moment: Date) => standIn.clock.advance(Math.max(0, moment.getTime() - standIn.clock.now()));

const providerWith = (
  store: StripeStore,
  { key = secretKey, onKeyRefused = async () => undefined }: { key?: string; onKeyRefused?: () => Promise<void> } = {},
): Provider =>
  createStripeProvider(async () => ({
    client: await clients.of(key),
    store,
    returnUrlOf: (chargeId) => `https://pay.example/providers/stripe/return/${chargeId}`,
    onKeyRefused,
  }));

/** The provider with a buyer, whose bank closes its page at last, and with time that passes at Stripe as well. */
function played(provider: Provider): Provider {
  return {
    ...provider,
    completeAction: (request) => {
      const intent = intentOf(request.chargeId);
      const isOpen = request.now.getTime() < now.getTime() + actionWindowMs;
      if (intent && isOpen) standIn.authenticate(intent.id, request.answer['result'] === 'authenticate');
      return provider.completeAction(request);
    },
    refund: (request) => {
      passUntil(request.now);
      return provider.refund(request);
    },
    syncRefund: (request) => {
      passUntil(request.now);
      return provider.syncRefund(request);
    },
  };
}

const ofAnother = {
  payment: { id: 'pi_another' },
  amount: { amount: 999, amount_received: 999 },
  currency: { currency: 'usd' },
  reference: { metadata: { mizan_charge: 'ch_another' } },
};

provesConformance(() => ({
  provider: played(providerWith(inMemoryRecords())),
  approving: method(methods.approving),
  declining: method(methods.declining),
  challenging: method(methods.challenging),
  authenticated: { result: 'authenticate' },
  refused: { result: 'fail' },
  silent: method(methods.silent),
  uncapturable: method(methods.uncapturable),
  slowToRefund: method(methods.slowToRefund),
  failingToRefund: method(methods.failingToRefund),
  refundMs: stripeRefundDelayMs,
  refuseCredentials: (of) =>
    standIn.faults.add({
      effect: 'status',
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      path: of === 'capture' ? '/v1/payment_intents/*/capture' : '/v1/refunds',
      method: 'POST',
    }),
  ofThousandths: { provider: played(providerWith(inMemoryRecords())), currency: 'KWD', step: 10 },
  ofAnotherType: { ...method(methods.slowToRefund), type: 'apple_pay' }, // each has a token of its own
  answersOfAnother: {
    lacks: {},
    answerAsPaid: async (charge, other) => {
      const { id } = intentOf(charge) ?? { id: '' };
      const real = await (await clients.of(secretKey)).paymentIntents.retrieve(id);
      const paid = { ...real, status: 'succeeded', amount_received: 1_000 };
      const body = { ...paid, ...(other && ofAnother[other]) };
      standIn.faults.add({ effect: 'error_in_200', method: 'GET', path: `/v1/payment_intents/${id}`, body });
    },
  },
}));

const chargeId = 'ch_1';
const authorizing = (token: string, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  chargeId,
  amount: 5_000,
  currency: 'EGP',
  captureMethod: 'automatic',
  method: method(token),
  now,
  ...more,
});

describe('what Stripe receives', () => {
  test('the amount in minor units, our ids, and where the buyer comes back', async () => {
    await providerWith(inMemoryRecords()).authorize(authorizing(methods.approving));
    expect(intentOf(chargeId)).toMatchObject({
      amount: 5_000,
      currency: 'egp',
      captureMethod: 'automatic',
      returnUrl: 'https://pay.example/providers/stripe/return/ch_1',
    });
  });

  test('our own ids as the idempotency keys of whatever moves money', async () => {
    const provider = providerWith(inMemoryRecords());
    await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
    const idempotencyKey = captureKey(chargeId, 1);
    await provider.capture({ chargeId, idempotencyKey, amount: 5_000, capturedBefore: 0, isFinal: true, now });
    await provider.refund({ chargeId, refundId: 're_1', amount: 100, now });
    expect([...standIn.idempotencyKeys]).toEqual(['ch_1:create', 'ch_1', 'ch_1:cap:1', 're_1']);
  });
});

describe('what Stripe’s errors become', () => {
  test('a decline keeps the network’s own code and Stripe’s advice', async () => {
    const outcome = await providerWith(inMemoryRecords()).authorize(authorizing(methods.poor));
    const described = { code: 'card_declined', declineCode: 'insufficient_funds', type: 'card_error' };
    const network = { networkDeclineCode: '51', adviceCode: 'do_not_try_again', networkStatus: 'declined_by_network' };
    expect(outcome).toMatchObject({ kind: 'declined', ...described, ...network, card: { last4: '9995' } });
  });
  test('a request that is refused is a decline that no network saw, and stays one', async () => {
    const provider = providerWith(inMemoryRecords());
    const outcome = await provider.authorize(authorizing(methods.approving, { amount: 10 }));
    expect(outcome).toMatchObject({
      kind: 'declined',
      declineCode: 'invalid_amount',
      networkStatus: 'not_sent_to_network',
    });
    expect(await provider.sync({ chargeId, now })).toEqual({ kind: 'canceled' });
    expect((await provider.authorize(authorizing(methods.approving, { amount: 10 }))).kind).toBe('declined');
  });
  test.each([500, 503, 429])(
    '%i is unknown for every request, but unsent for one that moves no money',
    async (status) => {
      const provider = providerWith(inMemoryRecords());
      await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
      standIn.faults.add({ effect: 'status', status, times: null });
      const capture = {
        chargeId,
        idempotencyKey: captureKey(chargeId, 1),
        amount: 1,
        capturedBefore: 0,
        isFinal: true,
        now,
      };
      const answers = await Promise.all([
        provider.authorize(authorizing(methods.approving, { chargeId: 'ch_2' })),
        provider.sync({ chargeId, now }),
        provider.capture(capture),
        provider.cancel({ chargeId, now, recorded: 0 }),
        provider.refund({ chargeId, refundId: 're_1', amount: 1, now }),
      ]).finally(() => standIn.faults.clear());
      expect(answers.map(({ kind }) => kind)).toEqual(['unsent', ...Array<string>(4).fill('unknown')]);
      const retried = await provider.authorize(authorizing(methods.approving, { chargeId: 'ch_2' }));
      expect(retried).toMatchObject({ kind: 'declined', networkStatus: 'not_sent_to_network' });
      expect((await provider.capture(capture)).kind).toBe('captured');
    },
  );
  test.each(['error_in_200', 'not_json', 'html_500'] as const)(
    'an answer of something between us and Stripe (%s) is unknown for every request, and nothing is taken as done',
    async (effect) => {
      const provider = providerWith(inMemoryRecords());
      await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
      standIn.faults.add({ effect, body: { detail: 'Try again later.' }, times: null });
      const capture = {
        chargeId,
        idempotencyKey: captureKey(chargeId, 1),
        amount: 1,
        capturedBefore: 0,
        isFinal: true,
        now,
      };
      const requested = [
        provider.authorize(authorizing(methods.approving, { chargeId: 'ch_2' })),
        provider.sync({ chargeId, now }),
        provider.capture(capture),
        provider.cancel({ chargeId, now, recorded: 0 }),
        provider.refund({ chargeId, refundId: 're_1', amount: 1, now }),
      ];
      const answers = await Promise.all(requested).finally(() => standIn.faults.clear());
      expect(answers.map(({ kind }) => kind)).toEqual(['unsent', ...Array<string>(4).fill('unknown')]);
      expect((await provider.capture(capture)).kind).toBe('captured');
    },
  );
  test('a key that is not accepted sends nothing, and neither the key nor the request is in the cause', async () => {
    const outcome = await providerWith(inMemoryRecords(), { key: 'sk_live_revoked' }).authorize(
      authorizing(methods.approving),
    );
    expect(outcome.kind === 'unsent' && String(outcome.cause)).toMatch(/^Error: Stripe: StripeAuthenticationError 401/);
    const declined = { code: 'provider_declined', merchantMessage: 'Stripe does not accept this key.' };
    expect(outcome).toMatchObject({ declined });
  });
  test.each([
    ['is not accepted is reported by every request', 401, 1],
    ['lacks a permission is not reported', 403, 0],
  ])('a key that %s, and nothing is taken as done', async (_, status, reportsOfEach) => {
    let reports = 0;
    const provider = providerWith(inMemoryRecords(), { onKeyRefused: async () => void (reports += 1) });
    await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
    await provider.authorize(authorizing(methods.challenging, { chargeId: 'ch_3' }));
    standIn.faults.add({ effect: 'status', status, times: null });
    const idempotencyKey = captureKey(chargeId, 1);
    const calls = [
      () => provider.authorize(authorizing(methods.approving, { chargeId: 'ch_2' })),
      () => provider.sync({ chargeId, now }),
      () => provider.completeAction({ chargeId: 'ch_3', answer: {}, now }),
      () => provider.capture({ chargeId, idempotencyKey, amount: 1, capturedBefore: 0, isFinal: true, now }),
      () => provider.cancel({ chargeId, now, recorded: 0 }),
      () => provider.refund({ chargeId, refundId: 're_1', amount: 1, now }),
      () => provider.syncRefund({ refundId: 're_1', now }),
    ];
    const kinds: string[] = [];
    for (const [i, call] of calls.entries()) {
      kinds.push((await call()).kind);
      expect(reports).toBe((i + 1) * reportsOfEach);
    }
    expect(kinds).toEqual(['unsent', ...Array<string>(6).fill('unknown')]);
  });
});

describe('an answer about another payment', () => {
  const asAnother = (path: string, body: object) =>
    standIn.faults.add({ effect: 'error_in_200', done: true, method: 'POST', path, body });
  test.each([
    ['amount', { amount: 999 }],
    ['currency', { currency: 'usd' }],
    ['reference', { metadata: { mizan_charge: 'ch_another' } }],
  ])('that was created (%s) is not confirmed, and the payment is left to another provider', async (_, other) => {
    const provider = providerWith(inMemoryRecords());
    const created = { object: 'payment_intent', id: 'pi_1', amount: 5_000, currency: 'egp' };
    asAnother('/v1/payment_intents$', { ...created, metadata: { mizan_charge: chargeId }, ...other });
    expect((await provider.authorize(authorizing(methods.approving))).kind).toBe('unsent');
    expect(standIn.intents).toMatchObject([{ status: 'requires_payment_method' }]);
    expect(await provider.sync({ chargeId, now })).toEqual({ kind: 'canceled' });
  });
  test('that was captured or canceled says nothing about ours', async () => {
    const provider = providerWith(inMemoryRecords());
    await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
    const { id } = intentOf(chargeId) ?? { id: '' };
    const real = await (await clients.of(secretKey)).paymentIntents.retrieve(id);
    const another = { ...real, id: 'pi_another', status: 'canceled' };
    standIn.faults.add({ effect: 'error_in_200', method: 'POST', path: `/v1/payment_intents/${id}/`, body: another });
    const idempotencyKey = captureKey(chargeId, 1);
    const capture = { chargeId, idempotencyKey, amount: 5_000, capturedBefore: 0, isFinal: true, now };
    expect((await provider.capture(capture)).kind).toBe('unknown');
    standIn.faults.add({ effect: 'error_in_200', method: 'GET', path: `/v1/payment_intents/${id}`, body: another });
    expect((await provider.cancel({ chargeId, now, recorded: 0 })).kind).toBe('unknown');
    standIn.faults.add({ effect: 'error_in_200', method: 'POST', path: `/v1/payment_intents/${id}/`, body: another });
    expect((await provider.cancel({ chargeId, now, recorded: 0 })).kind).toBe('unknown');
    expect(await provider.capture(capture)).toEqual({ kind: 'captured', reference: id });
  });
  test('is not one whose name the merchant has removed at Stripe', async () => {
    const provider = providerWith(inMemoryRecords());
    await provider.authorize(authorizing(methods.approving));
    const { id } = intentOf(chargeId) ?? { id: '' };
    await (await clients.of(secretKey)).paymentIntents.update(id, { metadata: { mizan_charge: '' } });
    expect(intentOf(chargeId)).toBeUndefined();
    expect(await provider.sync({ chargeId, now })).toMatchObject({ kind: 'approved', reference: id });
  });
});

describe('after a crash', () => {
  test('between creation and confirmation nothing was paid, and canceling keeps it so', async () => {
    const store = inMemoryRecords<StripeRecord>();
    const provider = providerWith(store);
    await provider.authorize(authorizing(methods.approving, { chargeId: 'ch_0' }));
    const client = await clients.of(secretKey);
    const { id } = await client.paymentIntents.create({
      amount: 5_000,
      currency: 'egp',
      payment_method: methods.approving,
      metadata: { mizan_charge: chargeId },
    });
    await store.putIfAbsent(chargeId, {
      op: 'attempt',
      amount: 5_000,
      currency: 'EGP',
      captureMethod: 'automatic',
      token: methods.approving,
      at: now.toISOString(),
    });
    await store.putIfAbsent(`${chargeId}:intent`, { op: 'intent', id });
    expect(await provider.sync({ chargeId, now })).toEqual({ kind: 'not_found' });
    expect(await provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
    expect((await provider.authorize(authorizing(methods.approving))).kind).toBe('declined');
    expect(standIn.intents.find((each) => each.id === id)).toMatchObject({ status: 'canceled', amountReceived: 0 });
  });
  test('a refund whose answer got lost is found among those of its payment, not sent again', async () => {
    const [store, other] = [inMemoryRecords<StripeRecord>(), inMemoryRecords<StripeRecord>()];
    const provider = providerWith({
      get: (key) => store.get(key),
      putIfAbsent: (key, record) => (key.endsWith(':sent') ? other : store).putIfAbsent(key, record), // forgotten
    });
    await provider.authorize(authorizing(methods.approving));
    const first = await provider.refund({ chargeId, refundId: 're_1', amount: 100, now });
    expect(await provider.syncRefund({ refundId: 're_1', now })).toEqual(first);
    expect(await provider.refund({ chargeId, refundId: 're_1', amount: 100, now })).toEqual(first);
    expect(standIn.records().filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  });
  test('a refund that an older database has no record of is found by its charge, as often as it is queried', async () => {
    const [made, restored] = [inMemoryRecords<StripeRecord>(), inMemoryRecords<StripeRecord>()];
    const ofRefunds = (key: string) => key.startsWith('re_');
    const withRefundsOf = (refunds: StripeStore): StripeStore => ({
      get: (key) => (ofRefunds(key) ? refunds : made).get(key),
      putIfAbsent: (key, record) => (ofRefunds(key) ? refunds : made).putIfAbsent(key, record),
    });
    const before = providerWith(made);
    await before.authorize(authorizing(methods.approving));
    const first = await before.refund({ chargeId, refundId: 're_1', amount: 100, now });
    await before.refund({ chargeId, refundId: 're_2', amount: 100, now });
    standIn.forgetIdempotencyKeys();
    const provider = providerWith(withRefundsOf(restored));
    expect(await provider.syncRefund({ refundId: 're_1', chargeId, now })).toEqual(first);
    expect(await provider.syncRefund({ refundId: 're_1', chargeId, now })).toEqual(first);
    expect(await provider.syncRefund({ refundId: 're_3', chargeId, now })).toEqual({ kind: 'not_found' });
  });
  test('a refund that is requested is one request to Stripe: nothing is looked for', async () => {
    const provider = providerWith(inMemoryRecords());
    await provider.authorize(authorizing(methods.approving));
    const before = standIn.requests.length;
    await provider.refund({ chargeId, refundId: 're_1', amount: 100, now });
    expect(standIn.requests.slice(before)).toMatchObject([{ method: 'POST', path: '/v1/refunds' }]);
  });
});

describe('an account without multicapture', () => {
  test('captures once; a part that leaves the rest fails, and the hold stands', async () => {
    standIn.setMulticapture(false);
    const provider = providerWith(inMemoryRecords());
    await provider.authorize(authorizing(methods.approving, { captureMethod: 'manual' }));
    const part = { chargeId, amount: 3_000, capturedBefore: 0, now };
    const open = await provider.capture({ ...part, idempotencyKey: captureKey(chargeId, 1), isFinal: false });
    expect(open).toMatchObject({ kind: 'failed', merchantMessage: expect.stringContaining('multicapture') });
    const last = await provider.capture({ ...part, idempotencyKey: captureKey(chargeId, 2), isFinal: true });
    expect(last.kind).toBe('captured');
  });
});

describe('a token of the hosted field', () => {
  const token = (name: string) => ({ token: name, type: 'card', country: 'EG', now }) as const;
  test('becomes a card without its number', async () => {
    const read = await readMethod(await clients.of(secretKey), token(methods.approving));
    expect(read).toMatchObject({
      type: 'card',
      token: methods.approving,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, checks: { cvc: 'pass' } },
      cardInfo: { brand: 'visa', isOnUs: false, isInternational: true },
    });
  });
  test('that confirms one payment shows its wallet, and is refused once it was used or has expired', async () => {
    const client = await clients.of(secretKey);
    const made = standIn.createToken({ method: methods.approving, wallet: 'apple_pay' });
    const wanted = { token: made, type: 'apple_pay', country: 'EG', now } as const;
    const read = await readMethod(client, wanted);
    expect(read).toMatchObject({ type: 'apple_pay', token: made, card: { wallet: { type: 'apple_pay' } } });
    const corrupted = { code: 'payment_method_corrupted' };
    const halfADay = 12 * 60 * 60_000;
    await expect(readMethod(client, { ...wanted, now: new Date(now.getTime() + halfADay) })).rejects.toMatchObject(
      corrupted,
    );
    await expect(readMethod(client, { ...wanted, type: 'card' })).rejects.toMatchObject({
      code: 'payment_method_mismatch',
    });
    await providerWith(inMemoryRecords()).authorize(authorizing(made));
    await expect(readMethod(client, wanted)).rejects.toMatchObject(corrupted);
  });
  test('that Stripe does not know is payment_method_corrupted; no answer is 503', async () => {
    const client = await clients.of(secretKey);
    await expect(readMethod(client, token('pm_other'))).rejects.toMatchObject({ code: 'payment_method_corrupted' });
    standIn.faults.add({ effect: 'status', status: 500, times: null });
    await expect(
      readMethod(client, token(methods.approving)).finally(() => standIn.faults.clear()),
    ).rejects.toMatchObject({ status: 503 });
  });
});
