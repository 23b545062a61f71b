import { describe, expect, test } from '@jest/globals';
import { DeclineCode, type PaymentMethodInput, testOutcomes } from '@mizan/contracts';
import { behaviourOf, parseOutcome } from './behaviours.ts';
import { byEmailTag, byPhoneEnding, type MethodRow } from './method-rows.ts';
import { parseMagicId, selectBehaviour, type Tokenized, tokenizeMethod } from './tokenize-method.ts';
import { cardInfoOfBin } from './tokenize-card.ts';

const context = { pepper: 'pepper', now: new Date('2030-06-15T00:00:00.000Z'), email: null, phone: null };
const cardOf = (number: string, expMonth = 12, expYear = 2031): NonNullable<PaymentMethodInput['card']> => ({
  number,
  expMonth,
  expYear,
  cvc: '987',
});
const tokenOf = (tokenized: Tokenized): string =>
  'method' in tokenized ? tokenized.method.token : `${tokenized.refusal.code} ${tokenized.refusal.param}`;
const fingerprintOf = (number: string, pepper: string): string | null | undefined => {
  const tokenized = tokenizeMethod({ type: 'card', card: cardOf(number) }, { ...context, pepper });
  return 'method' in tokenized ? tokenized.method.card?.fingerprint : undefined;
};

describe('a tokenized card', () => {
  test('keeps what may be shown, and neither its number nor its security code', () => {
    const tokenized = tokenizeMethod({ type: 'card', card: cardOf('5078030000000011') }, context);
    expect(tokenized).toMatchObject({
      method: {
        type: 'card',
        card: { brand: 'meeza', last4: '0011', expMonth: 12, expYear: 2031, country: 'EG', issuer: 'Mizan Test Bank' },
      },
    });
    expect(JSON.stringify(tokenized)).not.toMatch(/5078030000000011|987/);
  });
  test('has a fingerprint of 16 bytes that is the same within one account only', () => {
    const first = fingerprintOf('4242424242424242', 'one account');
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprintOf('4242424242424242', 'one account')).toBe(first);
    expect(fingerprintOf('4242424242424242', 'another account')).not.toBe(first);
    expect(fingerprintOf('5555555555554444', 'one account')).not.toBe(first);
  });
  test('is good to the end of its month', () => {
    expect(tokenOf(tokenizeMethod({ type: 'card', card: cardOf('4242424242424242', 6, 2030) }, context))).toBe(
      'succeed',
    );
    expect(tokenOf(tokenizeMethod({ type: 'card', card: cardOf('4242424242424242', 5, 2030) }, context))).toBe(
      'past_expiry',
    );
  });
});

describe('test mode', () => {
  test.each(['4111111111111111', '4242424242424243', '1234567890123456'])(
    'refuses %s, and does not repeat it',
    (number) => {
      const tokenized = tokenizeMethod({ type: 'card', card: cardOf(number), testOutcome: 'succeed' }, context);
      expect(tokenOf(tokenized)).toBe('payment_method_mismatch paymentMethod.card.number');
      expect(JSON.stringify(tokenized)).not.toContain(number);
    },
  );
  test.each<PaymentMethodInput>([
    { type: 'apple_pay' },
    { type: 'apple_pay', token: 'test_token:4242424242424242' },
    { type: 'fawry', phone: '+201001234567' },
    { id: 'pm_test_bank_transfer_succeed' },
  ])('refuses a number that is no test card beside %j', (method) => {
    const tokenized = tokenizeMethod({ ...method, card: cardOf('4111111111111111') }, context);
    expect(tokenOf(tokenized)).toBe('payment_method_mismatch paymentMethod.card.number');
    expect(tokenizeMethod({ ...method, card: cardOf('4242424242424242') }, context)).toHaveProperty('method');
  });
  test('wants a card when nothing says what to do', () =>
    expect(tokenOf(tokenizeMethod({ type: 'card' }, context))).toBe('parameter_missing paymentMethod.card.number'));
  test('takes a wallet token that holds a test card, and none that does not', () => {
    const tokenized = tokenizeMethod({ type: 'apple_pay', token: 'test_token:4000000000000002' }, context);
    expect(tokenOf(tokenized)).toBe('decline:generic_decline');
    expect(tokenized).toMatchObject({
      method: { card: { wallet: { type: 'apple_pay' }, checks: { cvc: 'unavailable' } } },
    });
    for (const token of ['test_token:4111111111111111', '4242424242424242', 'test_token:'])
      expect(tokenOf(tokenizeMethod({ type: 'apple_pay', token }, context))).toBe(
        'payment_method_mismatch paymentMethod.token',
      );
    expect(tokenOf(tokenizeMethod({ type: 'google_pay' }, context))).toBe('succeed');
  });
  test('refuses an id that is not magic, and a type that is not the id’s', () => {
    expect(tokenOf(tokenizeMethod({ id: 'pm_0ABC' }, context))).toBe('payment_method_mismatch paymentMethod.id');
    expect(tokenOf(tokenizeMethod({ id: 'pm_test_card_succeed', type: 'apple_pay' }, context))).toBe(
      'payment_method_mismatch paymentMethod.type',
    );
  });
});

describe('magic payment method ids', () => {
  test.each([
    ['pm_test_card_succeed', 'card', 'succeed'],
    ['pm_test_apple_pay_decline', 'apple_pay', 'decline'],
    ['pm_test_card_pending_then_fail', 'card', 'pending_then_fail'],
    ['pm_test_card_decline:lost_card', 'card', 'decline:lost_card'],
    ['pm_test_card_decline_lost_card', 'card', 'decline:lost_card'],
  ])('%s: %s, %s', (id, type, behaviour) => {
    expect(parseMagicId(id)).toEqual({ type, behaviour });
    expect(tokenOf(tokenizeMethod({ id }, context))).toBe(behaviour);
  });
  test.each(['pm_test_card', 'pm_test_card_', 'pm_test_card_explode', 'pm_test_gold_succeed', 'pm_card_succeed', ''])(
    '"%s" is none',
    (id) => expect(parseMagicId(id)).toBeUndefined(),
  );
});

describe('what a method asks for', () => {
  const row: MethodRow = {
    type: 'vodafone_cash',
    flow: 'otp',
    cardFrom: null,
    needs: 'phone',
    carrier: null,
    signals: [
      byPhoneEnding({ '01': 'succeed', '02': 'decline:insufficient_funds' }),
      byEmailTag({ paid: 'succeed', never: 'never' }),
    ],
    fallback: 'require_action',
    actionWindowMs: 1,
  };
  const everything: PaymentMethodInput = {
    testOutcome: 'timeout',
    id: 'pm_test_card_expire',
    phone: '+20 100 000 0002',
  };

  test('the outcome asked for, the magic id, the card, the phone, the e-mail, the type: the first that speaks wins', () => {
    const email = 'buyer+never@example.com';
    const choices = [
      selectBehaviour(everything, row, { email, ofCard: 'dispute' }),
      selectBehaviour({ ...everything, testOutcome: undefined }, row, { email, ofCard: 'dispute' }),
      selectBehaviour({ phone: everything.phone }, row, { email, ofCard: 'dispute' }),
      selectBehaviour({ phone: everything.phone }, row, { email, ofCard: undefined }),
      selectBehaviour({ phone: '+201000000099' }, row, { email, ofCard: undefined }),
      selectBehaviour({}, row, { email: 'buyer@example.com', ofCard: undefined }),
    ];
    expect(choices).toEqual(['timeout', 'expire', 'dispute', 'decline:insufficient_funds', 'never', 'require_action']);
  });
  test('every documented outcome and every decline can be asked for', () => {
    for (const outcome of [...testOutcomes, ...DeclineCode.options.map((code) => `decline:${code}`)]) {
      expect(parseOutcome(outcome)).toBe(outcome);
      expect(() => behaviourOf(outcome)).not.toThrow();
    }
  });
  test('what only cards do cannot be asked for by name', () => {
    for (const name of ['dispute', 'funds_at_once', 'past_expiry', 'toString', 'decline:', 'decline:toString'])
      expect(parseOutcome(name)).toBeUndefined();
  });
});

describe('the first digits of a card', () => {
  test('tell what the fee schedule asks', () => {
    expect(cardInfoOfBin('424242')).toEqual({ brand: 'visa', isOnUs: false, isInternational: false });
    expect(cardInfoOfBin('50780300')).toEqual({ brand: 'meeza', isOnUs: true, isInternational: false });
  });
  test.each(['42424', '424242424', '999999', '42424a'])('%s tells nothing', (bin) =>
    expect(cardInfoOfBin(bin)).toBeUndefined(),
  );
});
