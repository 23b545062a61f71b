import type { ApiKeyType, Permission } from '@mizan/contracts';
import type { IdentityClaims, Scope } from '@mizan/service-kit';
import { parseRanges, type AddressRanges } from '../network/address-ranges.ts';
import { permissionsOf } from './api-key.resource.ts';

/** A key and what of its account decides about requests, as one query reads them. */
export interface KeyRow {
  readonly id: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly type: ApiKeyType;
  readonly permissions: readonly Permission[];
  readonly ipAllowlist: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly apiVersion: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly version: number;
  readonly livePaymentsEnabled: boolean;
}

/** A key as the front needs it for every request: everything worked out once. */
export interface KnownKey {
  readonly id: string;
  readonly scope: Scope;
  readonly type: ApiKeyType;
  readonly permissions: ReadonlySet<Permission>;
  readonly apiVersion: string;
  /** `Infinity` when it never expires. */
  readonly expiresAtMs: number;
  readonly isRevoked: boolean;
  /** Undefined: any address. */
  readonly allowedFrom: AddressRanges | undefined;
  /** Undefined: pages of any origin may use it. */
  readonly allowedOrigins: ReadonlySet<string> | undefined;
  readonly livePaymentsEnabled: boolean;
  /** Names {@link claims} in the minter's cache: it changes whenever they do. */
  readonly claimsName: string;
  readonly claims: IdentityClaims;
}

/** Works out everything about a key that requests need. */
export function toKnownKey(row: KeyRow): KnownKey {
  const scope = { merchantId: row.merchantId, livemode: row.livemode };
  const permissions = permissionsOf(row);
  return {
    id: row.id,
    scope,
    type: row.type,
    permissions: new Set(permissions),
    apiVersion: row.apiVersion,
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    isRevoked: row.revokedAt !== null,
    allowedFrom: row.ipAllowlist.length === 0 ? undefined : parseRanges(row.ipAllowlist),
    allowedOrigins: row.allowedOrigins.length === 0 ? undefined : new Set(row.allowedOrigins),
    livePaymentsEnabled: row.livePaymentsEnabled,
    claimsName: `${row.id} ${row.version}`,
    claims: {
      kind: 'merchant',
      scope,
      keyId: row.id,
      keyType: row.type,
      permissions,
      apiVersion: row.apiVersion,
    },
  };
}
