import type { ProviderConnection } from '@mizan/contracts';
import type { ShownConnection } from '../providers/connections/connection-store.ts';

/** Where a provider sends its callbacks. @param publicUrl base of the platform */
export const callbackUrlOf = (publicUrl: string, { provider, id }: Pick<ShownConnection, 'provider' | 'id'>): string =>
  `${publicUrl}/providers/${provider}/callbacks/${id}`;

/** A connection as the API shows it: nothing that is sealed. */
export const toProviderConnectionResource = (row: ShownConnection, publicUrl: string): ProviderConnection => ({
  id: row.id,
  object: 'provider_connection',
  provider: row.provider,
  livemode: row.livemode,
  settlesTo: row.settlesTo,
  status: row.status,
  methods: [...row.methods],
  publicConfig: row.publicConfig,
  credentialHints: row.credentialHints,
  callbackUrl: callbackUrlOf(publicUrl, row),
  lastCheckedAt: row.lastCheckedAt?.toISOString() ?? null,
  lastError: row.lastError,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
