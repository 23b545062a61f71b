import type { ApiKeyType, Permission } from '@mizan/contracts';
import { acrossMerchants, BoundedMap, log, orRetryable, own } from '@mizan/service-kit';
import type { IdentityClaims, Scope, SystemReader } from '@mizan/service-kit';
import type { Account } from '../accounts/account.entity.ts';
import { parseRanges, type AddressRanges } from '../network/address-ranges.ts';
import { hashKey, isWellFormedKey } from './api-key-format.ts';
import { permissionsOf, type ApiKeyRow } from './api-key.resource.ts';
import { apiKeys } from './api-key.table.ts';

const knownForMs = 5_000; // how long a revoked key may still work on a gateway that missed the event
const unknownForMs = 10_000;
const cacheLimit = 10_000; // keys of each kind; a known one is about 3 kB
const lastUsedPrecisionMs = 60_000; // a hot key is not written for every request

/** A key and the fields of its account that requests depend on, as one query reads them. */
export type CachedApiKeyRow = Omit<ApiKeyRow, 'name' | 'prefix' | 'last4' | 'replacedBy' | 'createdAt' | 'updatedAt'> &
  Pick<Account, 'livePaymentsEnabled'>;

/** A key with everything that its requests need, computed once. */
export interface CachedApiKey {
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
  /** Cache key of {@link claims} in the minter: changes whenever they do. */
  readonly claimsName: string;
  readonly claims: IdentityClaims;
}

/** Computes everything that a key's requests need. */
export function toCachedApiKey(row: CachedApiKeyRow): CachedApiKey {
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
    claims: { kind: 'merchant', scope, keyId: row.id, keyType: row.type, permissions, apiVersion: row.apiVersion },
  };
}

/**
 * Finds the keys that callers present. A wrong checksum never reaches the database; results are cached for a few seconds,
 * so that a key in use costs a map lookup, and invalid keys are cached apart from valid ones, which they cannot evict.
 */
export class ApiKeyCache {
  readonly #db: SystemReader;
  readonly #pepper: Buffer;
  readonly #known = new BoundedMap<{ key: CachedApiKey; untilMs: number }>(cacheLimit);
  readonly #unknown = new BoundedMap<number>(cacheLimit);
  readonly #loading = new Map<string, Promise<CachedApiKey | undefined>>();
  #drops = 0;

  constructor(db: SystemReader, pepper: Buffer) {
    this.#db = db;
    this.#pepper = pepper;
  }

  /** Whether it was a valid key when it was last looked up, however long ago: looking it up again is not guessing. */
  contains(presented: string): boolean {
    return this.#known.has(presented);
  }

  /**
   * The presented key, active or not; undefined when it does not exist. Synchronous when it is cached.
   *
   * @throws Problem `internal_error` 503 when the database is away
   */
  find(presented: string): CachedApiKey | undefined | Promise<CachedApiKey | undefined> {
    const now = Date.now();
    const known = this.#known.get(presented);
    if (known && known.untilMs > now) return known.key;
    if ((this.#unknown.get(presented) ?? 0) > now || !isWellFormedKey(presented)) return undefined;
    let loading = this.#loading.get(presented);
    if (!loading) {
      loading = orRetryable(this.#load(presented)).finally(() => this.#loading.delete(presented));
      this.#loading.set(presented, loading);
    }
    return loading;
  }

  /** Drops one key, and all strings that were not keys when they were looked up. */
  dropKey(id: string): void {
    this.#drop((key) => key.id === id);
  }

  /** Drops an account's keys. */
  dropAccount(merchantId: string): void {
    this.#drop((key) => key.scope.merchantId === merchantId);
  }

  #drop(concerns: (key: CachedApiKey) => boolean): void {
    this.#drops++;
    this.#unknown.clear();
    for (const [presented, { key }] of this.#known) if (concerns(key)) this.#known.set(presented, { key, untilMs: 0 }); // looked up again when it is next presented
  }

  async #load(presented: string): Promise<CachedApiKey | undefined> {
    const dropsBefore = this.#drops;
    const row = await this.#db.one<CachedApiKeyRow>`
      select ${apiKeys.omit('keyHash')}, a.live_payments_enabled
      from api_keys join accounts a on a.id = api_keys.merchant_id
      where ${acrossMerchants} and api_keys.key_hash = ${hashKey(this.#pepper, presented)}`;
    const key = row && toCachedApiKey(row);
    // A row read before the event of a change may be stale; that the key exists is still true.
    if (dropsBefore === this.#drops) this.#store(presented, key);
    else if (key) this.#known.set(presented, { key, untilMs: 0 });
    if (row && !row.revokedAt) this.#updateLastUsed(row);
    return key;
  }

  #store(presented: string, key: CachedApiKey | undefined): void {
    const now = Date.now();
    this.#known.delete(presented); // so that it becomes the newest entry again
    if (key) this.#known.set(presented, { key, untilMs: now + knownForMs });
    else this.#unknown.set(presented, now + unknownForMs);
  }

  /** `lastUsedAt` is informational: it may be lost, so no request waits for it. */
  #updateLastUsed({ id, lastUsedAt, ...scope }: CachedApiKeyRow): void {
    if (lastUsedAt && Date.now() - lastUsedAt.getTime() < lastUsedPrecisionMs) return;
    this.#db.sql`
      update api_keys set last_used_at = now()
      where ${own({ scope })} and id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.catch(
      (error: unknown) => log.debug({ err: error, keyId: id }, 'api_key.use_not_noted'),
    );
  }
}
