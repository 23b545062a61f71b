import { randomUUID } from 'node:crypto';
import type { ErrorEnvelope } from '@mizan/contracts';
import { CommandProblem } from './command-problem.ts';

const timeoutMs = 30_000;

/** One request to the API. */
export interface ApiRequest {
  readonly baseUrl: string;
  /** The key or token to show. */
  readonly as: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API's own refusal. */
export class RefusedByApi extends CommandProblem {
  /** The parameter that it is about, if it named one. */
  readonly param: string | undefined;

  constructor(message: string, param: string | undefined) {
    super(message);
    this.param = param;
  }
}

/**
 * Sends it and returns what was answered. What changes something carries an idempotency key.
 *
 * @throws CommandProblem with the API's own words when it refuses, or why it cannot be reached, or that what answered is
 *   not this API
 */
export async function askApi<Body>(request: ApiRequest): Promise<Body> {
  const { baseUrl, as, method, path, body, headers } = request;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: Error) => {
    throw new CommandProblem(`${baseUrl} cannot be reached: ${causeOf(cause)}`, { cause });
  });
  const text = await response.text();
  const answer = objectOf(text);
  if (response.ok && answer) return answer as Body;
  const refusal = response.ok ? undefined : refusalOf(text, response.status);
  if (refusal !== undefined) throw new RefusedByApi(refusal, paramOf(text));
  throw new CommandProblem(`${baseUrl} answered HTTP ${response.status}, and not as this API does.`);
}

/** What really failed, which fetch hides behind words of its own. */
export const causeOf = (failure: Error): string =>
  failure.cause instanceof Error && failure.cause.message ? failure.cause.message : failure.message;

/** The object that an answer of this API is; undefined for a page, or whatever else something in between may answer. */
function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const paramOf = (text: string): string | undefined =>
  (objectOf(text) as Partial<ErrorEnvelope> | undefined)?.error?.param;

/** The API's own words for why it refused; undefined when something else answered. */
export function refusalOf(text: string, status: number): string | undefined {
  const { error, request_id: requestId } = (objectOf(text) ?? {}) as Partial<ErrorEnvelope>;
  if (!error) return undefined;
  const param = error.param ? ` (${error.param})` : '';
  return `${error.message}${param}\n  ${error.code}, HTTP ${status}, ${requestId}`;
}
