import type { ListItem } from '@mizan/contracts';
import { fitItems, type ListAnswer } from './fit-object.ts';
import type { Handler, Input, PhaseContext } from './handlers.ts';
import { orOutcomeUnknown, orRetryable, orTooSlow, overloaded } from './overload.ts';
import type { Calls } from './calls/call-client.ts';
import type { Database, Tx, TxAtOnce } from './database/database.ts';
import { isStale, mayRunAgain, wasNotCommitted } from './database/postgres-errors.ts';
import { fingerprint } from './idempotency/fingerprint.ts';
import {
  isTaken,
  stillRunning,
  type IdempotencyKeys,
  type KeyedRequest,
  type Resumption,
  type StoredAnswer,
} from './idempotency/idempotency.ts';
import { scopeOf, type Scope } from './identity/identity.ts';
import { errorBody, Problem, resourceMissing, toProblem } from './problem.ts';
import { log } from './telemetry/log.ts';
import { currentWork } from './telemetry/work.ts';

/** What the executor needs of the running service. */
export interface Execution {
  db: Database;
  keys: IdempotencyKeys;
  calls: Calls;
  docsUrl: string;
}

/** An answer ready to be written; `replayed` when it belongs to an earlier request of the same key. */
export interface Answer extends StoredAnswer {
  replayed: boolean;
}

/** A parsed request, with what distinguishes it from others under the same idempotency key. */
export interface ParsedRequest {
  method: string;
  path: string;
  successStatus: number;
  /** Of an operation that answers a list. */
  listItem?: ListItem | undefined;
  /** It reads with the connections of lists. */
  isList: boolean;
  input: Input;
  /** Its idempotency key is another one for every body. */
  keyIsOfBody?: true;
  /** Adds to a refusal what only the request says. */
  explain?: (thrown: unknown) => unknown;
}

type AnyHandler = Handler<Input, unknown>;
type ChangeHandler = Extract<AnyHandler, { kind: 'command' | 'phased' }>;
type FindScope = (db: Database, input: Input) => Promise<Scope>;

/** Refusals that say nothing about the request itself, so a retry is processed again. */
const neverStored = new Set([401, 403, 429]);

/** Runs a handler: scope, idempotency, transactions and the stored answer, in that order. */
export async function execute(run: Execution, handler: AnyHandler, request: ParsedRequest): Promise<Answer> {
  const { explain = (thrown) => thrown } = request;
  try {
    return await executeFor(run, handler, { ...request, explain });
  } catch (thrown) {
    throw explain(thrown);
  }
}

async function executeFor(
  run: Execution,
  handler: AnyHandler,
  request: ParsedRequest & Pick<Required<ParsedRequest>, 'explain'>,
): Promise<Answer> {
  const { method, path, input } = request;
  const answerWith = (result: unknown): Answer => ({ ...answerOf(request, result), replayed: false });
  if (handler.kind === 'system') return answerWith(await orRetryable(handler.run(run.db, input)));
  const find = 'scope' in handler ? handler.scope : undefined;
  const scope = find ? await scopeOfRecord(run.db, find, input) : scopeOf(input.identity);
  const now = run.db.clocks.nowOf(scope);
  if (handler.kind === 'query' || handler.kind === 'read-repair') {
    const reader = request.isList ? run.db.listReader(scope, now) : run.db.reader(scope, now);
    const transact = <T>(verb: (tx: Tx) => Promise<T>): Promise<T> => run.db.transact(scope, verb, now);
    const reading = handler.run({ ...reader, transact }, input);
    return answerWith(await (request.isList ? orTooSlow(reading) : orRetryable(reading)));
  }
  if (handler.kind === 'upsert')
    return answerWith(await orRetryable(handler.run(run.db.autocommit(scope, now), input)));
  const { query, body, requestId, idempotencyKey } = input;
  const key = idempotencyKey
    ? run.keys.of(scope, idempotencyKey, {
        of: fingerprint({ method, path, query, body }),
        isPartOfKey: request.keyIsOfBody,
      })
    : undefined;
  const change = { run, request, scope, now, key };
  try {
    return await perform(handler, change);
  } catch (thrown) {
    if (!key) throw thrown;
    if (isTaken(thrown)) return replay(handler, change, await orRetryable(key.answer()));
    const problem = toProblem(request.explain(thrown));
    const refusal = JSON.stringify(errorBody(problem, requestId, run.docsUrl));
    await afterFailure(key, problem, { status: problem.status, body: refusal, requestId }).catch((failure: unknown) => {
      if (failure instanceof Problem) throw failure; // another worker has the key now, and its answer counts
      log.warn({ err: failure }, 'idempotency.not_released'); // its lease expires
    });
    throw thrown;
  }
}

/** Whose record a buyer's request is about. @throws Problem `resource_missing`: it is not the presented key's */
async function scopeOfRecord(db: Database, find: FindScope, input: Input): Promise<Scope> {
  const scope = await orRetryable(find(db, input));
  const shown = input.identity.scope;
  if (shown && (shown.merchantId !== scope.merchantId || shown.livemode !== scope.livemode)) throw resourceMissing();
  return scope;
}

const afterFailure = (key: KeyedRequest, { status, code }: Problem, refusal: StoredAnswer): Promise<void> =>
  status >= 500 || neverStored.has(status) || code === 'idempotency_key_in_use' ? key.release() : key.refuse(refusal);

/** One request that changes something. */
interface Change {
  run: Execution;
  request: ParsedRequest;
  scope: Scope;
  now: Date;
  key: KeyedRequest | undefined;
}

async function perform(handler: ChangeHandler, change: Change): Promise<Answer> {
  const knownFirst = isKnownFirst(handler, change) ? change.key : undefined;
  const known = knownFirst && (await recall(change));
  if (known) return goOn(handler, change, known);
  // Before `load`, which would count the one code of both requests a second time.
  if (knownFirst?.isRunningHere) throw stillRunning();
  const performing = () => performFirst(handler, change);
  let first: unknown;
  try {
    first = await (knownFirst ? knownFirst.noted(performing) : performing());
  } catch (thrown) {
    // Another request may have used up what `load` needs, such as a code, without an answer yet.
    const earlier = await recallAfter(change, thrown, knownFirst);
    if (earlier) return goOn(handler, change, earlier);
    throw thrown;
  }
  return handler.kind === 'command' ? (first as Answer) : complete(handler, change, first);
}

/** Whether the key is looked up before anything else, because `load` does what must not be done again. */
function isKnownFirst({ load, isLoadRepeatable }: ChangeHandler, { scope, request }: Change): boolean {
  const isRepeatable =
    typeof isLoadRepeatable === 'function' ? isLoadRepeatable(scope, request.input) : isLoadRepeatable;
  return load !== undefined && !isRepeatable;
}

/** Loads, and runs the first transaction: all of a command, or the reservation of a phased one, which it returns. */
async function performFirst(handler: ChangeHandler, change: Change): Promise<unknown> {
  const { input } = change.request;
  const loaded = (await (handler.load && orRetryable(handler.load(contextOf(change), input)))) as never;
  if (handler.kind === 'command') {
    const short = handler.shortcut && (await takeShortcut(() => handler.shortcut?.(contextOf(change), input, loaded)));
    if (short !== undefined) return { ...answerOf(change.request, short), replayed: false };
    const answered = await inKeyedTransaction(change, async (tx) =>
      answer(change, tx, await handler.run(onRequest(tx), input, loaded)),
    );
    await handler.afterCommit?.(contextOf(change), input, loaded).catch((err: unknown) => {
      const { request, scope } = change;
      const { merchantId } = scope;
      // What is committed is answered.
      log.error({ err, operation: `${request.method} ${request.path}`, merchantId }, 'command.after_commit_failed');
    });
    return answered;
  }
  const reserved = (tx: TxAtOnce, reservation: unknown): unknown => {
    change.key?.reserve(tx, reservation);
    return reservation;
  };
  const atOnce = handler.reserveAtOnce?.(input, loaded);
  return atOnceOr(atOnce && (() => inKeyedTransaction(change, async (tx) => reserved(tx, atOnce(onRequest(tx))))), () =>
    inKeyedTransaction(change, async (tx) => reserved(tx, await handler.reserve(onRequest(tx), input, loaded))),
  );
}

/** The result of `atOnce`, or, where there is none or its transaction found a change and did nothing, of `locked`. */
async function atOnceOr<T>(atOnce: (() => Promise<T>) | undefined, locked: () => Promise<T>): Promise<T> {
  if (atOnce)
    try {
      return await atOnce();
    } catch (thrown) {
      if (!isStale(thrown)) throw thrown;
    }
  return locked();
}

/** What an earlier request with the key left. */
const recall = async ({ key }: Change): Promise<StoredAnswer | Resumption | undefined> =>
  key && orRetryable(key.recall());

const isCodeRefused = (thrown: unknown): boolean => thrown instanceof Problem && thrown.code === 'two_factor_required';

/**
 * The same, once the request itself could not be performed: perhaps because it was performed before, and what it needed has
 * changed since. So only a repeated request pays for the look.
 *
 * @param mayBeRunning the key, where the other need not have come to its end for that
 */
async function recallAfter(
  change: Change,
  thrown: unknown,
  mayBeRunning: KeyedRequest | undefined,
): Promise<StoredAnswer | Resumption | undefined> {
  const orThrown = (failure: unknown): never => {
    throw failure instanceof Problem && failure.code === 'idempotency_key_in_use' ? failure : thrown;
  };
  // Only where a code is refused: the look costs every lock of the database. It is first: what commits meanwhile is recalled.
  const isRunning = isCodeRefused(thrown) && (await mayBeRunning?.isRunning().catch(orThrown));
  const earlier = await recall(change).catch(orThrown);
  if (!earlier && (isRunning || isTaken(thrown))) throw stillRunning();
  return earlier;
}

const goOn = (handler: ChangeHandler, change: Change, earlier: StoredAnswer | Resumption): Promise<Answer> =>
  'body' in earlier ? replay(handler, change, earlier) : complete(handler, change, earlier.reservation);

/** Performs what was reserved and commits its outcome. */
async function complete(handler: ChangeHandler, change: Change, reserved: unknown): Promise<Answer> {
  if (handler.kind === 'command') throw new Error('bug: a command has nothing reserved');
  const { run, scope, request } = change;
  const { input } = request;
  const reservation = reserved as never;
  const outcome = (await orOutcomeUnknown(handler.call(reservation, contextOf(change), input))) as never;
  const work = { reservation, outcome, input };
  const atOnce = handler.settleAtOnce?.(work);
  return orOutcomeUnknown(
    atOnceOr(atOnce && (() => run.db.transact(scope, async (tx) => answer(change, tx, atOnce(tx)))), () =>
      run.db.transact(scope, async (tx) => answer(change, tx, await handler.settle(tx, work))),
    ),
  );
}

/** What a shortcut answers; undefined when it collided with others. @throws Problem as {@link inKeyedTransaction} */
async function takeShortcut<O>(shortcut: () => Promise<O | undefined> | undefined): Promise<O | undefined> {
  refuseWhenLate();
  try {
    return await shortcut();
  } catch (thrown) {
    if (mayRunAgain(thrown)) return undefined;
    throw wasNotCommitted(thrown) ? overloaded(thrown) : thrown;
  }
}

/** The first transaction of a request, with its key's claim. @throws Problem `internal_error` 503: too overloaded to commit */
const inKeyedTransaction = <T>({ run, scope, key, now }: Change, verb: (tx: Tx) => Promise<T>): Promise<T> =>
  run.db
    .transact(
      scope,
      async (tx) => {
        refuseWhenLate();
        return key ? key.claimed(tx, verb) : verb(tx);
      },
      now,
    )
    .catch((thrown: unknown) => {
      throw wasNotCommitted(thrown) ? overloaded(thrown) : thrown;
    });

/** What a request writes first can be refused; a provider's answer to it, and what follows later, cannot: it is shortened. */
const onRequest = (tx: Tx): Tx => ({
  ...tx,
  emit: (type, emission) => tx.emit(type, { ...emission, refusable: true }),
});

/** Refuses to start after the deadline: the gateway has responded 504 already. @throws Problem `request_timeout` */
function refuseWhenLate(): void {
  const { deadlineAt } = currentWork() ?? {};
  if (deadlineAt !== undefined && performance.now() > deadlineAt)
    throw new Problem('request_timeout', 'The request timed out before it was processed. Retry it.');
}

const answerOf = ({ successStatus, listItem, input }: ParsedRequest, result: unknown): StoredAnswer => ({
  status: successStatus,
  body: listItem ? fitItems(result as ListAnswer, listItem) : JSON.stringify(result),
  requestId: input.requestId,
});

/** The answer, stored in the effect's own commit. */
function answer({ request, key }: Change, tx: TxAtOnce, result: unknown): Answer {
  const made = answerOf(request, result);
  key?.finish(tx, made);
  return { ...made, replayed: false };
}

async function replay(handler: ChangeHandler, change: Change, known: StoredAnswer): Promise<Answer> {
  if (handler.kind === 'command' && handler.beforeReplay)
    await orRetryable(handler.beforeReplay(contextOf(change), change.request.input));
  return { ...known, replayed: true };
}

const contextOf = ({ run, scope, now }: Change): PhaseContext => ({
  scope,
  now,
  reader: run.db.reader(scope, now),
  autocommit: run.db.autocommit(scope, now),
  calls: run.calls.bind(scope),
});
