/**
 * Something the person at the keyboard can put right: a missing binary, a taken port, an unreachable folder. Commands
 * print its message as one line, without a stack, and exit with status 1.
 */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}

/** The one line that a failure deserves: its message for a {@link SetupProblem}, the whole stack for a bug. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof SetupProblem) return failure.message;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
