import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** The six services, each with its own Postgres schema, in the order a request meets them. */
export const serviceNames = ['gateway', 'catalog', 'customers', 'checkout', 'payments', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Who may call an operation, and with what:
 * `merchant` a secret or restricted key; `client` a browser with a client secret; `test` a test-mode key;
 * `page` a browser opening HTML; `provider` an inbound provider callback; `public` anybody; `operator` whoever runs the
 * platform, with the operator's token.
 */
export type Audience = 'merchant' | 'client' | 'test' | 'page' | 'provider' | 'public' | 'operator';

/** Largest request body of an operation that does not say otherwise, bytes. */
export const defaultMaxBodyBytes = 256 * 1024;

/** What is counted for each record, because strangers try it too often, or a loop that has no end. */
export type Attempt = 'payment' | 'change' | 'update';

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
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Content types of a body that is no JSON: the handler reads its bytes itself. Never together with `body`. */
  readonly accepts?: readonly string[];
  /** Largest request body, bytes; {@link defaultMaxBodyBytes} when absent. */
  readonly maxBodyBytes?: number;
  /** A body that any account's test mode accepts as it is. */
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
   * What a buyer tries, counted per checkout and address: `payment`, because card testers try hundreds of cards;
   * `change`, because promotion codes are guessed there. What a merchant does, counted per record: `update`, because its
   * row and its events bear no more.
   */
  readonly attempt?: Attempt;
  /** Answered as server-sent events that do not end by themselves; `response` is what each of them carries as data. */
  readonly streams?: true;
  /** Returns what was taken: possible, too, for an account that may take no live payments any more. */
  readonly givesMoneyBack?: true;
  /**
   * True where money is moved or returned: `MIZAN_REQUIRE_IDEMPOTENCY_KEY=money` makes a key mandatory here. `confirm`
   * where that is so only of a body with `confirm: true`.
   */
  readonly movesMoney?: true | 'confirm';
  /** How long the gateway waits for the service, or for a stream to begin; 10,000 when absent. */
  readonly deadlineMs?: number;
}

/** Declares an operation and keeps its literal types. */
export const operation = <const O extends Operation>(row: O): O => row;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The path parameters of an operation, all strings: `{ id: string }` for `/products/{id}`. */
export type ParamsOf<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string };
export type QueryOf<O extends Operation> = O['query'] extends z.ZodType ? z.output<O['query']> : Record<string, never>;
export type BodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.output<O['body']> : undefined;
/** What a handler returns: the response before serialisation. */
export type ResponseOf<O extends Operation> = z.input<O['response']>;
