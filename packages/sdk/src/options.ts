import { MizanError } from './errors.ts';

/** Settings of a client. */
export interface ClientOptions {
  /**
   * Address of the gateway, for example `https://pay.example.com`; by default that of the environment variable
   * `MIZAN_BASE_URL`, or `http://localhost:8080`.
   */
  readonly baseUrl?: string;
  /** `YYYY-MM-DD`: the version of the API to use; by default that of the key. */
  readonly apiVersion?: string;
  /** How often a request is retried when that is safe; default 2. */
  readonly maxRetries?: number;
  /** How long one attempt may take, milliseconds; default 35,000: the platform answers within 30,000. */
  readonly timeoutMs?: number;
}

/** Settings of one request. */
export interface RequestOptions {
  /** Requests with the same key take effect once; by default each call has a new key, which its retries share. */
  readonly idempotencyKey?: string;
  /** The client secret of a checkout session, for requests of its buyer; a payment link has none until a session exists. */
  readonly clientSecret?: string;
  /** Additional headers, for example `Two-Factor-Code`. They take the place of the client's own, in any spelling. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

type Names<Options> = Readonly<Record<keyof Options, true>>;

const clientOptions: Names<ClientOptions> = { baseUrl: true, apiVersion: true, maxRetries: true, timeoutMs: true };
const requestOptions: Names<RequestOptions> = { idempotencyKey: true, clientSecret: true, headers: true, signal: true };

/**
 * Refuses unknown options, before a request goes to the account of `MIZAN_KEY` instead of the one that was meant.
 *
 * @throws MizanError naming the first one
 */
export function assertClientOptions(options: object): void {
  const unknown = unknownOf(options, clientOptions);
  if (unknown === undefined) return;
  const hint = /^(api|secret)?_?key$/i.test(unknown)
    ? 'Pass the key first: new Mizan(apiKey, options).'
    : optionsAre(clientOptions);
  throw new MizanError(`Mizan() has no option ${unknown}. ${hint}`);
}

/**
 * Refuses unknown options, headers that cannot be sent, and such an idempotency key: without it, a request could take effect twice.
 *
 * @throws MizanError naming the first one
 */
export function assertRequestOptions(options: RequestOptions): void {
  const unknown = unknownOf(options, requestOptions);
  if (unknown !== undefined)
    throw new MizanError(
      `A request has no option ${unknown}. ${optionsAre(requestOptions)} The fields of the request are one object before them.`,
    );
  const { idempotencyKey, clientSecret, headers } = options;
  if (idempotencyKey !== undefined) assertSendable('idempotencyKey', idempotencyKey);
  if (clientSecret !== undefined) assertHeader('clientSecret', clientSecret);
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (name.toLowerCase() === 'idempotency-key') assertSendable(name, value);
    assertHeader(name, value);
  }
}

/** @throws MizanError naming a header, or the option that fills it, that HTTP cannot send. It does not show the value */
export function assertHeader(name: string, value: string): void {
  try {
    new Headers([[name, value]]);
  } catch {
    // Without its cause, which shows the value.
    throw new MizanError(`${name} cannot be sent: headers are printable ASCII characters.`);
  }
}

function assertSendable(name: string, key: unknown): void {
  if (typeof key === 'string' && sendableKey.test(key)) return;
  throw new MizanError(`${name} ${key === '' ? 'is empty: pass' : 'must be'} 1 to 255 printable ASCII characters.`);
}

const sendableKey = /^[\x20-\x7e]{1,255}$/;

const unknownOf = (options: object, names: object): string | undefined =>
  Object.keys(options).find((name) => !Object.hasOwn(names, name));

const optionsAre = (names: object): string => `The options are ${Object.keys(names).join(', ')}.`;
