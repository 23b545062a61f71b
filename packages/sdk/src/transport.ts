import { randomUUID } from 'node:crypto';
import { ConnectionError, errorOf, RequestError } from './errors.ts';

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the gateway, for example `https://pay.example.com`; default `http://localhost:8080`. */
  readonly baseUrl?: string;
  /** `YYYY-MM-DD`: the version of the API to use; by default that of the key. */
  readonly apiVersion?: string;
  /** How often a request is retried when that is safe; default 2. */
  readonly maxRetries?: number;
  /** How long one attempt may take, milliseconds; default 30,000. */
  readonly timeoutMs?: number;
}

/** Settings of one request. */
export interface RequestOptions {
  /** Requests with the same key take effect once; by default each call has a new key, which its retries share. */
  readonly idempotencyKey?: string;
  /** The client secret of a checkout session, for requests of its buyer; a payment link has none until a session exists. */
  readonly clientSecret?: string;
  /** Additional headers, for example `Two-Factor-Code`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** One request as a method describes it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: object;
  readonly body?: object;
  readonly options?: RequestOptions | undefined;
}

/** A page of a list. */
interface Page<Item> {
  readonly data: readonly Item[];
  readonly totalCount: number;
  readonly nextCursor?: string | null;
}

/** A page when it is awaited; all rows, page after page, when it is iterated with `for await`. */
export interface ListPromise<List, Item> extends Promise<List>, AsyncIterable<Item> {}

const retryable = new Set([429, 500, 502, 503, 504]);
const firstRetryMs = 250;
const longestRetryMs = 8_000; // a longer wait is the caller's decision: the error is thrown at once

/** Sends requests, retries where that is safe, and parses responses. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #apiVersion: string | undefined;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;

  /** @param apiKey a secret or restricted key; a publishable key for requests of buyers */
  constructor(apiKey: string, options: ClientOptions = {}) {
    this.#apiKey = apiKey;
    this.#baseUrl = (options.baseUrl ?? 'http://localhost:8080').replace(/\/+$/, '');
    this.#apiVersion = options.apiVersion;
    this.#maxRetries = options.maxRetries ?? 2;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
  }

  /**
   * @throws RequestError the API refused the request, or requires a longer wait than this client waits: `retryAfterSeconds`
   * @throws ConnectionError no attempt got a response
   */
  protected async request<Answer>(call: Call): Promise<Answer> {
    // One key for all attempts: the platform returns the stored response instead of acting twice.
    const idempotencyKey = call.method === 'GET' ? undefined : (call.options?.idempotencyKey ?? randomUUID());
    for (let attempts = 0; ; attempts += 1) {
      const isLast = attempts >= this.#maxRetries;
      try {
        const response = await this.#send(call, idempotencyKey);
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as Answer;
        const failure = errorOf(response.status, text, response.headers.get('retry-after'));
        const nextMs = waitMs(attempts, failure.retryAfterSeconds);
        if (isLast || !isRetryable(failure) || nextMs > longestRetryMs) throw failure;
        await pause(nextMs, call.options?.signal);
      } catch (thrown) {
        if (thrown instanceof RequestError || call.options?.signal?.aborted) throw thrown;
        if (isLast)
          throw new ConnectionError(`${this.#baseUrl} did not answer: ${reasonOf(thrown)}`, { cause: thrown });
        await pause(waitMs(attempts, undefined), call.options?.signal);
      }
    }
  }

  /** Like {@link request}, for a list: iterating fetches further pages as it reaches them. */
  protected list<List extends Page<Item>, Item>(call: Call): ListPromise<List, Item> {
    let first: Promise<List> | undefined;
    const page = () => (first ??= this.request<List>(call));
    const iterate = () => this.#rows<List, Item>(call);
    // Fetched only when awaited: iterating must not fetch the first page twice.
    return {
      then: (onPage, onFailure) => page().then(onPage, onFailure),
      catch: (onFailure) => page().catch(onFailure),
      finally: (onEnd) => page().finally(onEnd),
      [Symbol.toStringTag]: 'ListPromise',
      [Symbol.asyncIterator]: iterate,
    };
  }

  async *#rows<List extends Page<Item>, Item>(call: Call): AsyncGenerator<Item> {
    const query = { limit: 100, ...call.query } as { limit: number; page?: number; cursor?: string };
    for (;;) {
      const { data, nextCursor } = await this.request<List>({ ...call, query });
      yield* data;
      if (nextCursor) {
        query.cursor = nextCursor;
        delete query.page;
      } else if (nextCursor === undefined && data.length === query.limit) query.page = (query.page ?? 1) + 1;
      else return;
    }
  }

  #send({ method, path, query, body, options }: Call, idempotencyKey: string | undefined): Promise<Response> {
    const url = new URL(`${this.#baseUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    return fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        'user-agent': 'mizan-sdk/0.2.0',
        ...(this.#apiVersion ? { 'api-version': this.#apiVersion } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(options?.clientSecret ? { 'client-secret': options.clientSecret } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...options?.headers,
      },
      signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}

/** Whether a retry may succeed. Retrying is safe, because the request carries its idempotency key. */
const isRetryable = ({ status, code }: RequestError): boolean =>
  retryable.has(status) || (status === 409 && code === 'idempotency_key_in_use');

/** The platform's `Retry-After`; otherwise a quarter of a second, doubled with each attempt, half of it random. */
function waitMs(attempts: number, retryAfterSeconds: number | undefined): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000;
  const most = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
  return most / 2 + Math.random() * (most / 2);
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
