const causesMax = 8; // also ends a chain that contains itself

/** What was thrown and its causes: MikroORM and the kit wrap what `pg` threw. */
function chainOf(thrown: unknown): (Error & { code?: unknown; constraint?: unknown })[] {
  const chain: Error[] = [];
  for (let each = thrown; each instanceof Error && chain.length < causesMax; each = each.cause) chain.push(each);
  return chain;
}

const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);

/** The five-character SQLSTATE of a Postgres error. */
export const sqlState = (thrown: unknown): string | undefined =>
  chainOf(thrown)
    .map(({ code }) => code)
    .find(isSqlState);

/** The constraint that a Postgres error names, for turning a violated rule into its own Problem. */
export const violatedConstraint = (thrown: unknown): string | undefined =>
  chainOf(thrown)
    .map(({ constraint }) => constraint)
    .find((constraint) => typeof constraint === 'string');

/** A prepared statement whose result has other columns since a migration. */
export const isStalePlan = (thrown: unknown): boolean =>
  sqlState(thrown) === '0A000' && thrown instanceof Error && thrown.message.includes('cached plan');

/** The pool's messages when no connection was established, or free, in time. */
const connectTimeouts = /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)/;
/** Resources short, still starting, a lock or a statement over the time that provisioning grants it. */
const overloadStates = /^(53|57P03$|55P03$|57014$)/;

/** The connection was refused for now only: Postgres is still starting, full, or too overloaded to answer in time. */
export const isNotReadyYet = (thrown: unknown): boolean =>
  overloadStates.test(sqlState(thrown) ?? '') || chainOf(thrown).some(({ message }) => connectTimeouts.test(message));

/** A transaction at once found that what it relies on has changed; nothing of it has happened. */
export const isStale = (thrown: unknown): boolean => sqlState(thrown) === 'MZ002';

/** Serialization failure, deadlock or stale plan: Postgres rolled back a healthy transaction, which may simply run again. */
export const mayRunAgain = (thrown: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(thrown) ?? '') || isStalePlan(thrown);

/** For a verb that finds out by a failure that what it read has changed since: its transaction is run again from the start. */
export const overtaken = (cause?: unknown): Error =>
  Object.assign(new Error('what the transaction has read was changed meanwhile', { cause }), { code: '40001' });

/** Connections lost (08), resources short (53), server stopping or down (57P…): but not 57014, a statement that took too long. */
const outageStates = /^(08|53|57P)/;
const outageCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN)/;
/** No connection was made, so nothing was sent. */
const notConnectedCodes = /^(ECONNREFUSED|EHOST|ENOTFOUND|EAI_AGAIN)/;
/** Messages of `pg` and its pool that have no code: a connection ended under a statement, or none was available. */
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether Postgres is down or stopping, so that the error says nothing about the statement. */
export const isOutage = (thrown: unknown): boolean =>
  chainOf(thrown).some(
    ({ code, message }) =>
      (typeof code === 'string' && (outageStates.test(code) || outageCodes.test(code))) || outageMessages.test(message),
  );

/** The pool of lists refused a statement, as Postgres refuses a connection: none became free in time. */
export class NoListConnection extends Error {
  readonly code = '53300';

  constructor() {
    super('no connection for lists became free in time');
  }
}

/** A lock or a statement took longer than provisioning grants it. */
export const isTimedOut = (thrown: unknown): boolean => ['55P03', '57014'].includes(sqlState(thrown) ?? '');

/** Postgres is down, stopping or overloaded, so that a lock or an answer took too long: a retry may succeed a little later. */
export const isUnavailable = (thrown: unknown): boolean => isOutage(thrown) || wasNotCommitted(thrown);

/** The database became unreachable, or took too long, before the commit was sent: nothing was committed. */
class NothingCommitted extends Error {
  constructor(cause: Error) {
    super(`nothing was committed: ${cause.message}`, { cause });
  }
}

/** Wraps an outage in {@link NothingCommitted} where nothing else says so; anything else is left as it was thrown. */
export const beforeCommit = (thrown: unknown): unknown =>
  thrown instanceof Error && isOutage(thrown) && !wasNotCommitted(thrown) ? new NothingCommitted(thrown) : thrown;

/**
 * Certainly nothing was committed: Postgres answered so, there was no connection, or the commit was not sent. A connection
 * that is lost later may have been lost after the commit.
 */
export const wasNotCommitted = (thrown: unknown): boolean =>
  mayRunAgain(thrown) ||
  isNotReadyYet(thrown) ||
  chainOf(thrown).some(
    (each) => each instanceof NothingCommitted || (typeof each.code === 'string' && notConnectedCodes.test(each.code)),
  );
