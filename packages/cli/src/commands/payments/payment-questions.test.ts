import { describe, expect, test } from '@jest/globals';
import type { Charge, PaymentIntent } from '@mizan/contracts';
import { cancelQuestion, captureQuestion, markFailedQuestion, markPaidQuestion } from './payment-questions.ts';

const latestCharge = {
  ...{ status: 'PENDING', amount: 30_000, amountReceived: 10_000 },
  paymentMethodDetails: { type: 'bank_transfer' },
} as Charge;
const transfer = {
  ...{ id: 'pi_1', amount: 30_000, amountCapturable: 0, amountReceived: 0, currency: 'EGP', latestCharge },
  customer: { name: 'Mona Adel' },
} as PaymentIntent;
const held = { ...transfer, amountCapturable: 30_000, latestCharge: null };

describe('before mark-paid', () => {
  test.each([
    [undefined, 'Record EGP 200.00 as received from Mona Adel (Bank transfer)?'],
    [20_000, 'Record EGP 200.00 as received from Mona Adel (Bank transfer)?'],
    [5_000, 'Record EGP 50.00 as received from Mona Adel (Bank transfer)? EGP 150.00 will still be missing.'],
  ])('the sum that will be booked is named, of %j', (amount, question) => {
    expect(markPaidQuestion({ id: 'pi_1', payment: transfer, amount })).toBe(question);
  });
});

describe('before mark-paid of a payment that has ended', () => {
  test.each([
    ['FAILED', 'voucher_expired', 'This payment has expired.'],
    ['REQUIRES_PAYMENT_METHOD', 'card_declined', 'This payment has failed.'],
    ['CANCELED', 'card_declined', 'This payment was canceled.'],
  ] as const)('%s, %s: the question says so, and names what came late', (status, failureCode, ended) => {
    const failed = { ...latestCharge, status: 'FAILED', failureCode } as Charge;
    expect(markPaidQuestion({ id: 'pi_1', payment: { ...transfer, status, latestCharge: failed } })).toBe(
      `${ended} Record EGP 200.00 that came late from Mona Adel (Bank transfer)?`,
    );
  });
});

test('a part of what came late is refused before a question, because the API takes only all that is missing', () => {
  const failed = { ...latestCharge, status: 'FAILED', failureCode: 'voucher_expired' } as Charge;
  const payment = { ...transfer, latestCharge: failed };
  expect(() => markPaidQuestion({ id: 'pi_1', payment, amount: 5_000 })).toThrow(
    'This payment has expired: record all that was missing, EGP 200.00, once it has come.',
  );
  expect(markPaidQuestion({ id: 'pi_1', payment, amount: 20_000 })).toContain('Record EGP 200.00 that came late');
});

test('before mark-failed, what will not come is named', () => {
  const payment = { ...transfer, latestCharge: { ...latestCharge, amountReceived: 0 } };
  expect(markFailedQuestion({ id: 'pi_1', payment })).toBe(
    'Record that EGP 300.00 from Mona Adel (Bank transfer) will not be received? This cannot be undone.',
  );
});

describe('what the API would refuse is refused before a question', () => {
  const subject = { id: 'pi_1', payment: transfer };
  test.each([
    ['more than is missing', () => markPaidQuestion({ ...subject, amount: 20_001 }), 'Only EGP 200.00 is missing.'],
    [
      'a payment that has succeeded',
      () => markPaidQuestion({ ...subject, payment: { ...transfer, status: 'REFUNDED', amountReceived: 30_000 } }),
      'The payment has already succeeded.',
    ],
    ['a failure after a part', () => markFailedQuestion(subject), 'EGP 100.00 of this payment was received already.'],
    [
      'a cancellation while money is expected',
      () => cancelQuestion({ ...subject, payment: { ...transfer, status: 'PROCESSING' } }),
      'end the attempt first: mizan payments mark-failed pi_1',
    ],
  ])('%s', (_case, question, refusal) => expect(question).toThrow(refusal));
});

test.each([
  [undefined, false, 'Capture EGP 300.00 from Mona Adel?'],
  [20_000, false, 'Capture EGP 200.00 from Mona Adel? EGP 100.00 is released.'],
  [20_000, true, 'Capture EGP 200.00 from Mona Adel? EGP 100.00 stays authorized.'],
])('before capture, the sum and the outcome of the rest are named: %j, %j', (amount, keepsRest, question) => {
  expect(captureQuestion({ id: 'pi_1', payment: held, amount, keepsRest })).toBe(question);
});

test('before cancel, what is released is named', () => {
  expect(cancelQuestion({ id: 'pi_1', payment: held })).toBe(
    'Cancel the payment of EGP 300.00 from Mona Adel? EGP 300.00 is released.',
  );
});

test('a buyer without a name is named by the payment', () => {
  expect(cancelQuestion({ id: 'pi_1', payment: { ...transfer, customer: null, latestCharge: null } })).toBe(
    'Cancel the payment of EGP 300.00 from the buyer of pi_1?',
  );
});

test('a key that may not read payments is shown the ID', () => {
  const unreadable = { id: 'pi_1', payment: undefined };
  const questions = [
    markPaidQuestion(unreadable),
    markFailedQuestion(unreadable),
    captureQuestion({ ...unreadable, keepsRest: false }),
    cancelQuestion(unreadable),
  ];
  for (const question of questions) expect(question).toMatch(/ pi_1\b.*\?$/);
});
