import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { log } from '../telemetry/log.ts';

const retryMs = 1_000; // how soon a standby notices that the leader's session has ended
const connectMaxMs = 5_000;
const defaultPulse = { everyMs: 2_000, maxMs: 3_000 }; // well before Postgres ends a silent session and another replica leads

/** One leader per service, which runs relay and jobs: it holds a session's advisory lock, lost however the process dies. */
export class Leadership {
  readonly #url: string;
  readonly #lock: string;
  readonly #pulse: typeof defaultPulse;
  readonly #stop = new AbortController();
  #loop: Promise<void> | undefined;
  #leads = false;

  /**
   * @param lock a name unique in the database, for example the service's
   * @param pulse how often a leader checks that its session still answers, and how long it waits for that
   */
  constructor(url: string, lock: string, pulse = defaultPulse) {
    this.#url = url;
    this.#lock = lock;
    this.#pulse = pulse;
  }

  /** Runs `lead` whenever this process holds the lock; its signal aborts when the lock is lost or on {@link stop}. */
  start(lead: (signal: AbortSignal) => Promise<void>): void {
    this.#loop = this.#campaign(lead);
  }

  /** Whether this process holds the lock. */
  get leads(): boolean {
    return this.#leads;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #campaign(lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#term(lead).catch((error: unknown) => log.warn({ err: error }, 'leadership.failed'));
      await wait(retryMs, undefined, { signal: this.#stop.signal }).catch(() => 'stopped');
    }
  }

  async #term(lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `leader-${this.#lock}`,
      connectionTimeoutMillis: connectMaxMs,
      query_timeout: this.#pulse.maxMs,
    });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    let pulse: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      const over = AbortSignal.any([lost.signal, this.#stop.signal]);
      while (!over.aborted) {
        const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock(hashtext($1)) as won', [
          this.#lock,
        ]);
        // The session may have ended at the same moment: an end before this line would not be noticed otherwise.
        if (rows[0]?.won && !over.aborted) {
          // A cut cable does not end the session on this side, but the other side will release the lock.
          let isPulsing = false;
          pulse = setInterval(() => {
            if (isPulsing) return;
            isPulsing = true;
            client.query('select 1').then(
              () => (isPulsing = false),
              () => lost.abort(),
            );
          }, this.#pulse.everyMs);
          this.#leads = true;
          return await lead(over);
        }
        await wait(retryMs, undefined, { signal: over }).catch(() => 'over');
      }
    } finally {
      clearInterval(pulse);
      this.#leads = false;
      await client.end();
    }
  }
}
