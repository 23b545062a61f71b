import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** The six services, each with its own Postgres schema, in the order a request meets them. */
export const serviceNames = ['gateway', 'catalog', 'customers', 'checkout', 'payments', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Who may call an operation, and with what:
 * `merchant` a secret or restricted key; `client` a browser with a client secret; `test` a test-mode key;
 * `page` a browser opening HTML; `provider` an inbound provider callback; `public` any caller; `operator` the operator of
 * the platform, with the operator's token.
 */
export type Audience = 'merchant' | 'client' | 'test' | 'page' | 'provider' | 'public' | 'operator';

/** Largest request body of an operation that sets no other limit, bytes. */
export const defaultMaxBodyBytes = 256 * 1024;

/** What is counted for each object, to stop card testing, code guessing and endless loops. */
export type Attempt = 'payment' | 'change' | 'update' | 'details';

/** How long the gateway waits for a service at most, milliseconds. The SDKs and the command line wait five seconds longer. */
export const longestDeadlineMs = 30_000;

/**
 * One HTTP operation. The gateway's routing and permission check, each service's parsing, `openapi.json`, the typed
 * client and the contract tests all derive from this row; nothing else lists routes.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the gateway, parameters in braces: `/products/{id}`. */
  readonly path: `/${string}`;
  readonly service: ServiceName;
  readonly audience: Audience;
  /** The permission a key must carry, or `null` when any key of the audience will do. */
  readonly permission: Permission | null;
  /** Instead of it a key may carry this one, for what the operation then allows: its handler checks which it is. */
  readonly otherPermission?: Permission;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Content types of a body that is no JSON: the handler reads its bytes itself. Never together with `body`. */
  readonly accepts?: readonly string[];
  /** Largest request body, bytes; {@link defaultMaxBodyBytes} when absent. */
  readonly maxBodyBytes?: number;
  /**
   * A body that works as it is. An id of `exampleIdOf` in it stands for a record of the caller, and credentials of a provider
   * stand for those of the caller's account there. `e2e/reference.test.ts` sends every example.
   */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Read-only fields of the resource that a client may send back; they are dropped before the body is parsed. */
  readonly echoes?: readonly string[];
  readonly response: z.ZodType;
  readonly status: 200 | 201 | 202;
  /** Codes particular to this operation, beyond those that every operation can answer. */
  readonly errors: readonly ErrorCode[];
  /** Request headers that the gateway forwards beyond the base list, in lower case. */
  readonly forward?: readonly string[];
  /** Requests a second that one account and mode may make of this operation, beside the limit over all of them. */
  readonly maxPerSecond?: number;
  /**
   * `payment` and `change` are counted per checkout and address of the buyer: card testers try hundreds of cards, and
   * promotion codes can be guessed with changes. `update` is counted per object of the merchant: more updates would
   * overload its row and its events.
   */
  readonly attempt?: Attempt;
  /** Answered as server-sent events that do not end by themselves; `response` is what each of them carries as data. */
  readonly streams?: true;
  /**
   * Answered as a file of this content type, of any length and for as long as the client reads it; `response` is its text.
   * The limits of responses do not apply to it: neither their size nor their deadline, once it has started.
   */
  readonly downloads?: 'text/csv';
  /** Returns money to the buyer: also allowed for an account whose live payments are disabled. */
  readonly returnsMoney?: true;
  /**
   * True where money is moved or returned: `MIZAN_REQUIRE_IDEMPOTENCY_KEY=money` makes a key mandatory here. `confirm`
   * where that is so only of a body with `confirm: true`.
   */
  readonly movesMoney?: true | 'confirm';
  /** How the SDKs call it where its path and method would name it badly: `testHelpers.clock.advance`. */
  readonly sdkCall?: string;
  /** How long the gateway waits for the service, or for a stream or a file to start: at most 30,000; 10,000 when absent. */
  readonly deadlineMs?: number;
}

type Row = Omit<Operation, 'method' | 'path' | 'status' | 'errors'> & Partial<Pick<Operation, 'status' | 'errors'>>;
type Declared<Method, Path, R extends Row> = R &
  Pick<Operation, 'status' | 'errors'> & { readonly method: Method; readonly path: Path };

/**
 * Declares an operation and keeps its literal types. It answers 200 unless the row sets another status, and also
 * `resource_missing` if its path has a parameter.
 */
export function operation<
  const Method extends Operation['method'],
  const Path extends Operation['path'],
  const R extends Row,
>(route: `${Method} ${Path}`, row: R): Declared<Method, Path, R> {
  const [method, path] = route.split(' ') as [Method, Path];
  const missing: readonly ErrorCode[] = path.includes('{') ? ['resource_missing'] : [];
  return { status: 200, ...row, method, path, errors: [...missing, ...(row.errors ?? [])] };
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The path parameters of an operation, all strings: `{ id: string }` for `/products/{id}`. */
export type ParamsOf<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string };
export type QueryOf<O extends Operation> = O['query'] extends z.ZodType ? z.output<O['query']> : Record<string, never>;
export type BodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.output<O['body']> : undefined;
/** What a handler returns: the response before serialization. */
export type ResponseOf<O extends Operation> = z.input<O['response']>;

const always: readonly ErrorCode[] = ['invalid_request', 'rate_limit', 'internal_error', 'request_timeout'];

/** Every code that an operation can answer: those of its own row and those that its audience and shape bring. */
export function errorsOf(row: Operation): readonly ErrorCode[] {
  const writes = row.method !== 'GET';
  const codes: ErrorCode[] = [...row.errors];
  if (row.audience === 'merchant' || row.audience === 'test') {
    codes.push('authentication_required', 'api_key_inactive', 'permission_denied', 'parameter_invalid');
    if (writes) codes.push('idempotency_key_in_use');
  }
  if (row.audience === 'operator') codes.push('authentication_required', 'parameter_invalid', 'idempotency_key_in_use');
  if (row.audience === 'client') {
    codes.push('invalid_api_key', 'api_key_inactive', 'parameter_invalid');
    if (writes) codes.push('idempotency_key_in_use');
  }
  if (row.query || (writes && !row.accepts)) codes.push('parameter_invalid', 'parameter_unknown');
  if (row.movesMoney) codes.push('parameter_missing'); // the Idempotency-Key, where the platform requires it
  if (writes && row.body) codes.push('parameter_out_of_range'); // an object larger than events can hold
  return [...new Set([...codes, ...always])];
}

/** Money, sessions, refunds, disputes and payouts, whose events are counted but never refused, and keys: a leaked one can always be revoked. */
const neverOverBudget =
  /^\/(payment-intents|charges|refunds|disputes|payouts|checkout\/sessions|api-keys|test-helpers\/(payment-intents|refunds|disputes|payouts|data))(\/|$)/;

/** Whether a merchant who has used up the bytes of events is refused it. */
export const isLimitedByEventBytes = ({ audience, method, path }: Operation): boolean =>
  (audience === 'merchant' || audience === 'test') && method !== 'GET' && !neverOverBudget.test(path);

/** Whether what it reads grows with what a merchant has: a page of a list, or statistics of a period. */
export const isList = ({ query }: Operation): boolean =>
  query instanceof z.ZodObject && ('page' in query.shape || 'interval' in query.shape);

/** Read-only fields that a client may send back with any resource; they are dropped before the body is parsed. */
export const commonEchoes = ['id', 'object', 'createdAt', 'updatedAt', 'merchantId', 'livemode'] as const;

/** What DELETE answers. */
export const deletedResource = <const Name extends string>(object: Name) =>
  z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) });
