import type { Handler, Input, PhaseContext } from './handlers.ts';
import { orOutcomeUnknown, orRetryable, overloaded } from './overload.ts';
import type { Calls } from './calls/call-client.ts';
import type { Database, Tx } from './database/database.ts';
import { wasNotCommitted } from './database/postgres-errors.ts';
import { fingerprint } from './idempotency/fingerprint.ts';
import { isTaken, type IdempotencyKeys, type KeyedRequest, type StoredAnswer } from './idempotency/idempotency.ts';
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

/** What distinguishes the request from others under the same idempotency key. */
export interface RequestShape {
  method: string;
  path: string;
  successStatus: number;
}

type AnyHandler = Handler<Input, unknown>;
type FindScope = (db: Database, input: Input) => Promise<Scope>;

/** Refusals that say nothing about the request itself, so a retry is processed again. */
const neverStored = new Set([401, 403, 429]);

/** Runs a handler: scope, idempotency, transactions and the stored answer, in that order. */
export async function execute(run: Execution, handler: AnyHandler, shape: RequestShape, input: Input): Promise<Answer> {
  const answerWith = (result: unknown): Answer => ({
    status: shape.successStatus,
    body: JSON.stringify(result),
    requestId: input.requestId,
    replayed: false,
  });
  if (handler.kind === 'system') return answerWith(await orRetryable(handler.run(run.db, input)));
  const find = 'scope' in handler ? handler.scope : undefined;
  const scope = find ? await scopeOfRecord(run.db, find, input) : scopeOf(input.identity);
  const now = run.db.clocks.nowOf(scope);
  if (handler.kind === 'query') return answerWith(await orRetryable(handler.run(run.db.reader(scope, now), input)));
  if (handler.kind === 'read-repair') {
    const transact = <T>(verb: (tx: Tx) => Promise<T>): Promise<T> => run.db.transact(scope, verb, now);
    return answerWith(await orRetryable(handler.run({ ...run.db.reader(scope, now), transact }, input)));
  }
  if (handler.kind === 'upsert')
    return answerWith(await orRetryable(handler.run(run.db.autocommit(scope, now), input)));
  const key = input.idempotencyKey
    ? run.keys.of(scope, input.idempotencyKey, fingerprint(shape.method, shape.path, input.query, input.body))
    : undefined;
  try {
    return await change({ run, shape, input, scope, now, key }, handler);
  } catch (thrown) {
    if (!key) throw thrown;
    if (isTaken(thrown)) return replay(await key.answer());
    await afterFailure(run, key, input, toProblem(thrown)).catch((failure: unknown) => {
      if (failure instanceof Problem) throw failure; // another worker has the key now, and its answer counts
      log.warn({ err: failure }, 'idempotency.not_released'); // its lease expires
    });
    throw thrown;
  }
}

/**
 * Whose record a buyer's request is about.
 *
 * @throws Problem `resource_missing`: the record is not the presented key's
 */
async function scopeOfRecord(db: Database, find: FindScope, input: Input): Promise<Scope> {
  const scope = await orRetryable(find(db, input));
  const shown = input.identity.scope;
  if (shown && (shown.merchantId !== scope.merchantId || shown.livemode !== scope.livemode)) throw resourceMissing();
  return scope;
}

async function afterFailure(run: Execution, key: KeyedRequest, input: Input, problem: Problem): Promise<void> {
  if (problem.status >= 500 || neverStored.has(problem.status) || problem.code === 'idempotency_key_in_use')
    return key.release();
  const body = JSON.stringify(errorBody(problem, input.requestId, run.docsUrl));
  await key.refuse({ status: problem.status, body, requestId: input.requestId });
}

/** One request that changes something. */
interface Change {
  run: Execution;
  shape: RequestShape;
  input: Input;
  scope: Scope;
  now: Date;
  key: KeyedRequest | undefined;
}

type Changing = Extract<AnyHandler, { kind: 'command' | 'phased' }>;

async function change(the: Change, handler: Changing): Promise<Answer> {
  const { run, input, scope, now, key } = the;
  const context: PhaseContext = {
    scope,
    now,
    reader: run.db.reader(scope, now),
    autocommit: run.db.autocommit(scope, now),
    calls: run.calls.bind(scope),
  };
  const loadsFirst = handler.kind === 'phased' || handler.load !== undefined;
  const known = loadsFirst && key ? await orRetryable(key.recall()) : undefined; // otherwise the transaction itself looks it up
  if (known && 'body' in known) return replay(known);

  if (handler.kind === 'command') {
    const loaded = (await (handler.load && orRetryable(handler.load(context, input)))) as never;
    return inKeyedTransaction(the, now, async (tx) => answer(the, tx, await handler.run(tx, input, loaded)));
  }
  let reservation: unknown;
  if (known) reservation = known.reservation;
  else {
    const loaded = (await (handler.load && orRetryable(handler.load(context, input)))) as never;
    reservation = await inKeyedTransaction(the, now, async (tx) => {
      const made = await handler.reserve(tx, input, loaded);
      key?.reserve(tx, made);
      return made;
    });
  }
  const outcome = (await orOutcomeUnknown(handler.call(reservation as never, context, input))) as never;
  return orOutcomeUnknown(
    run.db.transact(scope, async (tx) =>
      answer(the, tx, await handler.settle(tx, reservation as never, outcome, input)),
    ),
  );
}

/**
 * The first transaction of a request, which holds its key, if it has one. The claim travels with the verb's first
 * statement.
 *
 * @throws Problem `internal_error` 503 when the database was too overloaded to commit it
 */
const inKeyedTransaction = <T>({ run, scope, key }: Change, now: Date, verb: (tx: Tx) => Promise<T>): Promise<T> =>
  run.db
    .transact(
      scope,
      async (tx) => {
        refuseWhenLate();
        const [claimed, done] = await Promise.allSettled([key?.claim(tx), verb(tx)]);
        if (claimed.status === 'rejected') throw claimed.reason; // whatever the verb did
        if (done.status === 'rejected') throw done.reason;
        return done.value;
      },
      now,
    )
    .catch((thrown: unknown) => {
      throw wasNotCommitted(thrown) ? overloaded(thrown) : thrown;
    });

/**
 * Refuses to start after the deadline: the gateway has already responded 504, and the client retries.
 *
 * @throws Problem `request_timeout`
 */
function refuseWhenLate(): void {
  const { deadlineAt } = currentWork() ?? {};
  if (deadlineAt !== undefined && performance.now() > deadlineAt)
    throw new Problem('request_timeout', 'The request waited too long to start and was not processed. Retry it.');
}

/** The answer, stored in the effect's own commit. */
function answer({ shape, input, key }: Change, tx: Tx, result: unknown): Answer {
  const made = { status: shape.successStatus, body: JSON.stringify(result), requestId: input.requestId };
  key?.finish(tx, made);
  return { ...made, replayed: false };
}

const replay = (known: StoredAnswer): Answer => ({ ...known, replayed: true });
