import { StandInClock, startTabbyStandIn, type TabbyOptions, type TabbyStandIn } from '@mizan/stand-ins';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import type { PageContext } from '../page-provider/page-api.ts';
import type { PageProviderRecord } from '../page-provider/page-records.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';
import { tabbyApi } from './tabby-api.ts';
import { tabbyClient } from './tabby-client.ts';

/** When the tests of the adapter take place. */
export const now = new Date('2030-06-01T12:00:00.000Z');

/** A stand-in for Tabby whose clock stands still at {@link now}. */
export const startTabby = (options: TabbyOptions = {}): Promise<TabbyStandIn> =>
  startTabbyStandIn({ clock: new StandInClock({ frozenAt: now.toISOString() }), retryDelaysMs: [], ...options });

/** What the adapter works with at a stand-in. */
export const contextAt = ({ url, account }: TabbyStandIn, changes: Partial<PageContext> = {}): PageContext => ({
  api: tabbyApi({
    client: tabbyClient({ url, secretKey: account.secretKey }),
    merchantCode: account.merchantCode,
    returnUrl: 'http://127.0.0.1:9/providers/tabby/return/pvc_1',
  }),
  store: inMemoryRecords<PageProviderRecord>(),
  onCredentialsRefused: async () => undefined,
  ...changes,
});

export const providerAt = (tabby: TabbyStandIn, changes: Partial<PageContext> = {}): Provider =>
  createPageProvider(contextAt(tabby, changes));

/** An authorization of 100.00 AED. */
export const authorizing = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  chargeId: 'ch_1',
  amount: 10_000,
  currency: 'AED',
  captureMethod: 'automatic',
  method: { type: 'tabby', token: 'tabby', card: null, cardInfo: null },
  buyer: { name: 'Mona Adel', email: 'mona@example.com', phone: '+971500000001', address: null },
  now,
  ...more,
});
