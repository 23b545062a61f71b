/** The five-character SQLSTATE of a Postgres error, wherever MikroORM or `pg` put it. */
export function sqlState(thrown: unknown): string | undefined {
  if (
    thrown instanceof Error &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(thrown.code)
  )
    return thrown.code;
  return thrown instanceof Error && thrown.cause ? sqlState(thrown.cause) : undefined;
}

/** The constraint that a Postgres error names, for turning a violated rule into its own Problem. */
export function violatedConstraint(thrown: unknown): string | undefined {
  if (thrown instanceof Error && 'constraint' in thrown && typeof thrown.constraint === 'string')
    return thrown.constraint;
  return thrown instanceof Error && thrown.cause ? violatedConstraint(thrown.cause) : undefined;
}

/** A prepared statement whose result has other columns since a migration. */
export const isStalePlan = (thrown: unknown): boolean =>
  sqlState(thrown) === '0A000' && thrown instanceof Error && thrown.message.includes('cached plan');

/** Serialization failure, deadlock or stale plan: Postgres rolled back a healthy transaction, which may simply run again. */
export const mayRunAgain = (thrown: unknown): boolean =>
  sqlState(thrown) === '40001' || sqlState(thrown) === '40P01' || isStalePlan(thrown);

/** Connections lost (08), resources short (53), server going or gone (57P…): but not 57014, a statement that took too long. */
const outageStates = /^(08|53|57P)/;
const outageCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN)/;
/** What `pg` and its pool say without a code when a connection ended under a statement or none could be had. */
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether Postgres is gone or going, so that the statement says nothing about itself. */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (outageStates.test(sqlState(thrown) ?? '') || outageMessages.test(thrown.message)) return true;
  if ('code' in thrown && typeof thrown.code === 'string' && outageCodes.test(thrown.code)) return true;
  return thrown.cause !== undefined && isOutage(thrown.cause);
}
