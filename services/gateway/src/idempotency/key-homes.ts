import type { ServiceName } from '@mizan/contracts';
import {
  keyRetentionHours,
  job,
  log,
  reusedKey,
  stillRunning,
  orRetryable,
  type BoundCalls,
  type Calls,
  type IdempotencyKeys,
  type Job,
  type Scope,
  type SystemReader,
} from '@mizan/service-kit';
import { EnterTogether } from './enter-together.ts';

type Siblings = Exclude<ServiceName, 'gateway'>;
const capital = (name: Siblings) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Siblings>;

/** Longer than a request that nobody answers for any more can still begin something: twice the longest deadline. */
const lostAfterSeconds = 60;

/** A keyed request that was passed to a service. */
export interface KeyStay {
  /** It ended without success, so its service may not have the key. Never throws: an end that is not noted is waited for. */
  failed(): Promise<void>;
}

interface Home {
  service: ServiceName;
  entered: number;
  isBusy: boolean;
}

/**
 * Which service an idempotency key belongs to. A service knows only its own keys, but a key is the account's: one that
 * was used for a request to one service must be refused at another.
 *
 * What is kept here decides nothing about answers. It says whom to ask: a key may move to another service when the one
 * that it was last used at does not hold it, and when no request with it can still be under way there.
 */
export class KeyHomes {
  readonly #db: SystemReader;
  readonly #calls: Calls;
  readonly #own: IdempotencyKeys;
  readonly #entries: EnterTogether;

  /** @param own the keys of the gateway's own operations */
  constructor(db: SystemReader, calls: Calls, own: IdempotencyKeys) {
    this.#db = db;
    this.#calls = calls;
    this.#own = own;
    this.#entries = new EnterTogether(db);
  }

  /**
   * Lets a request with a key pass to a service.
   *
   * @throws Problem `idempotency_key_in_use` 400: another service has answered, or begun, a request with the key
   * @throws Problem `idempotency_key_in_use` 409: one to another service may still be under way
   */
  async enter(scope: Scope, key: string, service: ServiceName): Promise<KeyStay> {
    const isHere = await orRetryable(this.#entries.enter({ scope, key, service }));
    if (!isHere) await this.#move(scope, key, service);
    return { failed: () => this.#leave(scope, key, service) };
  }

  async #move(scope: Scope, key: string, service: ServiceName): Promise<void> {
    const { merchantId, livemode } = scope;
    const home = await orRetryable(
      this.#db.one<Home>`
        select service, entered, failed < entered and entered_at > now() - ${lostAfterSeconds} * interval '1 second' as "isBusy"
        from key_homes where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}`,
    );
    if (!home || home.service === service) throw stillRunning(); // removed, or moved by a repeat, in this instant
    if (await this.#isHeld(scope, key, home.service)) throw reusedKey();
    if (home.isBusy) throw stillRunning();
    // `entered` is as it was before the service was asked: nobody has gone there since.
    const moved = await orRetryable(
      this.#db.one`
        update key_homes set service = ${service}, failed = entered, entered = entered + 1, entered_at = now()
        where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key} and entered = ${home.entered}
        returning 1`,
    );
    if (!moved) throw stillRunning();
  }

  async #isHeld(scope: Scope, key: string, home: ServiceName): Promise<boolean> {
    if (home === 'gateway') return orRetryable(this.#own.holds(scope, key));
    const ask: BoundCalls = this.#calls.bind(scope);
    return (await orRetryable(ask[`holds${capital(home)}Key`]({ key }))).isHeld;
  }

  async #leave({ merchantId, livemode }: Scope, key: string, service: ServiceName): Promise<void> {
    await this.#db.sql`
      update key_homes set failed = failed + 1
      where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key} and service = ${service}
        and failed < entered`.catch((thrown: unknown) => log.warn({ event: 'key_home.not_left', err: thrown }));
  }
}

/** Forgets keys that no service knows any more. */
export const forgetKeyHomes: Job = job('forget-key-homes', {
  everyMs: 10 * 60_000,
  run: async ({ db }) => {
    const gone = await db.system.sql`
      delete from key_homes where ctid = any(array(
        select ctid from key_homes where entered_at < now() - ${keyRetentionHours} * interval '1 hour' limit 5000)) returning 1`;
    return gone.length;
  },
});
