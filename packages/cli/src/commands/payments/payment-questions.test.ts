import { describe, expect, test } from '@jest/globals';
import type { Charge, PaymentIntent } from '@mizan/contracts';
import { cancelQuestion, captureQuestion, markFailedQuestion, markPaidQuestion } from './payment-questions.ts';

const latestCharge = {
  ...{ id: 'ch_1', status: 'PENDING', amount: 30_000, amountReceived: 10_000, currency: 'EGP' },
  paymentMethodDetails: { type: 'bank_transfer' },
} as Charge;
const transfer = {
  ...{ id: 'pi_1', amount: 30_000, amountCapturable: 0, amountReceived: 0, currency: 'EGP' },
  ...{ latestCharge, charges: [latestCharge] },
  customer: { name: 'Mona Adel' },
} as PaymentIntent;
const held = { ...transfer, amountCapturable: 30_000, latestCharge: null, charges: [] };
/** The transfer with these attempts, oldest first. */
const withCharges = (...charges: Charge[]): PaymentIntent => ({
  ...transfer,
  latestCharge: charges.at(-1) ?? null,
  charges,
});

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
    expect(markPaidQuestion({ id: 'pi_1', payment: { ...withCharges(failed), status } })).toBe(
      `${ended} Record EGP 200.00 that came late from Mona Adel (Bank transfer)?`,
    );
  });
});

test('a part of what came late is refused before a question, because the API takes only all that is missing', () => {
  const failed = { ...latestCharge, status: 'FAILED', failureCode: 'voucher_expired' } as Charge;
  const payment = withCharges(failed);
  expect(() => markPaidQuestion({ id: 'pi_1', payment, amount: 5_000 })).toThrow(
    'This payment has expired: record all that was missing, EGP 200.00, once it has come.',
  );
  expect(markPaidQuestion({ id: 'pi_1', payment, amount: 20_000 })).toContain('Record EGP 200.00 that came late');
});

describe('mark-paid names the sum of the charge that the API records it for', () => {
  const failed = { ...latestCharge, status: 'FAILED', failureCode: 'voucher_expired' } as Charge;
  const card = {
    ...{ id: 'ch_2', status: 'FAILED', amount: 30_000 },
    paymentMethodDetails: { type: 'card' },
  } as Charge;
  const late =
    'An earlier attempt of this payment has expired. Record EGP 200.00 that came late from Mona Adel (Bank transfer)?';
  test.each([
    ['one that has failed, also after a card', [failed, card], late],
    [
      'one that waits, not one that has failed since',
      [latestCharge, { ...failed, id: 'ch_2', amountReceived: 0 }],
      'Record EGP 200.00 as received from Mona Adel (Bank transfer)?',
    ],
    [
      'one whose amount the payment still has, not one before another amount',
      [failed, { ...failed, id: 'ch_2', amount: 50_000, amountReceived: 0 }],
      late,
    ],
    [
      'the newest of several',
      [{ ...failed, id: 'ch_0', amountReceived: 0 }, failed],
      'This payment has expired. Record EGP 200.00 that came late from Mona Adel (Bank transfer)?',
    ],
    [
      'not one that has not reached its provider',
      [failed, { ...failed, id: 'ch_2', amountReceived: 0, failureCode: 'provider_timeout' } as Charge],
      late,
    ],
  ])('%s', (_which, charges, question) => {
    expect(markPaidQuestion({ id: 'pi_1', payment: withCharges(...charges) })).toBe(question);
  });
});

test('before mark-failed, what will not come is named', () => {
  const payment = withCharges({ ...latestCharge, amountReceived: 0 });
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
      'The payment has already succeeded. If other money has come for it, the payment does not need it: return it to the buyer from your bank. It is not in the balance.',
    ],
    [
      'a failure after a part',
      () => markFailedQuestion(subject),
      'EGP 100.00 of this payment was received already. Record the rest with mizan payments mark-paid pi_1, or wait until the payment expires: the part is then credited to your balance.',
    ],
    [
      'a failure after a part of an order that is paid on delivery, which does not expire',
      () => {
        const order = { ...latestCharge, paymentMethodDetails: { type: 'cash_on_delivery' } } as Charge;
        return markFailedQuestion({ ...subject, payment: withCharges(order) });
      },
      /Record the rest with mizan payments mark-paid pi_1\.$/,
    ],
    [
      'a failure of a payment that is paid',
      () => {
        const paid = { ...latestCharge, status: 'SUCCEEDED', amountReceived: 30_000 } as Charge;
        return markFailedQuestion({ ...subject, payment: { ...withCharges(paid), amountReceived: 30_000 } });
      },
      /^The payment has already succeeded\.$/,
    ],
    [
      'a cancellation while money is expected',
      () => {
        const awaited = withCharges({ ...latestCharge, amountReceived: 0 });
        return cancelQuestion({ ...subject, payment: { ...awaited, status: 'PROCESSING' } });
      },
      'end the attempt first: mizan payments mark-failed pi_1',
    ],
    [
      'a cancellation after a part, which mark-failed would refuse as well',
      () => cancelQuestion({ ...subject, payment: { ...transfer, status: 'PROCESSING' } }),
      'EGP 100.00 of this payment was received already. Record the rest',
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
  expect(
    cancelQuestion({ id: 'pi_1', payment: { ...transfer, customer: null, latestCharge: null, charges: [] } }),
  ).toBe('Cancel the payment of EGP 300.00 from the buyer of pi_1?');
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

test('a capture of which nothing is authorized any more is refused before a question', () => {
  const payment = { ...held, status: 'SUCCEEDED' as const, amountCapturable: 0 };
  expect(() => captureQuestion({ id: 'pi_1', payment, keepsRest: false })).toThrow(
    'The payment is SUCCEEDED: nothing is authorized that could be captured.',
  );
});
