import type { AskContext, Handler, Input, PhasedHandler } from './handlers.ts';
import type { Calls } from './calls/call-client.ts';
import type { Database, OpenTx } from './database/database.ts';
import { fingerprint } from './idempotency/fingerprint.ts';
import type { Claim, IdempotencyKeys, StoredAnswer } from './idempotency/idempotency.ts';
import type { Scope } from './identity/identity.ts';
import { errorBody, Problem, toProblem } from './problem.ts';
import { log } from './telemetry/log.ts';

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

/** How the request is told from others under one idempotency key. */
export interface RequestShape {
  method: string;
  path: string;
  successStatus: number;
}

type AnyHandler = Handler<Input, unknown>;

/** Refusals that say nothing about the request itself, so a retry must be judged anew. */
const neverStored = new Set([401, 403, 429]);

/** Runs a handler: scope, idempotency, transactions and the stored answer, in that order. */
export async function execute(run: Execution, handler: AnyHandler, shape: RequestShape, input: Input): Promise<Answer> {
  const scope = handler.scope ? await handler.scope(run.db, input) : input.identity.scope;
  if (!scope) throw new Error('bug: a handler without scope was given an identity without merchant');
  const now = new Date();
  if (handler.kind === 'query') {
    const result = await handler.run(run.db.reader(scope, now), input);
    return { status: shape.successStatus, body: JSON.stringify(result), requestId: input.requestId, replayed: false };
  }
  if (!input.idempotencyKey)
    return { ...(await change(run, handler, shape, input, scope, now, undefined)), replayed: false };

  const claimed = await run.keys.claim(
    scope,
    input.idempotencyKey,
    fingerprint(shape.method, shape.path, input.query, input.body),
  );
  if (!('claimId' in claimed)) return { ...claimed, replayed: true };
  try {
    return { ...(await change(run, handler, shape, input, scope, now, claimed)), replayed: false };
  } catch (thrown) {
    await afterFailure(run, claimed, input, toProblem(thrown)).catch((failure: unknown) => {
      if (failure instanceof Problem) throw failure; // another worker has the key now, and its answer counts
      log.warn({ err: failure }, 'idempotency.not_released'); // its lease ends by itself
    });
    throw thrown;
  }
}

async function afterFailure(run: Execution, claim: Claim, input: Input, problem: Problem): Promise<void> {
  if (problem.status >= 500 || neverStored.has(problem.status) || problem.code === 'idempotency_key_in_use')
    return run.keys.release(claim);
  const body = JSON.stringify(errorBody(problem, input.requestId, run.docsUrl));
  await run.keys.storeRefusal(claim, { status: problem.status, body, requestId: input.requestId });
}

async function change(
  run: Execution,
  handler: Exclude<AnyHandler, { kind: 'query' }>,
  shape: RequestShape,
  input: Input,
  scope: Scope,
  now: Date,
  claim: Claim | undefined,
): Promise<StoredAnswer> {
  const context: AskContext = { scope, now, reader: run.db.reader(scope, now), calls: run.calls.bind(scope) };
  const answered = async (tx: OpenTx, result: unknown): Promise<StoredAnswer> => {
    const answer = { status: shape.successStatus, body: JSON.stringify(result), requestId: input.requestId };
    if (claim) {
      await tx.flush(); // a violated constraint must surface before the answer is stored
      await run.keys.finish(tx, claim, answer);
    }
    return answer;
  };
  if (handler.kind === 'command') {
    const facts = (await handler.ask?.(context, input)) as never;
    return run.db.transact(scope, async (tx) => answered(tx, await handler.run(tx, input, facts)), now);
  }
  const reservation = (
    claim?.reserved ? claim.reserved.reservation : await reserve(run, handler, input, context, claim)
  ) as never;
  const outcome = (await handler.call(reservation, context, input)) as never;
  return run.db.transact(scope, async (tx) => answered(tx, await handler.settle(tx, reservation, outcome, input)));
}

async function reserve(
  run: Execution,
  handler: PhasedHandler<Input, unknown>,
  input: Input,
  context: AskContext,
  claim: Claim | undefined,
): Promise<unknown> {
  const facts = (await handler.ask?.(context, input)) as never;
  return run.db.transact(
    context.scope,
    async (tx) => {
      const reservation = await handler.reserve(tx, input, facts);
      if (claim) await run.keys.reserve(tx, claim, reservation);
      return reservation;
    },
    context.now,
  );
}
