import type { DataCleared, TestDataDeleted } from '@mizan/contracts';
import { own, type LoadContext, type Tx } from '@mizan/service-kit';
import { settleTestMode } from '../test-clock/service-clocks.ts';

/**
 * In the order of their dependencies, so that as few references as possible dangle while it runs, and webhooks last, when
 * it has received the events of the others.
 */
const services = [
  'clearCheckoutData',
  'clearPaymentsData',
  'clearCatalogData',
  'clearCustomersData',
  'clearWebhooksData',
] as const;

/**
 * Deletes the data of an account's test mode, service by service. Each service deletes its part in one transaction; if one
 * fails or this process stops in between, the rest is still there and the same request completes it.
 */
export async function clearServices({ calls }: Pick<LoadContext, 'calls'>): Promise<TestDataDeleted> {
  await settleTestMode(calls); // a late event would find no data, and must not appear in the event store
  const cleared: DataCleared[] = [];
  for (const clear of services) cleared.push(await calls[clear]({}));
  return {
    object: 'test_data',
    deleted: true,
    rowsDeleted: cleared.reduce((sum, { rowsDeleted }) => sum + rowsDeleted, 0),
  };
}

/** Releases the idempotency keys of the services whose data {@link clearServices} deleted; the gateway keeps its own. */
export async function deleteTestData(tx: Tx, deleted: TestDataDeleted): Promise<TestDataDeleted> {
  await tx.sql`
    delete from key_homes where ${own(tx)} and service <> 'gateway'`;
  return deleted;
}
