import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ErrorCode, ErrorEnvelope } from '@mizan/contracts';
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { nextRequestKey, type RequestKey } from './idempotency-keys.ts';
import { inOptionNames } from './in-option-names.ts';
import { settingsOf } from './settings.ts';

const timeoutMs = 30_000;

/** Before the second and the third attempt of a request that changes something. */
const retryDelaysMs = [250, 1_000];

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
  /** Of a request that changes something; new ones by default. */
  readonly key?: RequestKey;
}

/** An error response of the API. */
export class ApiError extends CommandError {
  /** Of the response. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The parameter that the error names, if any. */
  readonly param: string | undefined;

  /** @param text the body of the response, which `errorMessageOf` can read */
  constructor(message: string, { status, text }: { readonly status: number; readonly text: string }) {
    super(message);
    const { error } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
    this.status = status;
    this.code = error?.code as ErrorCode | undefined;
    this.param = error?.param;
  }
}

/** The request was sent, and no answer of the API came back. */
class AnswerLost extends CommandError {}

/**
 * Sends a request and returns the body of the response. All requests but GET carry an idempotency key, and are sent again with
 * it while it is not known whether they took effect.
 *
 * @throws ApiError with the message of an error response
 * @throws CommandError when the server cannot be reached, or is not this API. Where the request may have taken effect, its
 *   message has the idempotency key
 */
export async function sendRequest<Body>(
  access: Access,
  line: RequestLine,
  { key = newKey(), ...options }: RequestOptions = {},
): Promise<Body> {
  if (line.startsWith('GET ')) return attempt<Body>(access, line, options);
  const headers = { 'idempotency-key': key.ofRequest, ...options.headers };
  const delays = [...retryDelaysMs];
  for (;;)
    try {
      return await attempt<Body>(access, line, { ...options, headers });
    } catch (thrown) {
      if (!(thrown instanceof CommandError && mayHaveTakenEffect(thrown))) throw thrown;
      const delayMs = delays.shift();
      if (delayMs === undefined) {
        thrown.message += `\nIt is not known whether the command took effect. Repeat it within 24 hours with --idempotency-key ${key.ofRun}: it cannot take effect twice.`;
        throw thrown;
      }
      printNotice(`${thrown.message.split('\n')[0]} Trying again …`);
      await setTimeout(delayMs);
    }
}

function newKey(): RequestKey {
  const key = randomUUID();
  return { ofRequest: key, ofRun: key };
}

/** Whether a request may have taken effect, or still take it: one with the same idempotency key finds out. */
export const mayHaveTakenEffect = (thrown: unknown): boolean =>
  thrown instanceof AnswerLost ||
  (thrown instanceof ApiError && (thrown.status >= 500 || thrown.code === 'idempotency_key_in_use'));

/** Whether fetch failed after it may have sent the request: not for want of an address, a connection or a certificate. */
function mayHaveSent({ name, cause }: Error): boolean {
  const { code = '' } = (cause ?? {}) as { readonly code?: string };
  return name === 'TimeoutError' || /^(UND_ERR_(?!CONNECT_TIMEOUT)|HPE_|ECONNRESET|EPIPE|ETIMEDOUT)/.test(code);
}

async function attempt<Body>(
  { baseUrl, credential }: Access,
  line: RequestLine,
  { body, headers }: RequestOptions,
): Promise<Body> {
  const space = line.indexOf(' ');
  const response = await fetch(`${baseUrl}${line.slice(space + 1)}`, {
    method: line.slice(0, space),
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: Error) => {
    if (mayHaveSent(cause)) throw new AnswerLost(`${baseUrl} did not answer: ${causeOf(cause)}.`, { cause });
    throw new CommandError(`Cannot connect to ${baseUrl}: ${causeOf(cause)}`, { cause });
  });
  const text = await response.text().catch((cause: Error) => {
    throw new AnswerLost(`The connection to ${baseUrl} broke: ${causeOf(cause)}.`, { cause });
  });
  const parsed = parseObject(text);
  if (response.ok && parsed) return parsed as Body;
  const { status } = response;
  const message = response.ok ? undefined : errorMessageOf(text, status);
  if (message !== undefined) throw new ApiError(message, { status, text });
  if (status >= 500) throw new AnswerLost(`${baseUrl} returned HTTP ${status} without an answer of the API.`);
  throw new CommandError(`${baseUrl} is not a Mizan API: it returned an unexpected response (HTTP ${status}).`);
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
  return sendOf<Body>(command, line, { baseUrl, credential: operatorToken(), options });
}

/** Sends a request with the API key of the command's settings. */
export function sendAsMerchant<Body>(command: Command, line: RequestLine, options?: RequestOptions): Promise<Body> {
  const { baseUrl, apiKey } = settingsOf(command);
  return sendOf<Body>(command, line, { baseUrl, credential: apiKey(), options });
}

function sendOf<Body>(
  command: Command,
  line: RequestLine,
  { options, ...access }: Access & { readonly options: RequestOptions | undefined },
): Promise<Body> {
  const key = line.startsWith('GET ') ? {} : { key: nextRequestKey(command) };
  return withOptionNames(command, sendRequest<Body>(access, line, { ...key, ...options }));
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
