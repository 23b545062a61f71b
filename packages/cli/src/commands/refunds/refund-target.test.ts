import { expect, test } from '@jest/globals';
import type { Charge } from '@mizan/contracts';
import { describeRefund, refundQuestion } from './refund-target.ts';

const charge = {
  ...{ currency: 'EGP', amountCaptured: 30_000, amountRefunded: 5_000, disputed: false },
  paymentMethodDetails: { type: 'card', card: { brand: 'visa', last4: '4242' } },
} as Charge;

test.each([
  [{ charge, buyer: 'Mona Adel' }, 5_000, 'EGP 50.00 to Visa •••• 4242 of Mona Adel'],
  [{ charge, buyer: null }, undefined, 'EGP 250.00 to Visa •••• 4242'],
  [{ charge: { ...charge, disputed: true }, buyer: null }, undefined, 'at most EGP 250.00 to Visa •••• 4242'],
  [{ charge: { ...charge, disputed: true }, buyer: null }, 5_000, 'EGP 50.00 to Visa •••• 4242'],
  [undefined, undefined, 'all that is left of pi_1'],
])('a refund is described by what the API will return at most: %#', (target, amount, text) => {
  expect(describeRefund('pi_1', target, { amount, email: undefined })).toBe(text);
});

test('the question names what was refunded before', () => {
  const wanted = { amount: 5_000, email: undefined };
  expect(refundQuestion('pi_1', { charge, buyer: null }, wanted)).toBe(
    'EGP 50.00 of EGP 300.00 was refunded before. Refund EGP 50.00 to Visa •••• 4242?',
  );
  const unrefunded = { ...charge, amountRefunded: 0 };
  expect(refundQuestion('pi_1', { charge: unrefunded, buyer: null }, wanted)).toBe(
    'Refund EGP 50.00 to Visa •••• 4242?',
  );
});

test('a refund that the provider does not return is described by whom is asked where to send it', () => {
  const kiosk = {
    ...charge,
    paymentMethodDetails: { type: 'fawry' },
    processorCapabilities: { supportsRefund: false },
  };
  const describe = (email: string | undefined) =>
    describeRefund('pi_1', { charge: kiosk as Charge, buyer: 'Omar' }, { amount: 1_000, email });
  expect(describe('omar@example.com')).toBe(
    'EGP 10.00 of the payment with Fawry of Omar, and ask omar@example.com where to send it',
  );
  expect(describe(undefined)).toContain('ask the buyer');
  const byHand = { amount: 1_000, email: undefined, outOfBand: true };
  expect(describeRefund('pi_1', { charge, buyer: null }, byHand)).toBe(
    'EGP 10.00 of the payment with Visa •••• 4242, and ask the buyer where to send it',
  );
});
