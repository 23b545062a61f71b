import { createHmac, randomUUID } from 'node:crypto';
import type { Database, Reader } from '../database/database.ts';
import { json } from '../database/sql.ts';
import type { Scope } from '../identity/identity.ts';
import { Problem } from '../problem.ts';
import type { ServiceSecrets } from '../secrets.ts';

const leaseSeconds = 60; // longer than any command may take: after it the worker is taken for dead
const replayHours = 24;

/** An answer kept for repeats of the request. */
export interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

/** The right to execute one keyed request; whoever lost it cannot commit. */
export interface Claim {
  readonly scope: Scope;
  readonly key: string;
  readonly claimId: string;
  /** What an earlier worker reserved before it died: its effect must be resumed, not repeated. */
  readonly reserved: { readonly reservation: unknown } | undefined;
}

interface KeyRow {
  fingerprint: Buffer;
  state: 'in_progress' | 'reserved' | 'finished';
  status: number | null;
  body_sealed: Buffer | null;
  request_id: string | null;
}

/**
 * Idempotency keys, kept by the service that owns the effect: the answer is stored in the effect's own commit, so there
 * is no instant at which one exists without the other.
 */
export class IdempotencyKeys {
  readonly #db: Database;
  readonly #secrets: ServiceSecrets;
  readonly #pepper: Buffer;

  constructor(db: Database, secrets: ServiceSecrets) {
    this.#db = db;
    this.#secrets = secrets;
    this.#pepper = secrets.key('idempotency-fingerprint');
  }

  /**
   * Claims `key` for this request, or returns the answer that it already got.
   *
   * @throws Problem `idempotency_key_in_use` 400: the key was used for another request
   * @throws Problem `idempotency_key_in_use` 409: the first request is still running
   */
  async claim(scope: Scope, key: string, fingerprint: Buffer): Promise<Claim | StoredAnswer> {
    // A body may hold a card number, and a plain hash of one is guessed in minutes: what is stored needs the pepper.
    return this.#claim(scope, key, createHmac('sha256', this.#pepper).update(fingerprint).digest());
  }

  async #claim(scope: Scope, key: string, fingerprint: Buffer): Promise<Claim | StoredAnswer> {
    const { system } = this.#db;
    const claimId = randomUUID();
    const made = await system.one`
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, state, claim_id, locked_until)
      values (${scope.merchantId}, ${scope.livemode}, ${key}, ${fingerprint}, 'in_progress', ${claimId}, now() + ${leaseSeconds} * interval '1 second')
      on conflict (merchant_id, livemode, key) do nothing returning 1`;
    if (made) return { scope, key, claimId, reserved: undefined };

    const row = await this.#existing(scope, key);
    if (!row) return this.#claim(scope, key, fingerprint); // released in between
    if (!row.fingerprint.equals(fingerprint)) throw reusedKey();
    return row.state === 'finished' ? this.#answerOf(row) : this.#takeOver(scope, key, claimId);
  }

  /** Stores the answer inside `tx`, the effect's own transaction. @throws when another worker has taken the key over */
  async finish(tx: Pick<Reader, 'one'>, claim: Claim, answer: StoredAnswer): Promise<void> {
    const kept = await tx.one`
      update idempotency_keys
      set state = 'finished', status = ${answer.status}, body_sealed = ${this.#secrets.encrypt(answer.body)},
          request_id = ${answer.requestId}, reservation = null
      where merchant_id = ${claim.scope.merchantId} and livemode = ${claim.scope.livemode} and key = ${claim.key}
        and claim_id = ${claim.claimId}
      returning 1`;
    if (!kept) throw stillRunning();
  }

  /** Marks, inside the reserving transaction, that the effect has begun and how to resume it. */
  async reserve(tx: Pick<Reader, 'one'>, claim: Claim, reservation: unknown): Promise<void> {
    const kept = await tx.one`
      update idempotency_keys
      set state = 'reserved', reservation = ${json(reservation)}, locked_until = now() + ${leaseSeconds} * interval '1 second'
      where merchant_id = ${claim.scope.merchantId} and livemode = ${claim.scope.livemode} and key = ${claim.key}
        and claim_id = ${claim.claimId}
      returning 1`;
    if (!kept) throw stillRunning();
  }

  /** Keeps a refusal that was decided after execution began: a repeat gets the same one. */
  async storeRefusal(claim: Claim, answer: StoredAnswer): Promise<void> {
    await this.finish(this.#db.system, claim, answer);
  }

  /** Gives the key back after a failure of ours. What was reserved stays, to be resumed by the retry. */
  async release(claim: Claim): Promise<void> {
    await this.#db.system.sql`
      with freed as (
        delete from idempotency_keys
        where merchant_id = ${claim.scope.merchantId} and livemode = ${claim.scope.livemode} and key = ${claim.key}
          and claim_id = ${claim.claimId} and state = 'in_progress')
      update idempotency_keys set locked_until = now()
      where merchant_id = ${claim.scope.merchantId} and livemode = ${claim.scope.livemode} and key = ${claim.key}
        and claim_id = ${claim.claimId} and state = 'reserved'`;
  }

  #existing(scope: Scope, key: string): Promise<KeyRow | undefined> {
    return this.#db.system.one<KeyRow>`
      select fingerprint, state, status, body_sealed, request_id
      from idempotency_keys
      where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and key = ${key}`;
  }

  #answerOf({ status, body_sealed: sealed, request_id: requestId }: KeyRow): StoredAnswer {
    if (status === null || sealed === null || requestId === null)
      throw new Error('bug: a finished key without its answer');
    return { status, body: this.#secrets.decrypt(sealed), requestId };
  }

  async #takeOver(scope: Scope, key: string, claimId: string): Promise<Claim> {
    const taken = await this.#db.system.one<{ state: KeyRow['state']; reservation: unknown }>`
      update idempotency_keys set claim_id = ${claimId}, locked_until = now() + ${leaseSeconds} * interval '1 second'
      where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and key = ${key}
        and state <> 'finished' and locked_until < now()
      returning state, reservation`;
    if (!taken) throw stillRunning();
    return {
      scope,
      key,
      claimId,
      reserved: taken.state === 'reserved' ? { reservation: taken.reservation } : undefined,
    };
  }
}

/** Hours after which a key may be forgotten; the specification promises a day. */
export const keyRetentionHours = 3 * replayHours;

const reusedKey = (): Problem =>
  new Problem('idempotency_key_in_use', 'This Idempotency-Key was already used for a different request.', {
    status: 400,
  });

const stillRunning = (): Problem =>
  new Problem('idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
    status: 409,
    retryAfterSeconds: 1,
  });
