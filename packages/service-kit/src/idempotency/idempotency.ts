import { createHmac, randomUUID, type KeyObject } from 'node:crypto';
import type { ServiceName } from '@mizan/contracts';
import type { Database, Reader, Tx, TxAtOnce } from '../database/database.ts';
import { sqlState, violatedConstraint } from '../database/postgres-errors.ts';
import { fragment, json, type Fragment } from '../database/sql.ts';
import type { Scope } from '../identity/identity.ts';
import { Problem } from '../problem.ts';
import type { ServiceSecrets } from '../secrets.ts';

const leaseSeconds = 60; // longer than any provider call may take: after it the worker counts as dead
const replayHours = 24;

/** An answer stored for retries of the request. */
export interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

/** What an earlier worker reserved before it died: its effect must be resumed, not repeated. */
export interface Resumption {
  readonly reservation: unknown;
}

interface KeyRow {
  fingerprint: Buffer;
  state: 'reserved' | 'finished';
  status: number | null;
  bodySealed: Buffer | null;
  requestId: string | null;
}

/** Idempotency keys, kept by the service that owns the effect: the answer is stored in the effect's own commit. */
export class IdempotencyKeys {
  readonly #db: Database;
  readonly #service: ServiceName;
  readonly #secrets: ServiceSecrets;
  readonly #pepper: KeyObject;
  readonly #unclaimed: UnclaimedKeys = new Map();

  constructor(db: Database, service: ServiceName, secrets: ServiceSecrets) {
    this.#db = db;
    this.#service = service;
    this.#secrets = secrets;
    this.#pepper = secrets.hashKey('idempotency-fingerprint');
  }

  /**
   * The key that one request carries. Nothing is read or written yet.
   *
   * @param request.isPartOfKey requests that differ have different keys, however equal the given ones are
   */
  of(scope: Scope, givenKey: string, request: { of: Buffer; isPartOfKey?: true | undefined }): KeyedRequest {
    // A body may hold a card number, and a plain hash of one is guessed in minutes: what is stored needs the pepper.
    const peppered = createHmac('sha256', this.#pepper).update(request.of).digest();
    const key = request.isPartOfKey ? `${givenKey}→${peppered.toString('base64url')}` : givenKey;
    const [db, service, secrets, unclaimed] = [this.#db, this.#service, this.#secrets, this.#unclaimed];
    return new KeyedRequest({ db, service, secrets, unclaimed, scope, key, fingerprint: peppered });
  }

  /** Whether the key has an answer here, or a reservation that will lead to one. */
  async holds({ merchantId, livemode }: Scope, key: string): Promise<boolean> {
    const row = await this.#db.system.one`
      select 1 from idempotency_keys where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}`;
    return row !== undefined;
  }
}

/** How many requests of each key this process performs: what they do before they claim it, no other can see. */
type UnclaimedKeys = Map<string, number>;

interface RequestOfKey {
  readonly db: Database;
  readonly service: ServiceName;
  readonly secrets: ServiceSecrets;
  readonly unclaimed: UnclaimedKeys;
  readonly scope: Scope;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/**
 * One request under its key. While it changes something it holds a lock that ends with its transaction, however that
 * ends; between the two transactions of a phased command a row with a lease stands for it. A request that lost
 * the key cannot commit.
 */
export class KeyedRequest {
  readonly #request: RequestOfKey;
  /** Set once this request has a reservation, its own or one that it resumes. */
  #claimId: string | undefined;

  constructor(request: RequestOfKey) {
    this.#request = request;
  }

  /** The condition that finds the key's row. */
  get #isRow(): Fragment {
    const { scope, key } = this.#request;
    return fragment`merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and key = ${key}`;
  }

  /** What the lock is on. */
  get #lock(): string {
    const { service, scope, key } = this.#request;
    return JSON.stringify([service, scope.merchantId, scope.livemode, key]);
  }

  /** Lets {@link isRunning} and {@link isRunningHere} see `verb` also before it claims the key. */
  async noted<T>(verb: () => Promise<T>): Promise<T> {
    const { unclaimed } = this.#request;
    const change = (by: number): void => {
      const count = (unclaimed.get(this.#lock) ?? 0) + by;
      if (count > 0) unclaimed.set(this.#lock, count);
      else unclaimed.delete(this.#lock);
    };
    change(1);
    return verb().finally(() => change(-1));
  }

  /** Whether this process performs another request with the key. */
  get isRunningHere(): boolean {
    return this.#request.unclaimed.has(this.#lock);
  }

  /** Whether another request with the key is changing something, here or in another replica. It takes no lock itself. */
  async isRunning(): Promise<boolean> {
    if (this.isRunningHere) return true;
    const held = await this.#request.db.system.one`
      select 1 from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = hashtextextended(${this.#lock}, 0)`;
    return held !== undefined;
  }

  /** The outcome of an earlier request with the key. @throws Problem `idempotency_key_in_use` 400: reused; 409: still running */
  async recall(): Promise<StoredAnswer | Resumption | undefined> {
    const row = await this.#find();
    return row && (this.#answerOf(row) ?? this.#takeOver());
  }

  #find(): Promise<KeyRow | undefined> {
    return this.#request.db.system.one<KeyRow>`
      select fingerprint, state, status, body_sealed, request_id from idempotency_keys
      where ${this.#isRow}`;
  }

  /**
   * Runs `verb` with the key kept for its transaction. A key that is being used, or was, fails the transaction, see
   * {@link isTaken}. The claim travels with the first statement whose answer `verb` awaits, and whatever follows it never
   * runs without it. A verb that awaits nothing needs no claim: what it writes travels with the key's own row, which only
   * one request can insert.
   */
  async claimed<T>(tx: Tx, verb: (tx: Tx) => Promise<T>): Promise<T> {
    let claim: Promise<unknown> | undefined;
    const afterClaim =
      <S extends 'sql' | 'one'>(kind: S): Tx[S] =>
      (...statement: Parameters<Tx[S]>) => {
        claim ??= this.#claim(tx);
        return (tx[kind] as (...of: unknown[]) => never)(...statement);
      };
    const done = verb({ ...tx, sql: afterClaim('sql'), one: afterClaim('one') });
    const [claimed, result] = await Promise.allSettled([
      done.then(
        () => claim,
        () => claim,
      ),
      done,
    ]);
    if (claimed.status === 'rejected') throw claimed.reason; // whatever the verb did
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  #claim(tx: Reader): Promise<unknown> {
    const { scope, key } = this.#request;
    const claim = tx.sql`
      select claim_idempotency_key(${scope.merchantId}, ${scope.livemode}, ${key}, hashtextextended(${this.#lock}, 0))`;
    claim.catch(() => undefined); // it is looked at when the verb has ended
    return claim;
  }

  /** The answer of the request that has the key. @throws Problem as {@link recall}; 409 also while it is not completed */
  async answer(): Promise<StoredAnswer> {
    const row = await this.#find();
    const known = row && this.#answerOf(row);
    if (!known) throw stillRunning();
    return known;
  }

  /** Stores the answer with the commit of `tx`, the effect's own transaction. */
  finish(tx: TxAtOnce, answer: StoredAnswer): void {
    tx.alongCommit`${this.#storing(answer)}`;
  }

  /** Marks, with the commit of the reserving transaction, that the effect has started and how to resume it. */
  reserve(tx: TxAtOnce, reservation: unknown): void {
    const { scope, key, fingerprint } = this.#request;
    const claimId = (this.#claimId = randomUUID());
    tx.alongCommit`
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, state, claim_id, locked_until, reservation)
      values (${scope.merchantId}, ${scope.livemode}, ${key}, ${fingerprint}, 'reserved',
        ${claimId}, now() + ${leaseSeconds} * interval '1 second', ${json(reservation)})`;
  }

  /** Stores a refusal for retries. @throws Problem `idempotency_key_in_use` 409: another worker has the key, its answer counts */
  async refuse(answer: StoredAnswer): Promise<void> {
    await this.#request.db.system.sql`${this.#storing(answer)}`.catch((thrown: unknown) => {
      throw isTaken(thrown) ? stillRunning() : thrown;
    });
  }

  /** Lets a retry resume at once after a failure of ours; what was not reserved leaves nothing behind. */
  async release(): Promise<void> {
    if (this.#claimId === undefined) return;
    await this.#request.db.system.sql`
      update idempotency_keys set locked_until = now()
      where ${this.#isRow} and claim_id = ${this.#claimId} and state = 'reserved'`;
  }

  /** For a key that another worker has taken over it sets a state that the CHECK refuses, so that the commit fails. */
  #storing({ status, body, requestId }: StoredAnswer): Fragment {
    const { scope, key, fingerprint, secrets } = this.#request;
    if (this.#claimId !== undefined)
      return fragment`
        update idempotency_keys
        set state = case when claim_id = ${this.#claimId} then 'finished' else 'taken over' end, status = ${status},
            body_sealed = ${secrets.encrypt(body)}, request_id = ${requestId}, reservation = null
        where ${this.#isRow}`;
    return fragment`
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, state, claim_id, locked_until,
        status, body_sealed, request_id)
      values (${scope.merchantId}, ${scope.livemode}, ${key}, ${fingerprint}, 'finished',
        ${randomUUID()}, now(), ${status}, ${secrets.encrypt(body)}, ${requestId})`;
  }

  #answerOf(row: KeyRow): StoredAnswer | undefined {
    if (!row.fingerprint.equals(this.#request.fingerprint)) throw reusedKey();
    if (row.state !== 'finished') return undefined;
    const { status, bodySealed: sealed, requestId } = row;
    if (status === null || sealed === null || requestId === null)
      throw new Error('bug: a finished key without its answer');
    return { status, body: this.#request.secrets.decrypt(sealed), requestId };
  }

  async #takeOver(): Promise<Resumption> {
    const claimId = randomUUID();
    const taken = await this.#request.db.system.one<Resumption>`
      update idempotency_keys set claim_id = ${claimId}, locked_until = now() + ${leaseSeconds} * interval '1 second'
      where ${this.#isRow} and state = 'reserved' and locked_until < now()
      returning reservation`;
    if (!taken) throw stillRunning();
    this.#claimId = claimId;
    return taken;
  }
}

/** Hours after which a key may be forgotten; the specification promises a day. */
export const keyRetentionHours = 3 * replayHours;

/** Whether another request has the key: seen at the claim, or at the commit when the other was quicker or took over. */
export const isTaken = (thrown: unknown): boolean =>
  sqlState(thrown) === 'MZ001' ||
  ['idempotency_keys_pkey', 'idempotency_keys_state_check'].includes(violatedConstraint(thrown) ?? '');

/** The refusal of a key that another request has. */
export const reusedKey = (): Problem =>
  new Problem(
    'idempotency_key_in_use',
    'This Idempotency-Key was already used for a different request. Use a new key for each request, and the same only to repeat it.',
    {
      status: 400,
    },
  );

/** The refusal of a key whose first request is still running. */
export const stillRunning = (): Problem =>
  new Problem(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Repeat it: within a minute the repeat gets the answer.',
    {
      status: 409,
      retryAfterSeconds: 1,
    },
  );
