import { randomUUID } from 'node:crypto';
import type { ErrorCode, ErrorEnvelope } from '@mizan/contracts';
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { inOptionNames } from './in-option-names.ts';
import { settingsOf } from './settings.ts';

const timeoutMs = 30_000;

/** Where a request is sent, with an API key or an operator token. */
export interface Access {
  readonly baseUrl: string;
  readonly credential: string;
}

/** Method and path: `GET /events`. */
export type RequestLine = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response of the API. */
export class ApiError extends CommandError {
  readonly code: ErrorCode | undefined;
  /** The parameter that the error names, if any. */
  readonly param: string | undefined;

  /** @param text the body of the response, which `errorMessageOf` can read */
  constructor(message: string, text: string) {
    super(message);
    const { error } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
    this.code = error?.code as ErrorCode | undefined;
    this.param = error?.param;
  }
}

/**
 * Sends a request and returns the body of the response. All requests but GET carry an idempotency key.
 *
 * @throws ApiError with the message of an error response
 * @throws CommandError when the server cannot be reached, or is not this API
 */
export async function sendRequest<Body>(
  { baseUrl, credential }: Access,
  line: RequestLine,
  { body, headers }: RequestOptions = {},
): Promise<Body> {
  const space = line.indexOf(' ');
  const method = line.slice(0, space);
  const response = await fetch(`${baseUrl}${line.slice(space + 1)}`, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: Error) => {
    throw new CommandError(`Cannot connect to ${baseUrl}: ${causeOf(cause)}`, { cause });
  });
  const text = await response.text().catch((cause: Error) => {
    throw new CommandError(`The connection to ${baseUrl} broke: ${causeOf(cause)}`, { cause });
  });
  const parsed = parseObject(text);
  if (response.ok && parsed) return parsed as Body;
  const message = response.ok ? undefined : errorMessageOf(text, response.status);
  if (message !== undefined) throw new ApiError(message, text);
  throw new CommandError(
    `${baseUrl} is not a Mizan API: it returned an unexpected response (HTTP ${response.status}).`,
  );
}

/** What is read to be shown only; undefined where the key, which may act, lacks the permission to read it. */
export async function ifAllowed<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'permission_denied') return undefined;
    throw thrown;
  }
}

/**
 * What is read to be shown beside something else; undefined where the key may not read it, and with a notice where it cannot be
 * read now: the rest is shown without it.
 *
 * @param what plural, for the notice: `The items of the payment`
 */
export async function ifReadable<Result>(what: string, request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await ifAllowed(request);
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    printNotice(`${what} cannot be read now: ${thrown.message}`);
    return undefined;
  }
}

/** Sends a request with the operator token of the command's settings. */
export function sendAsOperator<Body>(command: Command, line: RequestLine, options?: RequestOptions): Promise<Body> {
  const { baseUrl, operatorToken } = settingsOf(command);
  return withOptionNames(command, sendRequest<Body>({ baseUrl, credential: operatorToken() }, line, options));
}

/** Sends a request with the API key of the command's settings. */
export function sendAsMerchant<Body>(command: Command, line: RequestLine, options?: RequestOptions): Promise<Body> {
  const { baseUrl, apiKey } = settingsOf(command);
  return withOptionNames(command, sendRequest<Body>({ baseUrl, credential: apiKey() }, line, options));
}

/** Runs a request whose parameters the user has typed as options; its errors name them so as well. */
async function withOptionNames<Body>(command: Command, request: Promise<Body>): Promise<Body> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.param !== undefined)
      thrown.message = inOptionNames({ message: thrown.message, param: thrown.param }, command);
    throw thrown;
  }
}

/** The reason why fetch failed, which its own message does not name. */
export const causeOf = (failure: Error): string =>
  failure.cause instanceof Error && failure.cause.message ? failure.cause.message : failure.message;

/** Parses a JSON object; undefined for anything else, such as the page of a proxy. */
function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The message of an error response with its code and request id; undefined when the response is not from this API. */
export function errorMessageOf(text: string, status: number): string | undefined {
  const { error, request_id: requestId } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
  if (!error) return undefined;
  const param = error.param ? ` (${error.param})` : '';
  return `${error.message}${param}\n  ${error.code}, HTTP ${status}, ${requestId}`;
}
