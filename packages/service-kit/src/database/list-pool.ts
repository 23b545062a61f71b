import type pg from 'pg';
import { openPool, useOf, type PoolOptions, type PoolUse } from './pool.ts';
import { NoListConnection } from './postgres-errors.ts';
import { statements, type Statements } from './statements.ts';

/** Connections per process for lists: few, so that the slowest of them leave the processor to payments. */
const listsMax = 4;
/** Of them for one merchant: the lists of others still find one free. */
const perMerchantMax = 2;
/** A list that takes longer is a scan of what no index covers; so is one that waits longer behind such. */
const timeoutMs = 2_000;
/** One processor for each list, which would otherwise take up to three. */
const settings = `set statement_timeout = ${timeoutMs}; set max_parallel_workers_per_gather = 0`;

interface Waiting {
  readonly merchantId: string;
  readonly start: () => void;
}

/** The connections on which lists are read, apart from those of commands: however slow lists are, payments go on. */
export class ListPool {
  readonly #pool: pg.Pool;
  readonly #running = new Map<string, number>();
  #count = 0;
  #waiting: Waiting[] = [];

  constructor(url: string, applicationName: string, options: PoolOptions = {}) {
    this.#pool = openPool(url, applicationName, { ...options, max: listsMax, settings });
  }

  /**
   * Statements that wait for their turn: in the order of their arrival, but one merchant has two of them at a time.
   *
   * @param waitMs how long they wait
   */
  statementsOf(merchantId: string, waitMs = timeoutMs): Statements {
    const query = async (...given: unknown[]): Promise<unknown> => {
      await this.#enter(merchantId, waitMs);
      try {
        return await (this.#pool.query as (...query: unknown[]) => Promise<unknown>)(...given);
      } finally {
        this.#leave(merchantId);
      }
    };
    return statements({ query: query as pg.ClientBase['query'] }, { retries: true, readsOnly: true });
  }

  get use(): PoolUse {
    return { ...useOf(this.#pool), waiting: this.#waiting.length };
  }

  /** Waits for what runs and closes the connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }

  #enter(merchantId: string, waitMs: number): Promise<void> {
    if (this.#mayStart(merchantId)) {
      this.#start(merchantId);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(new NoListConnection());
      }, waitMs);
      const start = (): void => {
        clearTimeout(timer);
        this.#start(merchantId);
        resolve();
      };
      const waiting: Waiting = { merchantId, start };
      this.#waiting.push(waiting);
    });
  }

  #leave(merchantId: string): void {
    this.#count -= 1;
    const left = (this.#running.get(merchantId) ?? 1) - 1;
    if (left > 0) this.#running.set(merchantId, left);
    else this.#running.delete(merchantId);
    const next = this.#waiting.findIndex((each) => this.#mayStart(each.merchantId));
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.start();
  }

  #mayStart(merchantId: string): boolean {
    return this.#count < listsMax && (this.#running.get(merchantId) ?? 0) < perMerchantMax;
  }

  #start(merchantId: string): void {
    this.#count += 1;
    this.#running.set(merchantId, (this.#running.get(merchantId) ?? 0) + 1);
  }
}
