import { createHmac, randomUUID, type KeyObject } from 'node:crypto';
import type { ServiceName } from '@mizan/contracts';
import type { Database, Reader, Tx } from '../database/database.ts';
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

/**
 * Idempotency keys, kept by the service that owns the effect: the answer is stored in the effect's own commit, so there
 * is no instant at which one exists without the other.
 */
export class IdempotencyKeys {
  readonly #db: Database;
  readonly #service: ServiceName;
  readonly #secrets: ServiceSecrets;
  readonly #pepper: KeyObject;

  constructor(db: Database, service: ServiceName, secrets: ServiceSecrets) {
    this.#db = db;
    this.#service = service;
    this.#secrets = secrets;
    this.#pepper = secrets.hashKey('idempotency-fingerprint');
  }

  /** The key that one request carries. Nothing is read or written yet. */
  of(scope: Scope, key: string, fingerprint: Buffer): KeyedRequest {
    // A body may hold a card number, and a plain hash of one is guessed in minutes: what is stored needs the pepper.
    const peppered = createHmac('sha256', this.#pepper).update(fingerprint).digest();
    return new KeyedRequest({ db: this.#db, service: this.#service, secrets: this.#secrets }, scope, {
      key,
      fingerprint: peppered,
    });
  }

  /** Whether the key has an answer here, or a reservation that will lead to one. */
  async holds({ merchantId, livemode }: Scope, key: string): Promise<boolean> {
    const row = await this.#db.system.one`
      select 1 from idempotency_keys where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}`;
    return row !== undefined;
  }
}

/**
 * One request under its key. While it changes something it holds a lock that ends with its transaction, however that
 * ends; between the two transactions of a phased command a row with a lease stands for it. A request that lost
 * the key cannot commit.
 */
export class KeyedRequest {
  readonly #db: Database;
  readonly #service: ServiceName;
  readonly #secrets: ServiceSecrets;
  readonly #scope: Scope;
  readonly #key: string;
  readonly #fingerprint: Buffer;
  /** Set once this request has a reservation, its own or one that it resumes. */
  #claimId: string | undefined;

  constructor(
    { db, service, secrets }: { db: Database; service: ServiceName; secrets: ServiceSecrets },
    scope: Scope,
    { key, fingerprint }: { key: string; fingerprint: Buffer },
  ) {
    this.#db = db;
    this.#service = service;
    this.#secrets = secrets;
    this.#scope = scope;
    this.#key = key;
    this.#fingerprint = fingerprint;
  }

  /**
   * The outcome of an earlier request with the key: its answer, a reservation that this request now resumes, or nothing.
   *
   * @throws Problem `idempotency_key_in_use` 400: the key was used for another request
   * @throws Problem `idempotency_key_in_use` 409: the first request is still running
   */
  async recall(): Promise<StoredAnswer | Resumption | undefined> {
    const row = await this.#find();
    if (!row) return undefined;
    return this.#answerOf(row) ?? this.#takeOver();
  }

  #find(): Promise<KeyRow | undefined> {
    return this.#db.system.one<KeyRow>`
      select fingerprint, state, status, body_sealed, request_id from idempotency_keys
      where merchant_id = ${this.#scope.merchantId} and livemode = ${this.#scope.livemode} and key = ${this.#key}`;
  }

  /**
   * Keeps the key for this transaction. A key that is being used, or was, fails the transaction, see {@link isTaken}: the
   * statements that travel with this one never run then, so the first of them need not wait for it.
   */
  claim(tx: Reader): Promise<unknown> {
    const lock = JSON.stringify([this.#service, this.#scope.merchantId, this.#scope.livemode, this.#key]);
    return tx.sql`
      select claim_idempotency_key(${this.#scope.merchantId}, ${this.#scope.livemode}, ${this.#key},
        hashtextextended(${lock}, 0))`;
  }

  /**
   * The answer of the request that has the key.
   *
   * @throws Problem `idempotency_key_in_use` as {@link recall}; 409 also when it has started something that it has not
   *   completed
   */
  async answer(): Promise<StoredAnswer> {
    const row = await this.#find();
    const known = row && this.#answerOf(row);
    if (!known) throw stillRunning();
    return known;
  }

  /** Stores the answer with the commit of `tx`, the effect's own transaction. */
  finish(tx: Tx, answer: StoredAnswer): void {
    tx.alongCommit`${this.#claimId === undefined ? this.#inserting(answer) : this.#replacingReservation(answer)}`;
  }

  /** Marks, with the commit of the reserving transaction, that the effect has started and how to resume it. */
  reserve(tx: Tx, reservation: unknown): void {
    const claimId = (this.#claimId = randomUUID());
    tx.alongCommit`
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, state, claim_id, locked_until, reservation)
      values (${this.#scope.merchantId}, ${this.#scope.livemode}, ${this.#key}, ${this.#fingerprint}, 'reserved',
        ${claimId}, now() + ${leaseSeconds} * interval '1 second', ${json(reservation)})`;
  }

  /**
   * Stores a refusal that was decided after execution started: a retry gets the same one.
   *
   * @throws Problem `idempotency_key_in_use` 409: another worker has the key now, and its answer counts
   */
  async refuse(answer: StoredAnswer): Promise<void> {
    const stored = this.#claimId === undefined ? this.#inserting(answer) : this.#replacingReservation(answer);
    await this.#db.system.sql`${stored}`.catch((thrown: unknown) => {
      throw isTaken(thrown) ? stillRunning() : thrown;
    });
  }

  /** Lets a retry resume at once after a failure of ours; what was not reserved leaves nothing behind. */
  async release(): Promise<void> {
    if (this.#claimId === undefined) return;
    await this.#db.system.sql`
      update idempotency_keys set locked_until = now()
      where merchant_id = ${this.#scope.merchantId} and livemode = ${this.#scope.livemode} and key = ${this.#key}
        and claim_id = ${this.#claimId} and state = 'reserved'`;
  }

  #inserting({ status, body, requestId }: StoredAnswer): Fragment {
    return fragment`
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, state, claim_id, locked_until,
        status, body_sealed, request_id)
      values (${this.#scope.merchantId}, ${this.#scope.livemode}, ${this.#key}, ${this.#fingerprint}, 'finished',
        ${randomUUID()}, now(), ${status}, ${this.#secrets.encrypt(body)}, ${requestId})`;
  }

  /** For a key that another worker has taken over it sets a state that the CHECK refuses, so that the commit fails. */
  #replacingReservation({ status, body, requestId }: StoredAnswer): Fragment {
    return fragment`
      update idempotency_keys
      set state = case when claim_id = ${this.#claimId} then 'finished' else 'taken over' end, status = ${status},
          body_sealed = ${this.#secrets.encrypt(body)}, request_id = ${requestId}, reservation = null
      where merchant_id = ${this.#scope.merchantId} and livemode = ${this.#scope.livemode} and key = ${this.#key}`;
  }

  #answerOf(row: KeyRow): StoredAnswer | undefined {
    if (!row.fingerprint.equals(this.#fingerprint)) throw reusedKey();
    if (row.state !== 'finished') return undefined;
    const { status, bodySealed: sealed, requestId: requestId } = row;
    if (status === null || sealed === null || requestId === null)
      throw new Error('bug: a finished key without its answer');
    return { status, body: this.#secrets.decrypt(sealed), requestId };
  }

  async #takeOver(): Promise<Resumption> {
    const claimId = randomUUID();
    const taken = await this.#db.system.one<Resumption>`
      update idempotency_keys set claim_id = ${claimId}, locked_until = now() + ${leaseSeconds} * interval '1 second'
      where merchant_id = ${this.#scope.merchantId} and livemode = ${this.#scope.livemode} and key = ${this.#key}
        and state = 'reserved' and locked_until < now()
      returning reservation`;
    if (!taken) throw stillRunning();
    this.#claimId = claimId;
    return taken;
  }
}

/** Hours after which a key may be forgotten; the specification promises a day. */
export const keyRetentionHours = 3 * replayHours;

/**
 * Whether a transaction failed because another request has its key: at the claim, or at the commit when the other was
 * quicker or took a reservation over.
 */
export const isTaken = (thrown: unknown): boolean =>
  sqlState(thrown) === 'MZ001' ||
  ['idempotency_keys_pkey', 'idempotency_keys_state_check'].includes(violatedConstraint(thrown) ?? '');

/** The refusal of a key that another request has. */
export const reusedKey = (): Problem =>
  new Problem('idempotency_key_in_use', 'This Idempotency-Key was already used for a different request.', {
    status: 400,
  });

/** The refusal of a key whose first request is still running. */
export const stillRunning = (): Problem =>
  new Problem('idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
    status: 409,
    retryAfterSeconds: 1,
  });
