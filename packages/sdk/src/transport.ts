import { randomUUID } from 'node:crypto';
import { describeKey } from './api-key.ts';
import { assertBaseUrl } from './base-url.ts';
import { ConnectionError, errorOf, IncompleteDownloadError, MizanError, RequestError, unreadable } from './errors.ts';
import { assertHeader, assertRequestOptions, type ClientOptions, type RequestOptions } from './options.ts';
import { pathOf } from './path.ts';
import { version } from './version.ts';

/** One request as a method describes it. */
export interface Call {
  readonly method: string;
  /** As the API reference writes it: `/products/{id}`. */
  readonly path: string;
  /** What takes the place of its parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly options?: RequestOptions | undefined;
}

/** A request with the text of its body. */
interface SentCall extends Call {
  readonly text?: string | undefined;
}

/** A page of a list. */
interface Page<Item> {
  readonly data: readonly Item[];
  readonly totalCount: number;
  readonly nextCursor?: string | null;
}

/** A page when it is awaited; all rows, page after page, when it is iterated with `for await`. */
export interface ListPromise<List, Item> extends Promise<List>, AsyncIterable<Item> {}

/**
 * The text of a file when it is awaited; its text piece after piece, as it arrives, when it is iterated with `for await`, for
 * files that are larger than the memory.
 *
 * @throws IncompleteDownloadError the end of the file is missing: also after pieces of it were given
 */
export interface DownloadPromise extends Promise<string>, AsyncIterable<string> {}

const retryable = new Set([429, 500, 502, 503, 504]);
const firstRetryMs = 250;
/** The platform answers within 30 s, at the latest with 504 `request_timeout`, which says what to do. It needs time to arrive. */
const defaultTimeoutMs = 35_000;
const longestTimeoutMs = 86_400_000; // timers of Node fire at once above 2³¹ − 1
const longestRetryMs = 8_000; // a longer wait is the caller's decision: the error is thrown at once

/** Sends requests, retries where that is safe, and parses responses. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #apiVersion: string | undefined;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;

  constructor(apiKey: string, options: ClientOptions = {}) {
    this.#apiKey = apiKey;
    this.#baseUrl = assertBaseUrl(options.baseUrl);
    this.#apiVersion = options.apiVersion;
    if (this.#apiVersion !== undefined) assertHeader('apiVersion', this.#apiVersion);
    this.#maxRetries = options.maxRetries ?? 2;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    if (!Number.isSafeInteger(this.#maxRetries) || this.#maxRetries < 0)
      throw new MizanError('maxRetries must be a whole number from 0.');
    if (!Number.isSafeInteger(this.#timeoutMs) || this.#timeoutMs < 1 || this.#timeoutMs > longestTimeoutMs)
      throw new MizanError(`timeoutMs must be a whole number of milliseconds from 1 to ${longestTimeoutMs}.`);
  }

  /**
   * @throws MizanError a parameter of the path is missing, or there is no such option: nothing was sent
   * @throws RequestError the API refused the request, or requires a longer wait than this client waits: `retryAfterSeconds`
   * @throws ConnectionError no attempt got a response
   */
  async request<Answer>(call: Call): Promise<Answer> {
    // One key for all attempts: the platform returns the stored response instead of acting twice.
    const idempotencyKey = call.method === 'GET' ? undefined : (call.options?.idempotencyKey ?? randomUUID());
    const text = call.body && JSON.stringify(call.body); // throws at once for what JSON cannot hold, such as a BigInt
    return this.#retry(call, async (url) => {
      const response = await this.#accepted(await this.#send(url, { ...call, text }, idempotencyKey));
      const received = await response.text();
      try {
        return JSON.parse(received) as Answer;
      } catch {
        throw unreadable(response.status);
      }
    });
  }

  /** Like {@link request}, for a list: iterating fetches further pages as it reaches them. */
  list<List extends Page<Item>, Item>(call: Call): ListPromise<List, Item> {
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
    const given = call.query as { limit?: number; page?: number; cursor?: string } | undefined;
    const query = { ...given, limit: given?.limit ?? 100 }; // also where it is passed as undefined
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

  /** Like {@link request}, for a file. It is not retried once it has started. */
  download(call: Call): DownloadPromise {
    let whole: Promise<string> | undefined;
    const text = () => (whole ??= textOf(this.#pieces(call)));
    const iterate = () => this.#pieces(call);
    return {
      then: (onText, onFailure) => text().then(onText, onFailure),
      catch: (onFailure) => text().catch(onFailure),
      finally: (onEnd) => text().finally(onEnd),
      [Symbol.toStringTag]: 'DownloadPromise',
      [Symbol.asyncIterator]: iterate,
    };
  }

  async *#pieces(call: Call): AsyncGenerator<string> {
    const { signal } = call.options ?? {};
    let end = '';
    const cutOff = (cause: unknown) =>
      new IncompleteDownloadError('The download was interrupted: its end is missing.', { cause });
    const decoder = new TextDecoder();
    let silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // The time of an attempt is that of each piece: a file may take as long as it has to.
    const listen = () => {
      clearTimeout(timer);
      const timedOut = new DOMException('The operation was aborted due to timeout', 'TimeoutError'); // as with other requests
      timer = setTimeout(() => silence.abort(timedOut), this.#timeoutMs);
    };
    const response = await this.#retry(call, async (url) => {
      silence = new AbortController();
      listen();
      try {
        const { signal: silent } = silence;
        return await this.#accepted(await this.#fetch(url, call, signal ? AbortSignal.any([signal, silent]) : silent));
      } catch (thrown) {
        clearTimeout(timer); // it would keep the process running
        throw thrown;
      }
    });
    try {
      for await (const bytes of response.body ?? []) {
        clearTimeout(timer); // while the caller handles a piece, nothing is read
        const piece = decoder.decode(bytes as Uint8Array, { stream: true });
        end = (end + piece).slice(-endLineMax);
        if (piece !== '') yield piece;
        listen();
      }
    } catch (thrown) {
      throw signal?.aborted ? thrown : cutOff(thrown);
    } finally {
      clearTimeout(timer);
    }
    if (!endLine.test(end)) throw cutOff(undefined);
  }

  /** What an attempt returns, which is repeated while that is safe and may help. @throws as {@link request} */
  async #retry<Answer>(call: Call, attempt: (url: URL) => Promise<Answer>): Promise<Answer> {
    const { options } = call;
    assertRequestOptions(options ?? {});
    const url = this.#urlOf(call);
    for (let attempts = 0; ; attempts += 1) {
      const isLast = attempts >= this.#maxRetries;
      let nextMs = waitMs(attempts, undefined);
      try {
        return await attempt(url);
      } catch (thrown) {
        if (options?.signal?.aborted) throw thrown;
        if (thrown instanceof RequestError) {
          nextMs = waitMs(attempts, thrown.retryAfterSeconds);
          if (isLast || !isRetryable(thrown) || nextMs > longestRetryMs) throw thrown;
        } else if (isLast)
          throw new ConnectionError(`${this.#baseUrl} did not answer: ${reasonOf(thrown)}`, { cause: thrown });
      }
      await pause(nextMs, options?.signal);
    }
  }

  /** The response itself, of which nothing is read yet. @throws RequestError the API refused the request */
  async #accepted(response: Response): Promise<Response> {
    if (response.ok) return response;
    throw errorOf(response, await response.text(), describeKey(this.#apiKey));
  }

  #urlOf({ path, parameters, query }: Call): URL {
    const url = new URL(`${this.#baseUrl}${pathOf(path, parameters)}`);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, parameterOf(value));
    return url;
  }

  #send(url: URL, call: SentCall, idempotencyKey: string | undefined): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const { signal } = call.options ?? {};
    return this.#fetch(url, { ...call, idempotencyKey }, signal ? AbortSignal.any([signal, timeout]) : timeout);
  }

  #fetch(
    url: URL,
    { method, text, options, idempotencyKey }: SentCall & { readonly idempotencyKey?: string | undefined },
    signal: AbortSignal,
  ): Promise<Response> {
    const headers = new Headers({
      authorization: `Bearer ${this.#apiKey}`,
      'user-agent': `mizan-sdk/${version}`,
      ...(this.#apiVersion ? { 'api-version': this.#apiVersion } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(options?.clientSecret ? { 'client-secret': options.clientSecret } : {}),
      ...(text ? { 'content-type': 'application/json' } : {}),
    });
    // In one object, fetch would join names that differ only in case: a key of the caller would be sent with a random one.
    for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value);
    return fetch(url, {
      method,
      redirect: 'manual', // the API redirects no request: a POST would become a GET, and the key must not follow
      headers,
      signal,
      ...(text ? { body: text } : {}),
    });
  }
}

/** Methods of the API that are called through one transport. */
export class Calls {
  /** Sends the requests. */
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** The last line of a complete file: `# end,<rows>`. */
const endLine = /(?:^|\n)# end,\d+\r\n$/;
const endLineMax = 64; // characters, with the line end before it

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.join('');
}

/** A value of the query. The filter `metadata` is JSON, which JavaScript without types may give as an object. */
const parameterOf = (value: unknown): string => (isPlainObject(value) ? JSON.stringify(value) : String(value));

/** Other objects, such as the dates of libraries, have a text of their own. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype; // objects that parsers and GraphQL give have none
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
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });

function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as Error & { readonly cause?: Error & { readonly code?: string } };
  if (cause?.code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS. Is it an http:// address?';
  return cause instanceof Error && cause.message ? cause.message : message;
}
