/**
 * Something the user can fix: a missing binary, a taken port, an unreachable folder. Commands
 * print its message as one line, without a stack, and exit with status 1.
 */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}

/** How to print a failure: the message of a {@link SetupProblem}, the whole stack of a bug. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof SetupProblem) return failure.message;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
