import { StandInClock, startTamaraStandIn, type TamaraOptions, type TamaraStandIn } from '@mizan/stand-ins';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import type { PageContext } from '../page-provider/page-api.ts';
import type { PageProviderRecord } from '../page-provider/page-records.ts';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';
import { tamaraApi } from './tamara-api.ts';
import { tamaraClient } from './tamara-client.ts';

/** When the tests of the adapter take place. */
export const now = new Date('2030-06-01T12:00:00.000Z');

/** A stand-in for Tamara whose clock stands still at {@link now}. */
export const startTamara = (options: TamaraOptions = {}): Promise<TamaraStandIn> =>
  startTamaraStandIn({ clock: new StandInClock({ frozenAt: now.toISOString() }), retryDelaysMs: [], ...options });

/** What the adapter works with at a stand-in. */
export const contextAt = ({ url, account }: TamaraStandIn, changes: Partial<PageContext> = {}): PageContext => ({
  api: tamaraApi({
    client: tamaraClient({ url, apiToken: account.apiToken }),
    country: account.country,
    callbackUrl: 'http://127.0.0.1:9/providers/tamara/callbacks/pvc_1',
    returnUrl: 'http://127.0.0.1:9/providers/tamara/return/pvc_1',
  }),
  store: inMemoryRecords<PageProviderRecord>(),
  onCredentialsRefused: async () => undefined,
  ...changes,
});

export const providerAt = (tamara: TamaraStandIn, changes: Partial<PageContext> = {}): Provider =>
  createPageProvider(contextAt(tamara, changes));

/** An authorization of 100.00 SAR. */
export const authorizing = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  chargeId: 'ch_1',
  amount: 10_000,
  currency: 'SAR',
  captureMethod: 'automatic',
  method: { type: 'tamara', token: 'tamara', card: null, cardInfo: null },
  buyer: { name: 'Mona Adel', email: 'mona@example.com', phone: '+966500000001', address: null },
  now,
  ...more,
});
