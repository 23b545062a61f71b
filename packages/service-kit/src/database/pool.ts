import net from 'node:net';
import pg from 'pg';
import { log } from '../telemetry/log.ts';

/** Connections per process: enough to saturate one CPU, few enough for many replicas on one server. */
const poolMax = 16;
const idleMaxMs = 60_000; // a new connection plans every statement again
const connectMaxMs = 5_000; // as long as a statement may take: a caller that waits longer has timed out anyway

/** A socket that sends what is written in one turn of the event loop as one packet: system calls cost more than bytes. */
class GatheringSocket extends net.Socket {
  #isGathering = false;

  override connect(...to: never[]): this {
    super.connect(...(to as unknown as [number, string]));
    this.write = GatheringSocket.prototype.write; // connecting puts the plain one on the instance
    return this;
  }

  override write(chunk: string | Uint8Array, ...rest: never[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return super.write(chunk, ...rest);
  }
}

/** What a pool is doing now, in connections and in units of work that wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

export const useOf = (pool: pg.Pool): PoolUse => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: Math.max(0, pool.waitingCount - pool.idleCount), // the pool hands idle ones out a moment later
  max: pool.options.max,
});

export interface PoolOptions {
  /** As `plansByIndex` of a service's definition. */
  readonly isByIndex?: boolean;
  /** Statements are planned once. Not for lists, whose best plan depends on their filters. */
  readonly isPlannedOnce?: boolean;
  readonly max?: number;
  /** Statements that every connection starts with. */
  readonly settings?: string;
}

/**
 * Plans that find rows by an index even where a table is so short that reading all of it were cheaper. Statements are
 * prepared, so Postgres keeps a plan until it next looks at the table, up to a minute after the table has grown long.
 */
const byIndex = 'set enable_seqscan = off';
/** One plan for all values of a prepared statement: planning again for each costs more than to find a few rows by an index. */
const onePlan = 'set plan_cache_mode = force_generic_plan';

/** Opens a service's connections, which connect when first needed. */
export function openPool(
  url: string,
  applicationName: string,
  { isByIndex = false, isPlannedOnce = false, max = poolMax, settings }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true, // statements that need not wait for each other share a round trip
    connectionTimeoutMillis: connectMaxMs,
    idleTimeoutMillis: idleMaxMs,
    application_name: applicationName,
    keepAlive: true,
    stream: () => new GatheringSocket(),
  } as pg.PoolConfig);
  // A broken connection fails the statement that uses it; an error event without a listener would end the process.
  const lost = (err: Error): void => log.debug({ err }, 'database.connection_lost');
  pool.on('connect', (client) => {
    client.on('error', lost);
    if (isByIndex) client.query(byIndex).catch(lost);
    if (isPlannedOnce) client.query(onePlan).catch(lost);
    if (settings) client.query(settings).catch(lost);
  });
  pool.on('error', lost);
  return pool;
}
