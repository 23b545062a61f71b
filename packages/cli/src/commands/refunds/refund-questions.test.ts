import { expect, test } from '@jest/globals';
import type { Charge, Refund } from '@mizan/contracts';
import { cancelRefundQuestion, markFailedQuestion, markPaidQuestion, returnDoubt } from './refund-questions.ts';

const refund = {
  ...{ id: 're_1', status: 'PENDING', amount: 5_000, currency: 'EGP' },
  transferTo: { type: 'instapay', handle: 'mona@instapay', holderName: 'Mona Adel' },
} as Refund;
const charge = { paymentMethodDetails: { type: 'bank_transfer' } } as Charge;
const target = { charge, buyer: 'Mona' };

test.each([
  [
    markPaidQuestion({ id: 're_1', refund, target }),
    'Record EGP 50.00 as returned to instapay, mona@instapay, Mona Adel, for the payment of Mona (Bank transfer)? This is final: it cannot be recorded as failed any more.',
  ],
  [
    markPaidQuestion({ id: 're_1', refund: undefined, target: undefined }),
    'Record the money of re_1 as returned? This is final: it cannot be recorded as failed any more.',
  ],
  [
    markFailedQuestion({ id: 're_1', refund, target: undefined }),
    'Record that EGP 50.00 could not be returned? It is credited to the balance.',
  ],
  [
    cancelRefundQuestion({ id: 're_1', refund, target: { ...target, buyer: null } }),
    'Cancel the refund of EGP 50.00, for the payment of a buyer without a name (Bank transfer)? It is credited to the balance.',
  ],
])('a question names the sum and whom it concerns: %s', (text, question) => {
  expect(text).toBe(question);
});

test('a refund cannot have been returned before its buyer has entered where to send the money', () => {
  expect(returnDoubt({ ...refund, status: 'REQUIRES_ACTION' })).toBe(
    'The buyer has not entered yet where to send the money.',
  );
  expect([returnDoubt(refund), returnDoubt(undefined)]).toEqual([undefined, undefined]);
});

test('a refund that has ended is refused before a question', () => {
  const ended = { id: 're_1', refund: { ...refund, status: 'SUCCEEDED' } as Refund, target };
  for (const question of [markPaidQuestion, markFailedQuestion, cancelRefundQuestion])
    expect(() => question(ended)).toThrow('re_1 is SUCCEEDED already.');
});
