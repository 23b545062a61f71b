import type { DataCleared, TestDataDeleted } from '@mizan/contracts';
import type { LoadContext } from '@mizan/service-kit';
import { settleTestMode } from '../test-clock/walk.ts';

/**
 * In the order in which one leads to the other, so that as little as possible refers to what is gone while it runs, and
 * webhooks last: what the others still had to say has been heard.
 */
const services = [
  'clearCheckoutData',
  'clearPaymentsData',
  'clearCatalogData',
  'clearCustomersData',
  'clearWebhooksData',
] as const;

/**
 * Removes what an account's test mode holds, service by service. Each of them does its part in one transaction; when one
 * fails or this process dies in between, the rest is still there and the same request finishes it.
 */
export async function clearTestData({ calls }: Pick<LoadContext, 'calls'>): Promise<TestDataDeleted> {
  await settleTestMode(calls); // an event that is late finds nothing any more, and the event store should not show it
  const cleared: DataCleared[] = [];
  for (const clear of services) cleared.push(await calls[clear]({}));
  return {
    object: 'test_data',
    deleted: true,
    rowsDeleted: cleared.reduce((sum, { rowsDeleted }) => sum + rowsDeleted, 0),
  };
}
