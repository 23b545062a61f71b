import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Record } from './record.ts';

const timeoutMs = 20_000;
const unusedMaxMs = 1_000; // as a careful client: a connection is not used in the moment the other side closes it
const maxTries = 20; // two minutes of retries: longer than any restart
const maxWaitMs = 60_000; // a client that is asked to wait longer gives up
const backoffsMs = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000]; // fewer attempts than an hour of one checkout allows

/** A request of a journey. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<{ [name: string]: string }>;
  readonly body?: unknown;
  /** The expected status. */
  readonly status: number;
}

/** A response that no retry changes. */
export class Refusal extends Error {
  /** The error's code; undefined when the response was no error object, or none came. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Conflicts that end by themselves: an earlier try of the same request still runs. */
const passingConflicts: readonly (string | undefined)[] = ['idempotency_key_in_use', 'payment_still_confirming'];

/**
 * A careful client of the API: it retries requests without a response, or with a 5xx one, under the same key, and waits as
 * long as `Retry-After` requires.
 */
export class Client {
  readonly #pool: Pool;
  readonly #record: Record;

  constructor(baseUrl: string, record: Record) {
    this.#pool = new Pool(baseUrl, {
      connections: 64,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: unusedMaxMs,
      keepAliveMaxTimeout: unusedMaxMs,
    });
    this.#record = record;
  }

  /** @throws Refusal when the response has another status than expected, or none comes in two minutes */
  async send<Body>(request: ApiRequest): Promise<Body> {
    const headers = {
      'content-type': 'application/json',
      ...(request.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      ...request.headers,
    };
    let last = new Refusal('bug: nothing was sent', undefined);
    let minWaitMs = 0;
    for (let attempt = 1; attempt <= maxTries; attempt++) {
      if (attempt > 1) {
        this.#record.retries++;
        const backoffMs = backoffsMs[Math.min(attempt, backoffsMs.length) - 1] as number;
        await delay(Math.max(backoffMs, minWaitMs) * (1 + Math.random() / 2)); // jitter: not all at the same moment
      }
      const { status, text, waitMs } = await this.#once(request, headers);
      minWaitMs = waitMs;
      if (status === request.status) return JSON.parse(text) as Body;
      const code = codeOf(text);
      last = new Refusal(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`, code);
      const isUndecided = status === 'network' || status >= 500 || status === 429 || passingConflicts.includes(code);
      if (!isUndecided || waitMs > maxWaitMs) break;
    }
    throw last;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #once(
    { method, path, body }: ApiRequest,
    headers: { [name: string]: string },
  ): Promise<{ status: number | 'network'; text: string; waitMs: number }> {
    const sentAtMs = performance.now();
    const outcome = await this.#pool
      .request({ method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      .then(async ({ statusCode, headers: { 'retry-after': seconds }, body: answer }) => {
        return { status: statusCode, text: await answer.text(), waitMs: Number(seconds ?? 0) * 1_000 } as const;
      })
      .catch((failure: unknown) => ({ status: 'network', text: describe(failure), waitMs: 0 }) as const);
    const tookMs = performance.now() - sentAtMs;
    const ended = { atMs: performance.now(), tookMs, status: outcome.status };
    this.#record.note(
      ended,
      `${new Date().toISOString()} ${method} ${path}: ${outcome.status} ${outcome.text.slice(0, 200)}`,
    );
    return outcome;
  }
}

const codeOf = (text: string): string | undefined => /"code":"(\w+)"/.exec(text)?.[1];

const describe = (failure: unknown): string =>
  failure instanceof Error ? `${failure.name} ${failure.message}` : String(failure);
