import type { ServiceName } from '@mizan/contracts';
import { isTimedOut, isUnavailable, NoListConnection } from './database/postgres-errors.ts';
import { Problem } from './problem.ts';

/** A sibling service answered that it was overloaded, or without its database, and changed nothing. */
export class SiblingOverloaded extends Error {}

/** The answer where nothing was changed and the same request may succeed a little later. */
export const overloaded = (cause: unknown): Problem =>
  new Problem('internal_error', 'The platform is overloaded or restarting. Nothing was changed; retry shortly.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });

/** Whether a call failed because a sibling service was overloaded or without its database: nothing was changed. */
export const isSiblingOverloaded = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.cause instanceof SiblingOverloaded;

/** For work that a repeat does not harm. @throws Problem `internal_error` 503: our database, or a sibling's, was away */
export const orRetryable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    const isOurs = !(thrown instanceof Problem) && isUnavailable(thrown);
    throw isOurs || isSiblingOverloaded(thrown) ? overloaded(thrown) : thrown;
  });

/** For lists. @throws Problem `internal_error` 503: the list took too long, too many others did, or as {@link orRetryable} */
export const orTooSlow = <T>(work: Promise<T>): Promise<T> =>
  orRetryable(
    work.catch((thrown: unknown) => {
      if (thrown instanceof Problem || !(isTimedOut(thrown) || thrown instanceof NoListConnection)) throw thrown;
      const message = 'The list took too long to read. Narrow it with filters, or follow a cursor where there is one.';
      throw new Problem('internal_error', message, { status: 503, retryAfterSeconds: 1, cause: thrown });
    }),
  );

/** For work after a committed reservation. @throws Problem `request_timeout`: the database was away, a retry resumes there */
export const orOutcomeUnknown = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    if (thrown instanceof Problem || !isUnavailable(thrown)) throw thrown;
    throw new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
      retryAfterSeconds: 1,
      cause: thrown,
    });
  });

/** How Node and undici name a connection that was never made. */
const notMade = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** The refusal for a service that did not answer: 503 when never connected, so nothing changed; else 504, outcome unknown. */
export function unreachable(service: ServiceName, cause: unknown): Problem {
  const code = codeOf(cause);
  /** For the log: which service, and the code where it is looked for. */
  const failure = (what: string) =>
    Object.assign(new Error(`${service} ${what}`, { cause }), code === undefined ? {} : { code });
  if (notMade.includes(code ?? ''))
    return new Problem('internal_error', 'A part of the platform is unavailable. Nothing was changed; retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause: failure('could not be reached'),
    });
  return new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
    cause: failure('did not answer'),
  });
}

/** The code of a system error, or of one of undici's: `ECONNRESET`. */
export const codeOf = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
