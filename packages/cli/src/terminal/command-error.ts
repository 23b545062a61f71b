/** An error that the user can fix, printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** What the command exits with. */
  readonly exitCode: number = 1;
}
