import type { Answer, Route, StandInRequest } from '../../server/route.ts';
import { parseForm } from '../parameters/parse-form.ts';
import { list, readMembers, text, type Read, type Shape } from '../parameters/readers.ts';
import { newId } from '../state.ts';
import type { Caller, StripeApp } from '../stripe-app.ts';
import { authenticate } from './authenticate.ts';
import { expand } from './expand.ts';
import type { IdempotentRequests, Performed } from './idempotency.ts';
import { invalidRequest, keyRefused, StripeRefusal } from './refusal.ts';
import { readVersion } from './version.ts';

type Rendered = Readonly<Record<string, unknown>>;

/** Who may call an endpoint beside a secret key. */
type Access = 'secret' | 'publishable';

/** Wraps endpoints in what all of Stripe's API has in common. */
export interface Api {
  readonly app: StripeApp;
  readonly idempotency: IdempotentRequests;
  /** Runs after a request was executed and before it is answered. */
  readonly beforeAnswer: (method: string, path: string) => Promise<void>;
}

interface Endpoint<S extends Shape> {
  readonly method: Route['method'];
  readonly path: string;
  readonly shape: S;
  readonly access?: Access;
  readonly act: (caller: Caller, given: Read<S>, params: Readonly<Record<string, string>>) => Rendered;
}

const mostKeyLetters = 255;

/** A route of Stripe's API: authenticated, strict about parameters, idempotent, and answered in JSON. */
export function endpoint<S extends Shape>(api: Api, made: Endpoint<S>): Route {
  const { method, path } = made;
  return {
    method,
    path,
    handle: async (request) => {
      const requestId = newId('req');
      try {
        const version = readVersion(first(request.headers['stripe-version']));
        const caller = callerOf(api, request, { requestId, access: made.access ?? 'secret' });
        const key = caller.idempotencyKey;
        const run = async () => {
          const performed = await execute(caller, made, request);
          await api.beforeAnswer(method, request.path);
          return performed;
        };
        const performed = key === null ? await run() : await api.idempotency.perform(keyed(caller, request, key), run);
        return answer(performed, requestId, {
          'stripe-version': version,
          ...(key === null ? {} : { 'idempotency-key': key }),
        });
      } catch (thrown) {
        if (!(thrown instanceof StripeRefusal)) throw thrown;
        return answer({ ...bodyOf(thrown, requestId), isKept: false }, requestId);
      }
    },
  };
}

function callerOf(
  { app }: Api,
  request: StandInRequest,
  { requestId, access }: { readonly requestId: string; readonly access: Access },
): Caller {
  const holder = authenticate(app.state, request);
  if (holder.isPublishable && access === 'secret')
    throw keyRefused(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    );
  return { ...holder, app, requestId, idempotencyKey: request.method === 'POST' ? readKey(request) : null };
}

const keyed = ({ app, accountId, livemode }: Caller, { path, body }: StandInRequest, key: string) => ({
  key,
  scope: `${accountId} ${livemode}`,
  request: `${path} ${body}`,
  now: app.clock.now(),
});

/** Does the work of a request. What it refuses is an answer as well. */
async function execute<S extends Shape>(
  caller: Caller,
  made: Endpoint<S>,
  request: StandInRequest,
): Promise<Performed> {
  await new Promise(setImmediate); // requests that arrive together overlap
  try {
    const form = parseForm(formOf(request));
    const { expand: paths = [], ...given } = readMembers<Shape>({ ...made.shape, expand: list(text()) }, form);
    const object = made.act(caller, given as Read<S>, request.params);
    return { status: 200, body: shown(expand(caller, object, paths as string[])), isKept: true };
  } catch (thrown) {
    if (!(thrown instanceof StripeRefusal)) throw thrown;
    return { ...bodyOf(thrown, caller.requestId), isKept: thrown.isKept };
  }
}

const shown = (body: unknown): string => JSON.stringify(body, null, 2);

const bodyOf = ({ status, error }: StripeRefusal, requestId: string | null) => ({
  status,
  body: shown({ error: { ...error, request_log_url: `https://dashboard.stripe.com/logs/${requestId}` } }),
});

function answer({ status, body, isRepeated }: Performed, requestId: string, more: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': requestId,
      ...more,
      ...(isRepeated ? { 'idempotent-replayed': 'true' } : {}),
    },
    body,
  };
}

/** The answer to a path or method that the API does not have, and to a request that is too large. */
export function refuseRoute(reason: 'not_found' | 'method' | 'too_large', method: string): Answer {
  const [status, message] =
    reason === 'too_large'
      ? [413, 'The request is too large.']
      : [
          404,
          `Unrecognized request URL (${method}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        ];
  const error = new StripeRefusal(status as number, { type: 'invalid_request_error', message: message as string });
  const requestId = newId('req');
  return answer({ ...bodyOf(error, requestId), isKept: false }, requestId);
}

function formOf({ method, query, body, headers }: StandInRequest): string {
  if (method === 'GET' || method === 'DELETE') return query.toString();
  const type = headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  return body;
}

function readKey({ headers }: StandInRequest): string | null {
  const key = first(headers['idempotency-key']);
  if (key === undefined) return null;
  if (key.length > mostKeyLetters)
    throw invalidRequest(`Idempotency keys can have at most ${mostKeyLetters} characters.`);
  return key;
}

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
