import type { Readable } from 'node:stream';
import type {
  BodyOf,
  Call,
  calls,
  operations,
  Operation,
  ParamsOf,
  QueryOf,
  ReplyOf,
  ResponseOf,
  ServiceName,
} from '@mizan/contracts';
import type { z } from 'zod';
import type { Geocoding } from '@mizan/contracts';
import type { BoundCalls } from './calls/call-client.ts';
import type { Autocommit, Database, Reader, Tx, TxAtOnce } from './database/database.ts';
import type { Identity, Scope } from './identity/identity.ts';

/** What every handler knows about its request, parsed and verified. */
export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly identity: Identity;
  /** Headers that the operation's row forwards, by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  readonly clientIp: string | undefined;
  /** Where the client is; null where no proxy reports it. */
  readonly clientPlace: Geocoding | null;
  readonly idempotencyKey: string | undefined;
}

/** What the `load` step may use: other services, and its own rows without a transaction. */
export interface LoadContext {
  readonly scope: Scope;
  readonly now: Date;
  readonly reader: Reader;
  readonly calls: BoundCalls;
}

/** What the `call` step of a phased command may use, with no transaction open. */
export interface PhaseContext extends LoadContext {
  /** For a change that is a single statement. */
  readonly autocommit: Autocommit;
}

/** Finds whose record a buyer's request is about, and verifies the client secret. */
type FindScope<I> = (db: Database, input: I) => Promise<Scope>;
type Load<I, Loaded> = (context: LoadContext, input: I) => Promise<Loaded>;
type Run<Context, I, O> = (context: Context, input: I) => Promise<O>;
/** A handler's one step, with what finds the scope where the identity has none. */
type Definition<Context, I, O> = Run<Context, I, O> | { scope: FindScope<I>; run: Run<Context, I, O> };

interface OneStep<Kind extends string, Context, I, O> {
  readonly kind: Kind;
  readonly run: Run<Context, I, O>;
}

interface ScopedStep<Kind extends string, Context, I, O> extends OneStep<Kind, Context, I, O> {
  readonly scope: FindScope<I> | undefined;
}

/** What a read-repair may use: its own statements only read. */
export interface RepairContext extends Reader {
  /** One transaction in the same scope and at the same time as the read. */
  readonly transact: <T>(verb: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Whether `load` only reads, or changes nothing when it is repeated, also for another request under the same key. */
type Repeatable<I> = true | ((scope: Scope, input: I) => boolean);

interface CommandHandler<I, O> {
  readonly kind: 'command';
  readonly scope: FindScope<I> | undefined;
  readonly load: Load<I, unknown> | undefined;
  readonly isLoadRepeatable?: Repeatable<I> | undefined;
  readonly shortcut?: ((context: PhaseContext, input: I, loaded: never) => Promise<O | undefined>) | undefined;
  readonly run: (tx: Tx, input: I, loaded: never) => Promise<O>;
  readonly afterCommit?: ((context: LoadContext, input: I, loaded: never) => Promise<void>) | undefined;
  /** Refuses, by throwing, to give the stored answer to this caller. */
  readonly beforeReplay: Load<I, void> | undefined;
}

/** What to do in a transaction that goes to Postgres once; undefined where it has to read first. */
type AtOnce<T> = ((tx: TxAtOnce) => T) | undefined;

interface PhasedHandler<I, O> {
  readonly kind: 'phased';
  readonly scope: FindScope<I> | undefined;
  readonly load: Load<I, unknown> | undefined;
  readonly isLoadRepeatable?: Repeatable<I> | undefined;
  readonly reserveAtOnce?: ((input: I, loaded: never) => AtOnce<unknown>) | undefined;
  readonly reserve: (tx: Tx, input: I, loaded: never) => Promise<unknown>;
  readonly call: (reservation: never, context: PhaseContext, input: I) => Promise<unknown>;
  readonly settleAtOnce?: ((work: { reservation: never; outcome: never; input: I }) => AtOnce<O>) | undefined;
  readonly settle: (tx: Tx, work: { reservation: never; outcome: never; input: I }) => Promise<O>;
}

/** The text of a stream, piece by piece, until `gone` aborts because the client stopped reading. */
export type OpenStream = (gone: AbortSignal) => AsyncIterable<string>;
/** Answers for as long as the client reads. */
export type StreamHandler<I> = OneStep<'stream', Reader, I, OpenStream>;

/** A file of any length, written as it is read. */
export interface Download {
  /** Letters, digits, dots, hyphens and underscores. */
  readonly filename: string;
  /** A failure, and the end of the process, cut the answer off: the client must be able to see that the end is missing. */
  readonly open: OpenStream;
  /** Called once in any case, also if it was never opened. */
  readonly close: () => Promise<void>;
}

/** What a download may use. */
export interface DownloadContext {
  /** Reads page after page, each statement by itself, on the connections of lists. */
  readonly reader: Reader;
  /** For the row that says who is downloading. */
  readonly autocommit: Autocommit;
}

/** Answers a file. */
export type DownloadHandler<I> = OneStep<'download', DownloadContext, I, Download>;

/** HTML or another document that a browser opens. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is destroyed with the connection; when it fails, so does the answer, in the middle. */
  readonly body: string | Buffer | Readable;
}

/** The body of an operation that `accepts` other things than JSON. What the handler does not read is never received. */
export interface RawBody {
  /** All of it, once; `maxBytes` can only lower the operation's limit. @throws Problem `invalid_request` 413: more; 400: cut off */
  read(maxBytes?: number): Promise<Buffer>;
}

/** The time depends on the account of the record that it shows: `db.clocks.nowOf(record)`. */
export type PageHandler<I> = OneStep<'page', { db: Database }, I, Page>;

type QueryHandler<I, O> = ScopedStep<'query', Reader, I, O>;
type ReadRepairHandler<I, O> = ScopedStep<'read-repair', RepairContext, I, O>;
type UpsertHandler<I, O> = OneStep<'upsert', Autocommit, I, O>;
type SystemHandler<I, O> = OneStep<'system', Database, I, O>;

export type Handler<I, O> =
  | QueryHandler<I, O>
  | ReadRepairHandler<I, O>
  | CommandHandler<I, O>
  | PhasedHandler<I, O>
  | UpsertHandler<I, O>
  | SystemHandler<I, O>;

/** Reads and answers; no transaction. Its reader refuses a statement that writes or locks. */
export function query<I, O>(definition: Definition<Reader, I, O>): QueryHandler<I, O> {
  if (typeof definition === 'function') return { kind: 'query', scope: undefined, run: definition };
  return { kind: 'query', ...definition };
}

/** Reads, after a change that a repeat finds already made: an expiry, a default, a use. */
export function readRepair<I, O>(definition: Definition<RepairContext, I, O>): ReadRepairHandler<I, O> {
  if (typeof definition === 'function') return { kind: 'read-repair', scope: undefined, run: definition };
  return { kind: 'read-repair', ...definition };
}

/**
 * Changes something in one transaction, with its events and the answer for retries. `load` runs before it opens: nothing
 * remote may happen inside. Where `isLoadRepeatable`, the idempotency key is looked up only if the request fails.
 * `beforeReplay` runs instead of both before a stored answer is given, and may refuse it.
 *
 * `shortcut` answers without the transaction, from what it reads or by a single statement that commits by itself, and
 * returns undefined, having changed nothing, where that cannot be. It stores nothing under the idempotency key, so a repeat
 * of it may change nothing more.
 *
 * `afterCommit` runs once the transaction has committed, before the answer is given. Only for what may be lost: a failure is
 * logged and the answer stays, and neither a repeat nor a process that dies in between makes up for it.
 */
export function command<I, O, Loaded = undefined>(
  definition:
    | Run<Tx, I, O>
    | {
        scope?: FindScope<I>;
        load?: Load<I, Loaded>;
        isLoadRepeatable?: Repeatable<I>;
        shortcut?: (context: PhaseContext, input: I, loaded: Loaded) => Promise<O | undefined>;
        run: (tx: Tx, input: I, loaded: Loaded) => Promise<O>;
        afterCommit?: (context: LoadContext, input: I, loaded: Loaded) => Promise<void>;
        beforeReplay?: Load<I, void>;
      },
): CommandHandler<I, O> {
  const steps = typeof definition === 'function' ? { run: definition } : definition;
  return { kind: 'command', scope: undefined, load: undefined, beforeReplay: undefined, ...steps };
}

/** Changes something by single statements without an idempotency key, because a repeat changes nothing. */
export const upsert = <I, O>(run: Run<Autocommit, I, O>): UpsertHandler<I, O> => ({ kind: 'upsert', run });

/** Works on the service itself, in transactions of its own or across merchants. What it changes must be safe to repeat. */
export const system = <I, O>(run: Run<Database, I, O>): SystemHandler<I, O> => ({ kind: 'system', run });

/**
 * Changes something outside between two transactions: `reserve` commits what is about to happen, `call` makes it happen
 * with no transaction open, `settle` commits the outcome with the answer. A retry after a crash in between resumes at
 * `call` with the stored reservation, so whatever `call` does must be idempotent by a key derived from it. The
 * reservation is stored as JSON: no card data in it. `isLoadRepeatable` as for a {@link command}.
 *
 * `reserveAtOnce` and `settleAtOnce` do the same as the steps of their names, from what this process knows already. When it
 * has changed, nothing of them has happened, and the step itself runs, which reads and locks first.
 */
export function phased<I, O, Reservation, Outcome, Loaded = undefined>(definition: {
  scope?: FindScope<I>;
  load?: Load<I, Loaded>;
  isLoadRepeatable?: Repeatable<I>;
  reserveAtOnce?: (input: I, loaded: Loaded) => AtOnce<Reservation>;
  reserve: (tx: Tx, input: I, loaded: Loaded) => Promise<Reservation>;
  call: (reservation: Reservation, context: PhaseContext, input: I) => Promise<Outcome>;
  settleAtOnce?: (work: { reservation: Reservation; outcome: Outcome; input: I }) => AtOnce<O>;
  settle: (tx: Tx, work: { reservation: Reservation; outcome: Outcome; input: I }) => Promise<O>;
}): PhasedHandler<I, O> {
  return { kind: 'phased', scope: undefined, load: undefined, ...definition } as PhasedHandler<I, O>;
}

/** Answers a document; the record it shows is found by its unguessable id, so there is no merchant to scope by. */
export const page = <I>(run: PageHandler<I>['run']): PageHandler<I> => ({ kind: 'page', run });

/**
 * Answers server-sent events. What `run` throws is answered like any refusal; after that the pieces are written as they
 * come, no faster than they are read. It must end its pieces when the service drains.
 */
export const stream = <I>(run: StreamHandler<I>['run']): StreamHandler<I> => ({ kind: 'stream', run });

/**
 * Answers a file of any length. What `run` throws is answered like any refusal; after that the pieces are written as they
 * come, no faster than they are read. What a piece throws, or the end of the process, cuts the answer off.
 */
export const download = <I>(run: DownloadHandler<I>['run']): DownloadHandler<I> => ({ kind: 'download', run });

/** An operation's input as its handler sees it. */
export type OperationInput<O extends Operation> = Input<
  ParamsOf<O>,
  QueryOf<O>,
  O['accepts'] extends readonly string[] ? RawBody : BodyOf<O>
>;
/** A call's input: the request is its body. */
export type CallInput<C extends Call> = Input<unknown, unknown, z.output<C['request']>>;

type Operations = typeof operations;
type Calls = typeof calls;

type HandlerOf<O extends Operation> = O extends { streams: true }
  ? StreamHandler<OperationInput<O>>
  : O extends { downloads: string }
    ? DownloadHandler<OperationInput<O>>
    : O['audience'] extends 'page' | 'public' | 'provider'
      ? PageHandler<OperationInput<O>>
      : Handler<OperationInput<O>, ResponseOf<O>>;

/** One handler for each operation that the contract gives to this service, no more and no fewer. */
export type RoutesOf<Name extends ServiceName> = {
  [Id in keyof Operations as Operations[Id] extends { service: Name } ? Id : never]: HandlerOf<Operations[Id]>;
};

/** Calls that the kit answers for every service. */
type KitCall =
  | `advance${string}Clock`
  | `clear${string}Data`
  | `report${string}Health`
  | `${string}DeadLetters`
  | `holds${string}Key`;

/** One handler for each call that the contract addresses to this service, but those that the kit answers itself. */
export type AnswersOf<Name extends ServiceName> = {
  [Id in Exclude<keyof Calls, KitCall> as Calls[Id] extends { to: Name } ? Id : never]: Handler<
    CallInput<Calls[Id]>,
    ReplyOf<Calls[Id]>
  >;
};

/** A reservation with values that are not stored with it: a retry after a crash finds it without them. */
export const withUnstored = <T extends object, U extends object>(reservation: T, known: U): T & U => ({
  ...reservation,
  ...known,
  toJSON: () => reservation,
});
