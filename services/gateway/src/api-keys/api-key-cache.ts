import { BoundedMap, log, type SystemReader } from '@mizan/service-kit';
import { hashKey, isWellFormedKey } from './api-key-format.ts';
import { toKnownKey, type KeyRow, type KnownKey } from './known-key.ts';

const knownForMs = 5_000; // how long a revoked key may still work on a gateway that missed the event
const unknownForMs = 10_000;
const cacheLimit = 10_000; // keys of each kind; a known one is about 3 kB
const lastUsedPrecisionMs = 60_000; // a hot key is not written for every request

/**
 * Finds keys by what callers present. A wrong checksum never reaches the database; what does is remembered for a few
 * seconds, so that a key in use costs a map lookup and a flood of bad ones cannot push the good ones out.
 */
export class KnownKeys {
  readonly #db: SystemReader;
  readonly #pepper: Buffer;
  readonly #known = new BoundedMap<{ key: KnownKey; untilMs: number }>(cacheLimit);
  readonly #unknown = new BoundedMap<number>(cacheLimit);
  readonly #loading = new Map<string, Promise<KnownKey | undefined>>();
  #forgotten = 0;

  constructor(db: SystemReader, pepper: Buffer) {
    this.#db = db;
    this.#pepper = pepper;
  }

  /** Whether it was a key of ours when it was last looked up, however long ago: then looking again is no guessing. */
  remembers(presented: string): boolean {
    return this.#known.has(presented);
  }

  /** The key that `presented` is, active or not; undefined when it is none of ours. Answers at once when it can. */
  find(presented: string): KnownKey | undefined | Promise<KnownKey | undefined> {
    const now = Date.now();
    const known = this.#known.get(presented);
    if (known && known.untilMs > now) return known.key;
    if ((this.#unknown.get(presented) ?? 0) > now || !isWellFormedKey(presented)) return undefined;
    let loading = this.#loading.get(presented);
    if (!loading) {
      loading = this.#load(presented).finally(() => this.#loading.delete(presented));
      this.#loading.set(presented, loading);
    }
    return loading;
  }

  /** Drops what is remembered of one key, and of strings that were none when they were asked for. */
  forgetKey(id: string): void {
    this.#forget((key) => key.id === id);
  }

  /** Drops what is remembered of an account's keys. */
  forgetAccount(merchantId: string): void {
    this.#forget((key) => key.scope.merchantId === merchantId);
  }

  #forget(concerns: (key: KnownKey) => boolean): void {
    this.#forgotten++;
    this.#unknown.clear();
    for (const [presented, { key }] of this.#known) if (concerns(key)) this.#known.set(presented, { key, untilMs: 0 }); // looked up again when next shown
  }

  async #load(presented: string): Promise<KnownKey | undefined> {
    const forgottenBefore = this.#forgotten;
    const row = await this.#db.one<KeyRow>`
      select k.id, k.merchant_id as "merchantId", k.livemode, k.type, k.permissions, k.ip_allowlist as "ipAllowlist",
             k.allowed_origins as "allowedOrigins",
             k.api_version as "apiVersion", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
             k.last_used_at as "lastUsedAt", k.version, a.live_payments_enabled as "livePaymentsEnabled"
      from api_keys k join accounts a on a.id = k.merchant_id
      where k.key_hash = ${hashKey(this.#pepper, presented)}`;
    const key = row && toKnownKey(row);
    // What was read before a change was heard of must not be believed after it; that it was a key stays true.
    if (forgottenBefore === this.#forgotten) this.#remember(presented, key);
    else if (key) this.#known.set(presented, { key, untilMs: 0 });
    if (row && !row.revokedAt) this.#noteUse(row);
    return key;
  }

  #remember(presented: string, key: KnownKey | undefined): void {
    const now = Date.now();
    this.#known.delete(presented); // so that it counts as the newest again
    if (key) this.#known.set(presented, { key, untilMs: now + knownForMs });
    else this.#unknown.set(presented, now + unknownForMs);
  }

  /** `lastUsedAt` is for people: it may be lost, so nobody waits for it. */
  #noteUse({ id, lastUsedAt }: KeyRow): void {
    if (lastUsedAt && Date.now() - lastUsedAt.getTime() < lastUsedPrecisionMs) return;
    this.#db.sql`
      update api_keys set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.catch(
      (error: unknown) => log.debug({ err: error, keyId: id }, 'api_key.use_not_noted'),
    );
  }
}
