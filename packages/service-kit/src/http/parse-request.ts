import type { IncomingMessage } from 'node:http';
import { defaultMaxBodyBytes, type Geocoding, isEcho, parseIssues, type Operation } from '@mizan/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import type { Input, RawBody } from '../handlers.ts';
import { looksLikeId } from '../ids.ts';
import { Problem, resourceMissing } from '../problem.ts';
import { inspectText, parseJson, readBody } from './read-body.ts';

/** A request header's first value. */
export const header = (request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/**
 * Reads a request of `operation` by its contract. The path comes last: a malformed id must get the answer of a missing
 * one, and what is wrong with the rest of the request is reported before anything is looked up.
 *
 * @throws Problem `parameter_invalid` and the like, `invalid_request`: what the contract refuses
 * @throws Problem `resource_missing`: a path parameter that no id can look like
 */
export async function parseInput(
  operation: Operation,
  request: Request,
  caller: Pick<Input, 'identity' | 'requestId'>,
): Promise<Input> {
  const input = {
    ...commonInput(request, caller, operation.forward ?? []),
    params: request.params,
    query: parseQuery(operation, request),
    body: await parseBody(operation, request),
  };
  for (const [name, value] of Object.entries(request.params))
    if (!looksLikeId(String(value))) throw resourceMissing(name);
  return input;
}

/** Whether a key is valid: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text);

/** What operations and calls have in common; a GET's key is ignored. @throws Problem `parameter_invalid`: an invalid key */
export function commonInput(
  request: Pick<Request, 'method' | 'headers'>,
  caller: Pick<Input, 'identity' | 'requestId'>,
  forward: readonly string[] = [],
) {
  const idempotencyKey = request.method === 'GET' ? undefined : header(request, 'idempotency-key');
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    throw new Problem('parameter_invalid', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', {
      param: 'Idempotency-Key',
    });
  return {
    ...caller,
    headers: Object.fromEntries([...forward, 'accept', 'accept-language'].map((name) => [name, header(request, name)])),
    clientIp: header(request, 'x-client-ip'),
    clientPlace: clientPlaceOf(request),
    idempotencyKey,
  };
}

/** The header in which the gateway reports where a client is: JSON, percent-encoded. */
export const clientPlaceHeader = 'x-client-place';

function clientPlaceOf(request: Pick<Request, 'headers'>): Geocoding | null {
  const place = header(request, clientPlaceHeader);
  return place === undefined ? null : (JSON.parse(decodeURIComponent(place)) as Geocoding);
}

function parseQuery(operation: Operation, request: Request): unknown {
  const at = request.url.indexOf('?');
  const given = at < 0 ? {} : parametersOf(request.url.slice(at + 1));
  if (!operation.query) return {};
  const parsed = operation.query.safeParse(given);
  if (!parsed.success)
    throw invalid(parsed.error, 'query', { schema: operation.query, given, elsewhere: operation.body });
  return parsed.data;
}

async function parseBody(operation: Operation, request: Request): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  if (operation.accepts) return rawBody(request, operation.maxBodyBytes);
  const raw = await readBody(request, operation.maxBodyBytes);
  const given = raw.length === 0 ? {} : decode(operation, request, raw);
  const schema = operation.body ?? nothing;
  const parsed = schema.safeParse(withoutEchoes(operation, given));
  if (!parsed.success) throw invalid(parsed.error, 'body', { schema, given, elsewhere: operation.query });
  return operation.body ? parsed.data : undefined;
}

/** The body of an operation that takes none: unknown fields must not be ignored. */
const nothing = z.strictObject({});

const rawBody = (request: Request, limit = defaultMaxBodyBytes): RawBody => ({
  read: (maxBytes = limit) => readBody(request, Math.min(maxBytes, limit)),
});

function decode(operation: Operation, request: Request, raw: Buffer): unknown {
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJson(raw);
  if (operation.audience === 'page' && type === 'application/x-www-form-urlencoded')
    return parametersOf(raw.toString('utf8'));
  throw new Problem('invalid_request', 'Content-Type must be application/json.', { status: 415 });
}

/** The pairs of a query or a form. */
function parametersOf(text: string): Record<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    inspectText(name);
    inspectText(value);
    if (given.has(name)) throw new Problem('parameter_invalid', `${name} was given more than once.`, { param: name });
    if (name === '__proto__')
      throw new Problem('parameter_unknown', `${name} is not a parameter of this request.`, { param: name });
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

/** Drops read-only fields, so that a client can send back what it read. */
function withoutEchoes(operation: Operation, given: unknown): unknown {
  if (!operation.echoes || given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  const body = given as Record<string, unknown>;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isEcho(operation, name, body)));
}

function invalid(...[error, where, parsed]: Parameters<typeof parseIssues>): Problem {
  const { code, message, param } = parseIssues(error, where, parsed);
  return new Problem(code, message, param === undefined ? {} : { param });
}
