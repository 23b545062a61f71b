import { type PaymobOptions, type PaymobStandIn, StandInClock, startPaymobStandIn } from '@mizan/stand-ins';
import { inMemoryRecords } from '../port/in-memory-records.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';
import { PaymobClient } from './paymob-client.ts';
import { createPaymobProvider } from './paymob-provider.ts';
import type { PaymobContext, PaymobRecord, PaymobStore } from './paymob-store.ts';

/** When the tests of the adapter take place. */
export const now = new Date('2030-06-01T12:00:00.000Z');

/** A stand-in for Paymob whose clock stands still at {@link now}. */
export const startPaymob = (options: PaymobOptions = {}): Promise<PaymobStandIn & { readonly clock: StandInClock }> =>
  startPaymobStandIn({ clock: new StandInClock({ frozenAt: now.toISOString() }), ...options });

export const recordsOfTest = (): PaymobStore => inMemoryRecords<PaymobRecord>();

/** What the adapter works with at a stand-in, in test mode of Paymob. */
export function contextAt(
  { url, account }: Pick<PaymobStandIn, 'url' | 'account'>,
  changes: Partial<PaymobContext> = {},
): PaymobContext {
  const { integrations } = account;
  const byType: Readonly<Record<string, number | undefined>> = {
    card: integrations.card,
    vodafone_cash: integrations.wallet,
    aman: integrations.kiosk,
    valu: integrations.valu,
  };
  return {
    client: new PaymobClient({ url, apiKey: account.apiKey, secretKey: account.secretKey }),
    store: recordsOfTest(),
    publicKey: account.publicKey,
    integrationOf: ({ captureMethod, method }) =>
      captureMethod === 'manual' ? integrations.cardAuth : byType[method.type],
    callbackUrl: 'http://127.0.0.1:9/providers/paymob/callbacks/pvc_1',
    returnUrl: 'http://127.0.0.1:9/providers/paymob/return/pvc_1',
    fieldUrl: null,
    onCredentialsRefused: async () => undefined,
    ...changes,
  };
}

export const providerAt = (paymob: PaymobStandIn, changes: Partial<PaymobContext> = {}): Provider =>
  createPaymobProvider(contextAt(paymob, changes));

export const methodOf = (type: ProviderMethod['type'], phone?: string): ProviderMethod => ({
  type,
  token: type,
  card: null,
  cardInfo: null,
  ...(phone !== undefined && { wallet: { provider: type, phone } }),
});

export const chargeId = 'ch_1';

/** The authorization of 100.00 EGP by card. */
export const authorizing = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  chargeId,
  amount: 10_000,
  currency: 'EGP',
  captureMethod: 'automatic',
  method: methodOf('card'),
  now,
  ...more,
});
