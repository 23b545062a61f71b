import { type FawryStandIn, StandInClock, startFawryStandIn } from '@mizan/stand-ins';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { FawryClient } from './fawry-client.ts';
import type { FawryContext, FawryRecord } from './fawry-store.ts';

/** When the tests of the adapter take place. */
export const now = new Date('2030-06-01T12:00:00.000Z');

/** A stand-in for Fawry whose clock stands still at {@link now}. */
export const startFawry = (): Promise<FawryStandIn> =>
  startFawryStandIn({ clock: new StandInClock({ frozenAt: now.toISOString() }), retryDelaysMs: [] });

/** What the adapter works with at a stand-in. */
export const contextAt = (
  { url, account }: Pick<FawryStandIn, 'url' | 'account'>,
  changes: Partial<FawryContext> = {},
): FawryContext => ({
  client: new FawryClient({ url, ...account }),
  store: inMemoryRecords<FawryRecord>(),
  callbackUrl: 'http://127.0.0.1:9/providers/fawry/callbacks/pvc_1',
  returnUrl: 'http://127.0.0.1:9/providers/fawry/return/pvc_1',
  onCredentialsRefused: async () => undefined,
  ...changes,
});

export const voucher: ProviderMethod = { type: 'fawry', token: 'fawry', card: null, cardInfo: null };
export const wallet: ProviderMethod = {
  ...voucher,
  type: 'vodafone_cash',
  wallet: { provider: 'vodafone_cash', phone: '+20 101 234 5678' },
};

/** An authorization of 100.00 EGP by a voucher. */
export const authorizing = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  chargeId: 'ch_1',
  amount: 10_000,
  currency: 'EGP',
  captureMethod: 'automatic',
  method: voucher,
  buyer: { name: 'Mona', email: 'mona@example.com', phone: '+201012345678', address: null },
  now,
  ...more,
});
