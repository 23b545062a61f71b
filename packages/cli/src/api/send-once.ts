import { longestDeadlineMs } from '@mizan/contracts';
import { CommandError } from '../terminal/command-error.ts';
import { ApiError, errorMessageOf, parseObject } from './api-error.ts';

/** An answer at the last moment, such as 504 `request_timeout`, which says what to do, needs time to arrive. */
const timeoutMs = longestDeadlineMs + 5_000;

/** Where a request is sent, with an API key or an operator token. */
export interface Access {
  readonly baseUrl: string;
  readonly credential: string;
}

/** Method and path: `GET /events`. */
export type RequestLine = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

interface Content {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No answer of the API came: it cannot be reached, or something else answers. */
export class NoAnswer extends CommandError {}

/** The request was sent, and no answer of the API came back. */
export class AnswerLost extends NoAnswer {}

/**
 * Sends a request and returns the body of the response.
 *
 * @throws ApiError with the message of an error response
 * @throws AnswerLost when the request may have reached the API, and its answer did not arrive
 * @throws NoAnswer when the server cannot be reached, redirects, or is not this API
 */
export async function sendOnce<Body>(
  { baseUrl, credential }: Access,
  line: RequestLine,
  { body, headers }: Content,
): Promise<Body> {
  const space = line.indexOf(' ');
  const response = await fetch(`${baseUrl}${line.slice(space + 1)}`, {
    method: line.slice(0, space),
    ...noRedirects,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: Error) => {
    if (mayHaveSent(cause)) throw new AnswerLost(`${baseUrl} did not answer: ${causeOf(cause)}.`, { cause });
    throw new NoAnswer(`Cannot connect to ${baseUrl}: ${causeOf(cause)}`, { cause });
  });
  assertNotRedirected(baseUrl, response);
  const text = await response.text().catch((cause: Error) => {
    throw new AnswerLost(`The connection to ${baseUrl} broke: ${causeOf(cause)}.`, { cause });
  });
  const parsed = parseObject(text);
  if (response.ok && parsed) return parsed as Body;
  const { status } = response;
  const message = response.ok ? undefined : errorMessageOf(text, status);
  if (message !== undefined) throw new ApiError(message, { status, text });
  if (status >= 500) throw new AnswerLost(`${baseUrl} returned HTTP ${status} without an answer of the API.`);
  const unexpected = `${baseUrl} is not a Mizan API: it returned an unexpected response (HTTP ${status}).`;
  // A proxy may have cut off or rewritten what the API has answered.
  throw response.ok ? new AnswerLost(unexpected) : new NoAnswer(unexpected);
}

/** The API redirects no request: a POST would become a GET, and the credential must not follow. */
export const noRedirects = { redirect: 'manual' } as const;

/** @throws NoAnswer naming where a request with `noRedirects` is redirected to */
export function assertNotRedirected(baseUrl: string, { status, headers }: Response): void {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return;
  const { origin, pathname } = URL.parse(location, baseUrl) ?? { origin: location, pathname: '' };
  const target = origin === new URL(baseUrl).origin ? origin + pathname : origin;
  throw new NoAnswer(`${baseUrl} redirects to ${target}. Set --base-url to where the API is.`);
}

/** Codes of failures before anything is sent: for want of an address, a connection or a certificate. */
const unsent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_WRONG_VERSION|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** Whether fetch failed after it may have sent the request. Its own refusals, such as of an address, have no code. */
export function mayHaveSent({ name, cause }: Error): boolean {
  const { code, syscall } = (cause ?? {}) as { readonly code?: string; readonly syscall?: string };
  return name === 'TimeoutError' || (code !== undefined && syscall !== 'connect' && !unsent.test(code));
}

/** The reason why fetch failed, which its own message does not name. */
export function causeOf({ cause, message }: Error): string {
  if ((cause as { readonly code?: string } | undefined)?.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not use HTTPS. Try http://';
  return cause instanceof Error && cause.message ? cause.message : message;
}
