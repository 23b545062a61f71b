import { randomUUID } from 'node:crypto';
import { ConnectionError, errorOf, RequestError } from './errors.ts';

/** How a client reaches the platform. */
export interface ClientOptions {
  /** Where the gateway answers, for example `https://pay.example.com`; default `http://localhost:8080`. */
  readonly baseUrl?: string;
  /** `YYYY-MM-DD`: the version of the API to speak; by default that of the key. */
  readonly apiVersion?: string;
  /** How often a request that may be repeated safely is tried again; default 2. */
  readonly maxRetries?: number;
  /** How long one try may take, milliseconds; default 30,000. */
  readonly timeoutMs?: number;
}

/** What one request may have of its own. */
export interface RequestOptions {
  /** Repeating a request with the same key does it once; by default a new one for each call, kept over its retries. */
  readonly idempotencyKey?: string;
  /** Of a checkout session, for what its buyer does; a payment link needs none before there is a session. */
  readonly clientSecret?: string;
  /** Further headers, for example `Two-Factor-Code`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the request up. */
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
const longestRetryMs = 8_000; // whoever is to wait longer is told so at once: only the caller knows what to do meanwhile

/** Sends requests, again where that is safe, and reads answers. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #apiVersion: string | undefined;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;

  /** @param apiKey secret, restricted, or for what buyers do publishable */
  constructor(apiKey: string, options: ClientOptions = {}) {
    this.#apiKey = apiKey;
    this.#baseUrl = (options.baseUrl ?? 'http://localhost:8080').replace(/\/+$/, '');
    this.#apiVersion = options.apiVersion;
    this.#maxRetries = options.maxRetries ?? 2;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
  }

  /**
   * @throws RequestError the API refused, or asked for a longer wait than this client makes: `retryAfterSeconds`
   * @throws ConnectionError no answer came, however often it was tried
   */
  protected async request<Answer>(call: Call): Promise<Answer> {
    // One key for all tries: what the platform did already is answered, not done again.
    const idempotencyKey = call.method === 'GET' ? undefined : (call.options?.idempotencyKey ?? randomUUID());
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= this.#maxRetries;
      try {
        const response = await this.#send(call, idempotencyKey);
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as Answer;
        const failure = errorOf(response.status, text, response.headers.get('retry-after'));
        const nextMs = waitMs(tries, failure.retryAfterSeconds);
        if (isLast || !mayPass(failure) || nextMs > longestRetryMs) throw failure;
        await pause(nextMs, call.options?.signal);
      } catch (thrown) {
        if (thrown instanceof RequestError || call.options?.signal?.aborted) throw thrown;
        if (isLast)
          throw new ConnectionError(`${this.#baseUrl} did not answer: ${reasonOf(thrown)}`, { cause: thrown });
        await pause(waitMs(tries, undefined), call.options?.signal);
      }
    }
  }

  /** As {@link request} for a list, whose further pages are asked for as they are reached. */
  protected list<List extends Page<Item>, Item>(call: Call): ListPromise<List, Item> {
    let first: Promise<List> | undefined;
    const page = () => (first ??= this.request<List>(call));
    const iterate = () => this.#rows<List, Item>(call);
    // Asked only when somebody wants it: iterating must not ask for the first page twice.
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

/** Whether the same request may succeed a moment later. Repeating is safe: it carries its idempotency key. */
const mayPass = ({ status, code }: RequestError): boolean =>
  retryable.has(status) || (status === 409 && code === 'idempotency_key_in_use');

/** What the platform asks for, else doubling from a quarter of a second, with half of it left to chance. */
function waitMs(tries: number, retryAfterSeconds: number | undefined): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000;
  const most = Math.min(firstRetryMs * 2 ** tries, longestRetryMs);
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
