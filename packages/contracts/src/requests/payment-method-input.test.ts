import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 30, cvc: '123' };

test('a card is read with spaces and a short year', () => {
  expect(PaymentMethodInput.parse({ type: 'card', card }).card).toEqual({
    ...card,
    number: '4242424242424242',
    expYear: 2030,
  });
});

test('a parsed method can be sent on and parsed again', () => {
  const parsed = PaymentMethodInput.parse({ type: 'card', card, testOutcome: 'decline:lost_card' });
  expect(PaymentMethodInput.parse(parsed)).toEqual(parsed);
});

test('a saved or magic method needs no type', () => {
  expect(problemOf(PaymentMethodInput, { id: 'pm_test_card_decline' })).toBeUndefined();
  expect(problemOf(PaymentMethodInput, { card })).toMatchObject({ code: 'parameter_invalid', param: 'type' });
});

test.each([
  [{ type: 'cheque' }, 'type'],
  [{ type: 'card', card: { ...card, number: '4242' } }, 'card.number'],
  [{ type: 'card', card: { ...card, expMonth: 13 } }, 'card.expMonth'],
  [{ type: 'card', card: { ...card, cvc: '12' } }, 'card.cvc'],
  [{ type: 'card', testOutcome: 'explode' }, 'testOutcome'],
  [{ type: 'card', testOutcome: 'succeed:lost_card' }, 'testOutcome'],
  [{ type: 'valu', valu: { tenureMonths: 7 } }, 'valu.tenureMonths'],
])('400 parameter_invalid for %j', (method, param) => {
  expect(problemOf(PaymentMethodInput, method)).toMatchObject({ code: 'parameter_invalid', param });
});

test('digits that an Arabic or Persian keyboard types are those of the method', () => {
  const card = { number: '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', expMonth: 12, expYear: 2040, cvc: '١٢٣' };
  expect(PaymentMethodInput.parse({ type: 'card', card }).card).toMatchObject({
    number: '4242424242424242',
    cvc: '123',
  });
  expect(PaymentMethodInput.parse({ type: 'vodafone_cash', phone: '۰۱۰۱۲۳۴۵۶۷۸' }).phone).toBe('01012345678');
  expect(PaymentMethodInput.safeParse({ type: 'card', card: { ...card, cvc: '١٢' } }).success).toBe(false);
});
