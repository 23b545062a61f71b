import { describe, expect, test } from '@jest/globals';
import { provesConformance } from '../port/conformance.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import { resultDelayMs } from './behaviours.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import { createSimulator, parseSimulatedOutcome, parseSimulatedRefundOutcome, type Simulator } from './simulator.ts';
import { testCards } from './test-cards.ts';
import { tokenizeMethod } from './tokenize-method.ts';

const now = new Date('2030-06-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const chargeId = 'ch_1';

function methodOf(input: { number: string } | { testOutcome: string }): ProviderMethod {
  const card = 'number' in input ? { number: input.number, expMonth: 12, expYear: 2031, cvc: '123' } : undefined;
  const testOutcome = 'testOutcome' in input ? input.testOutcome : undefined;
  const tokenized = tokenizeMethod(
    { type: 'card', card, testOutcome },
    { pepper: 'pepper', now, email: null, phone: null },
  );
  if ('refusal' in tokenized) throw new Error(tokenized.refusal.message);
  return tokenized.method;
}

async function authorized(
  input: { number: string } | { testOutcome: string },
  captureMethod: 'automatic' | 'manual' = 'automatic',
): Promise<{ provider: Simulator; outcome: Awaited<ReturnType<Simulator['authorize']>> }> {
  const provider = createSimulator(inMemoryRecords(), 'http://localhost:8080');
  const method = methodOf(input);
  const outcome = await provider.authorize({ chargeId, amount: 5_000, currency: 'EGP', captureMethod, method, now });
  return { provider, outcome };
}

provesConformance(() => ({
  provider: createSimulator(inMemoryRecords(), 'http://localhost:8080'),
  approving: methodOf({ number: '4242424242424242' }),
  declining: methodOf({ number: '4000000000009979' }),
  challenging: methodOf({ number: '4000000000003220' }),
  authenticated: { result: 'authenticate' },
  refused: { result: 'fail' },
  silent: methodOf({ number: '4000000000007023' }),
  uncapturable: methodOf({ number: '4000000000007049' }),
  slowToRefund: methodOf({ number: '4000000000007726' }),
  failingToRefund: methodOf({ number: '4000000000005126' }),
  refundMs: resultDelayMs,
  refuseCredentials: null,
  ofThousandths: null, // it converts no amount
  ofAnotherType: { ...methodOf({ number: '4242424242424242' }), type: 'apple_pay' },
  answersOfAnother: 'It answers from the platform’s own database, by the charge.',
}));

describe('test cards', () => {
  const luhnSum = (digits: string): number =>
    [...digits].toReversed().reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
  test('are distinct and valid by the Luhn check, but for the one that is wrong on purpose', () => {
    expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length);
    const invalid = testCards.filter((card) => luhnSum(card.number) % 10 !== 0);
    expect(invalid.map((card) => card.number)).toEqual(['4242424242424241']);
  });

  test.each([
    ['4242424242424242', 'visa', 'credit', false],
    ['5555555555554444', 'mastercard', 'credit', false],
    ['378282246310005', 'amex', 'credit', false],
    ['5078030000000011', 'meeza', 'debit', true],
  ])('%s: approved as %s', async (number, brand, funding, isOnUs) => {
    const { outcome } = await authorized({ number });
    expect(outcome).toMatchObject({ kind: 'approved', captured: true, isDisputed: false, isAvailableAtOnce: false });
    expect(outcome).toMatchObject({ card: { brand, funding, last4: number.slice(-4), checks: { cvc: 'pass' } } });
    expect(methodOf({ number }).cardInfo).toEqual({ brand, isOnUs, isInternational: false });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', '05', null],
    ['4000000000009995', 'card_declined', 'insufficient_funds', '51', 'try_again_later'],
    ['4000000000009987', 'card_declined', 'lost_card', '41', 'do_not_try_again'],
    ['4000000000009979', 'card_declined', 'stolen_card', '43', 'do_not_try_again'],
    ['4000000000000069', 'expired_card', 'expired_card', '54', 'confirm_card_data'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'N7', 'confirm_card_data'],
    ['4000000000000119', 'processing_error', 'processing_error', '96', 'try_again_later'],
    ['4000000000007015', 'card_declined', 'do_not_honor', '05', 'do_not_try_again'],
    ['4000000000000341', 'card_declined', 'generic_decline', '05', null],
  ])('%s: %s, %s', async (number, code, declineCode, networkDeclineCode, adviceCode) => {
    const { outcome } = await authorized({ number });
    const network = { networkDeclineCode, networkStatus: 'declined_by_network', type: 'card_error' };
    expect(outcome).toMatchObject({ kind: 'declined', code, declineCode, adviceCode, ...network });
  });
  test('4242424242424241: incorrect_number, before any network is asked', async () => {
    const { outcome } = await authorized({ number: '4242424242424241' });
    expect(outcome).toMatchObject({ kind: 'declined', code: 'incorrect_number', networkStatus: 'not_sent_to_network' });
    expect(outcome).toMatchObject({
      networkDeclineCode: null,
      reference: null,
      card: { checks: { cvc: 'unchecked' } },
    });
  });
  test('4000000000000127: the security code check fails', async () => {
    const { outcome } = await authorized({ number: '4000000000000127' });
    expect(outcome).toMatchObject({ card: { checks: { cvc: 'fail' } } });
  });

  test('4000000000003220: authentication leads to approval', async () => {
    const { provider, outcome } = await authorized({ number: '4000000000003220' });
    const redirectUrl = 'http://localhost:8080/simulator/ch_1';
    expect(outcome).toMatchObject({ kind: 'requires_action', redirectUrl, expiresAt: after(15 * 60_000) });
    const done = await provider.completeAction({ chargeId, answer: { result: 'authenticate' }, now });
    expect(done).toMatchObject({ kind: 'approved', card: { threeDSecure: { result: 'authenticated' } } });
  });
  test('4000000000003220: failing is authentication_failed, leaving is customer_abandoned', async () => {
    const failing = await authorized({ number: '4000000000003220' });
    const failed = await failing.provider.completeAction({ chargeId, answer: { result: 'fail' }, now });
    const card = { threeDSecure: { result: 'failed' }, checks: { cvc: 'unchecked' } };
    expect(failed).toMatchObject({ kind: 'declined', code: 'authentication_failed', declineCode: null, card });
    const leaving = await authorized({ number: '4000000000003220' });
    const left = await leaving.provider.completeAction({ chargeId, answer: { result: 'abandon' }, now });
    expect(left).toMatchObject({ kind: 'declined', code: 'customer_abandoned', card: { threeDSecure: null } });
  });
  test('an answer without an outcome is requested again', async () => {
    const { provider, outcome } = await authorized({ number: '4000000000003220' });
    expect(await provider.completeAction({ chargeId, answer: {}, now })).toEqual(outcome);
  });
  test('4000008400001629: authentication succeeds, then the issuer declines', async () => {
    const { provider } = await authorized({ number: '4000008400001629' });
    const done = await provider.completeAction({ chargeId, answer: { result: 'authenticate' }, now });
    const card = { threeDSecure: { result: 'authenticated' } };
    expect(done).toMatchObject({ kind: 'declined', code: 'card_declined', declineCode: 'generic_decline', card });
  });

  test.each([
    ['4000000000007023', 'approved'],
    ['4000000000007031', 'declined'],
  ])('%s: unknown however often it is sent, %s when polled', async (number, kind) => {
    const { provider, outcome } = await authorized({ number });
    const method = methodOf({ number });
    const request = { chargeId, amount: 5_000, currency: 'EGP', captureMethod: 'automatic', method, now } as const;
    expect([outcome.kind, (await provider.authorize(request)).kind]).toEqual(['unknown', 'unknown']);
    expect((await provider.sync({ chargeId, now })).kind).toBe(kind);
  });

  test('4000000000007049: approved for later capture, declined when it is to be captured at once', async () => {
    expect((await authorized({ number: '4000000000007049' }, 'manual')).outcome.kind).toBe('approved');
    const { outcome } = await authorized({ number: '4000000000007049' });
    expect(outcome).toMatchObject({ kind: 'declined', code: 'processing_error' });
  });
  test('4000000000000077: funds are available at once', async () =>
    expect((await authorized({ number: '4000000000000077' })).outcome).toMatchObject({ isAvailableAtOnce: true }));
  test('4000000000000259: disputed', async () =>
    expect((await authorized({ number: '4000000000000259' })).outcome).toMatchObject({ isDisputed: true }));
  test('4000000000007056: international', () =>
    expect(methodOf({ number: '4000000000007056' }).cardInfo).toMatchObject({ isInternational: true }));
});

describe('outcomes asked for by name', () => {
  test.each([
    ['pending_then_succeed', 'approved'],
    ['pending_then_fail', 'declined'],
  ])('%s: pending for a minute, then %s', async (testOutcome, kind) => {
    const { provider, outcome } = await authorized({ testOutcome });
    expect(outcome).toMatchObject({ kind: 'pending', checkAgainAt: after(resultDelayMs) });
    expect(await provider.sync({ chargeId, now: after(resultDelayMs - 1) })).toEqual(outcome);
    expect((await provider.sync({ chargeId, now: after(resultDelayMs) })).kind).toBe(kind);
    expect((await provider.sync({ chargeId, now })).kind).toBe(kind);
  });
  test('never: pending until it is simulated', async () => {
    const { provider, outcome } = await authorized({ testOutcome: 'never' });
    expect(outcome).toMatchObject({ kind: 'pending', checkAgainAt: null });
    expect(await provider.sync({ chargeId, now: after(10 ** 9) })).toEqual(outcome);
    expect(await provider.completeAction({ chargeId, answer: { result: 'fail' }, now })).toEqual(outcome);
    expect((await provider.simulate({ chargeId, outcome: 'approve', now })).kind).toBe('approved');
  });
  test('expire: the action cannot be completed and expires', async () => {
    const { provider, outcome } = await authorized({ testOutcome: 'expire' });
    expect(await provider.completeAction({ chargeId, answer: { result: 'authenticate' }, now })).toEqual(outcome);
    const late = await provider.sync({ chargeId, now: after(15 * 60_000) });
    expect(late).toMatchObject({ kind: 'declined', code: 'customer_abandoned' });
  });
  test('canceling a pending payment ends it, a minute later too', async () => {
    const { provider } = await authorized({ testOutcome: 'pending_then_succeed' });
    expect(await provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'canceled' });
    expect(await provider.sync({ chargeId, now: after(resultDelayMs) })).toEqual({ kind: 'canceled' });
  });
});

describe('money that the merchant receives', () => {
  const waiting = async (type: 'bank_transfer' | 'cash_on_delivery' | 'fawry') => {
    const provider = createSimulator(inMemoryRecords(), 'http://localhost:8080');
    const method: ProviderMethod = { type, token: 'never', card: null, cardInfo: null };
    await provider.authorize({ chargeId, amount: 5_000, currency: 'EGP', captureMethod: 'automatic', method, now });
    return provider;
  };
  const late = { chargeId, answer: { result: 'paid' }, now: after(10 ** 9) };
  const refused = { chargeId, answer: { result: 'refused' }, now };

  test.each([
    ['bank_transfer', 'expired', (provider) => provider.simulate({ chargeId, outcome: 'expire', now })],
    ['cash_on_delivery', 'refused', (provider) => provider.completeAction(refused)],
    ['bank_transfer', 'canceled', (provider) => provider.cancel({ chargeId, now, recorded: 0 })],
  ] as const satisfies readonly [string, string, (provider: Simulator) => Promise<unknown>][])(
    '%s, %s: counts when it is reported, and nothing ends it again',
    async (type, _, end) => {
      const provider = await waiting(type);
      await end(provider);
      const approved = await provider.completeAction(late);
      expect(approved).toMatchObject({ kind: 'approved', captured: true, amount: 5_000 });
      expect(await provider.cancel({ chargeId, now, recorded: 0 })).toEqual({ kind: 'already_captured' });
      for (const again of [provider.completeAction(late), provider.completeAction(refused), provider.sync(late)])
        expect(await again).toEqual(approved);
    },
  );
  test('of no other method counts late', async () => {
    const { provider } = await authorized({ number: '4000000000003220' });
    await provider.cancel({ chargeId, now, recorded: 0 });
    expect(await provider.completeAction(late)).toEqual({ kind: 'canceled' });
    const voucher = await waiting('fawry');
    await voucher.cancel({ chargeId, now, recorded: 0 });
    expect(await voucher.completeAction(late)).toEqual({ kind: 'canceled' });
    const nothing = createSimulator(inMemoryRecords(), 'http://localhost:8080');
    expect(await nothing.completeAction(late)).toEqual({ kind: 'not_found' });
  });
});

describe('simulated ends', () => {
  test('decide a payment that waits, and nothing that has ended', async () => {
    const waiting = await authorized({ testOutcome: 'pending_then_succeed' });
    const lost = parseSimulatedOutcome('decline', 'lost_card');
    if (!lost) throw new Error('not parsed');
    const ended = await waiting.provider.simulate({ chargeId, outcome: lost, now });
    expect(ended).toMatchObject({ kind: 'declined', declineCode: 'lost_card' });
    expect(await waiting.provider.simulate({ chargeId, outcome: 'approve', now })).toEqual(ended);
    const paid = await authorized({ number: '4242424242424242' });
    expect((await paid.provider.simulate({ chargeId, outcome: lost, now })).kind).toBe('approved');
  });
  test('of refunds: a failure with its reason, a success that stays one', async () => {
    const { provider } = await authorized({ number: '4000000000005126' });
    for (const refundId of ['re_1', 're_2', 're_3']) await provider.refund({ chargeId, refundId, amount: 100, now });
    await provider.simulateRefund({ refundId: 're_1', outcome: { failureReason: 'lost_or_stolen_card' }, now });
    await provider.simulateRefund({ refundId: 're_2', outcome: 'succeed', now });
    const fails = await provider.simulateRefund({ refundId: 're_3', outcome: 'fail', now });
    expect(fails).toMatchObject({ kind: 'failed', failureReason: 'expired_or_canceled_card' });
    expect(await provider.simulateRefund({ refundId: 're_4', outcome: 'fail', now })).toEqual({ kind: 'not_found' });
    const [failed, stands] = await Promise.all(
      ['re_1', 're_2'].map((refundId) => provider.syncRefund({ refundId, now: after(resultDelayMs) })),
    );
    expect(failed).toMatchObject({ kind: 'failed', failureReason: 'lost_or_stolen_card' });
    expect(stands).toMatchObject({ kind: 'succeeded', checkAgainAt: null });
  });
  test('of refunds: money that arrived comes back, once and for good', async () => {
    const { provider } = await authorized({ number: '4242424242424242' });
    await provider.refund({ chargeId, refundId: 're_1', amount: 100, now });
    await provider.simulateRefund({ refundId: 're_1', outcome: 'succeed', now });
    const end = (failureReason: 'declined' | 'expired') =>
      provider.simulateRefund({ refundId: 're_1', outcome: { failureReason }, now });
    expect(await end('declined')).toMatchObject({ kind: 'failed', failureReason: 'declined' });
    expect(await end('expired')).toMatchObject({ failureReason: 'declined' });
    expect(await provider.syncRefund({ refundId: 're_1', now })).toMatchObject({ failureReason: 'declined' });
  });
  test('are read from their documented names only', () => {
    expect(parseSimulatedOutcome('succeed')).toBe('approve');
    expect(parseSimulatedOutcome('decline')).toMatchObject({ failure: 'generic_decline', isSent: true });
    expect(parseSimulatedOutcome('decline:wrong_pin')).toMatchObject({ failure: 'wrong_pin' });
    expect(parseSimulatedOutcome('expire')).toBe('expire');
    for (const wrong of ['', 'decline:nonsense', 'explode', 'succeeded'])
      expect(parseSimulatedOutcome(wrong)).toBeUndefined();
    expect(parseSimulatedRefundOutcome('succeed')).toBe('succeed');
    expect(parseSimulatedRefundOutcome('fail')).toBe('fail');
    expect(parseSimulatedRefundOutcome('fail:insufficient_funds')).toEqual({ failureReason: 'insufficient_funds' });
    for (const wrong of ['', 'fail:', 'fail:nonsense', 'failed'])
      expect(parseSimulatedRefundOutcome(wrong)).toBeUndefined();
  });
});
