import { randomUUID } from 'node:crypto';
import type { ErrorEnvelope } from '@mizan/contracts';
import { CommandProblem } from './command-problem.ts';

const timeoutMs = 30_000;

/** One request to the API. */
export interface ApiRequest {
  readonly baseUrl: string;
  /** The key or token to show. */
  readonly as: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends it and returns what was answered. What changes something carries an idempotency key.
 *
 * @throws CommandProblem with the API's own words when it refuses, or why it cannot be reached
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
  if (response.ok) return JSON.parse(text) as Body;
  throw new CommandProblem(refusalOf(text, response.status));
}

/** What really failed, which fetch hides behind words of its own. */
export const causeOf = (failure: Error): string =>
  failure.cause instanceof Error && failure.cause.message ? failure.cause.message : failure.message;

/** The API's own words for why it refused. */
export function refusalOf(text: string, status: number): string {
  try {
    const { error, request_id: requestId } = JSON.parse(text) as ErrorEnvelope;
    const param = error.param ? ` (${error.param})` : '';
    return `${error.message}${param}\n  ${error.code}, HTTP ${status}, ${requestId}`;
  } catch {
    return `answered HTTP ${status}, and not as this API does.`;
  }
}
