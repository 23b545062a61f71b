import { expect, test } from '@jest/globals';
import { operations } from './operations/index.ts';
import { sdkCallOf, sdkOperations } from './sdk-call.ts';

const calls = sdkOperations.map(([id, row]) => [id, sdkCallOf(row).join('.')] as const);

test('a call is the path, then what the method does with it', () => {
  const call = (id: keyof typeof operations) => sdkCallOf(operations[id]).join('.');
  expect(call('createCheckoutSession')).toBe('checkout.sessions.create');
  expect(call('listPayouts')).toBe('payouts.list');
  expect(call('getBalance')).toBe('balance.get');
  expect(call('updateProduct')).toBe('products.update');
  expect(call('deleteProduct')).toBe('products.delete');
  expect(call('confirmPaymentIntent')).toBe('paymentIntents.confirm');
  expect(call('markRefundPaid')).toBe('refunds.markPaid');
  expect(call('listPayoutBalanceTransactions')).toBe('payouts.balanceTransactions.list');
  expect(call('registerProviderDomain')).toBe('providerConnections.domains.create');
  expect(call('setProviderRoutes')).toBe('providerRoutes.set');
  expect(call('simulateRefund')).toBe('testHelpers.refunds.simulate');
});

test('no two operations are called alike, and no group is a method of the same name', () => {
  const names = calls.map(([, call]) => call);
  const groups = names.flatMap((name) => name.split('.').map((_, depth, parts) => parts.slice(0, depth).join('.')));
  expect(names.filter((name, index) => names.indexOf(name) !== index || groups.includes(name))).toEqual([]);
});

test('a list is called list', () => {
  expect(calls.filter(([id, call]) => id.startsWith('list') !== call.endsWith('.list'))).toEqual([]);
});

test('only what its path would name badly has a call of its own', () => {
  const own = sdkOperations.filter(([, row]) => row.sdkCall);
  const [downloads, others] = [own.filter(([, row]) => row.downloads), own.filter(([, row]) => !row.downloads)];
  expect(downloads.map(([, row]) => row.sdkCall?.replace(/[A-Z]\w+$/, ''))).toEqual(
    downloads.map(() => 'reports.download'),
  );
  expect(others.map(([id]) => id)).toEqual(['advanceTestClock', 'triggerEvent', 'setWebhookChaos']);
  for (const [, row] of own) expect(sdkCallOf({ ...row, sdkCall: '' }).join('.')).not.toBe(row.sdkCall);
});
