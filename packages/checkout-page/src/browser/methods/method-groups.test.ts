import { expect, test } from '@jest/globals';
import { paymentMethods, PaymentMethodType } from '@mizan/contracts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { offeredMethodGroups, selectedMethod, valuesSelecting } from './method-groups.ts';

const view = (changes: object = {}, types: readonly PaymentMethodType[] = PaymentMethodType.options) =>
  ({
    amountTotal: 12_500,
    livemode: false,
    paymentMethodTypes: types.map((type) => ({
      type,
      category: paymentMethods[type].category,
      minTransactionAmount: 100,
      maxTransactionAmount: 1_000_000,
      supportsPartialCapture: paymentMethods[type].supportsManualCapture,
    })),
    ...changes,
  }) as unknown as CheckoutView;
const offered = (...given: Parameters<typeof view>) =>
  offeredMethodGroups(view(...given), false).flatMap(({ types }) => types);

test('every method is offered once, the card first', () => {
  const types = offered();
  expect(types[0]).toBe('card');
  expect([...types].sort()).toEqual([...PaymentMethodType.options].sort());
});

test('live mode offers what the session lists; cards as long as there is a field or a page to enter them', () => {
  const cardEntry = { provider: 'stripe', publishableKey: 'pk_live_1', scriptUrl: 'https://js.example/' };
  const others = offered({}).filter((type) => type !== 'card');
  expect(offered({ livemode: true, cardEntry })).toEqual(['card', ...others]);
  expect(offered({ livemode: true, cardOnProviderPage: true })).toEqual(['card', ...others]);
  expect(offered({ livemode: true })).toEqual(others);
});

test('a method that takes no such sum is not offered', () => {
  expect(offered({ amountTotal: 99 })).toEqual([]);
  expect(offered({ amountTotal: 1_000_001 })).toEqual([]);
});

test('a merchant who captures later is offered no method that cannot wait', () => {
  expect(offeredMethodGroups(view({}, ['fawry', 'tabby', 'card']), true).flatMap(({ types }) => types)).toEqual([
    'card',
    'tabby',
  ]);
});

test('the first method is chosen until another one is, and again when that is offered no more', () => {
  const groups = offeredMethodGroups(view({}, ['aman', 'fawry', 'card']), false);
  expect(selectedMethod(groups, {})).toBe('card');
  expect(selectedMethod(groups, { methodGroup: 'voucher' })).toBe('aman');
  expect(selectedMethod(groups, valuesSelecting(groups, 'fawry'))).toBe('fawry');
  expect(selectedMethod(groups, valuesSelecting(groups, 'valu'))).toBe('card');
  expect(selectedMethod(groups, { methodGroup: 'bnpl', 'methodGroup.bnpl': 'valu' })).toBe('card');
  expect(selectedMethod([], {})).toBeUndefined();
});
