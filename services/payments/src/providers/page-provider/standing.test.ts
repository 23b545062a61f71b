import { expect, test } from '@jest/globals';
import type { FailureReason } from '../port/describe-failure.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { PageApi, PageContext } from './page-api.ts';
import type { PageProviderRecord } from './page-records.ts';
import { standingOf } from './standing.ts';

const now = new Date('2026-06-01T12:00:00Z');
const page = {
  op: 'page',
  paymentId: 'pay_1',
  reference: 'ch_1',
  redirectUrl: 'https://provider.example/pay_1',
  expiresAt: '2026-06-01T13:00:00.000Z',
} as const;
const attempt = {
  op: 'attempt',
  type: 'card',
  amount: 5_000,
  currency: 'EGP',
  captureMethod: 'automatic',
  at: now.toISOString(),
} as const;

/** A provider whose buyer was declined, with what it says of the reason. */
const contextWith = (reason?: FailureReason): PageContext => ({
  api: {
    find: () =>
      Promise.resolve({
        ...{ state: 'declined', captured: 0, capturable: 0, captureBefore: null, refunded: 0, refunds: [] },
        ...(reason && { reason }),
      }),
  } as unknown as PageApi,
  store: inMemoryRecords<PageProviderRecord>(),
  onCredentialsRefused: () => Promise.resolve(),
});
const standing = (reason?: FailureReason) => standingOf(contextWith(reason), { chargeId: 'ch_1', now, page, attempt });

test('a decline has the reason that the provider gives', async () => {
  expect(await standing('insufficient_funds')).toMatchObject({
    kind: 'declined',
    declineCode: 'insufficient_funds',
    adviceCode: 'try_again_later',
  });
});

test('a decline without a reason is of the buyer, who is not accepted', async () => {
  expect(await standing()).toMatchObject({ kind: 'declined', declineCode: 'customer_rejected' });
});
