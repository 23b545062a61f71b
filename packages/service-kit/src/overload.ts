import { isUnavailable } from './database/postgres-errors.ts';
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

const isSiblingOverloaded = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.cause instanceof SiblingOverloaded;

/**
 * For work that changes nothing, or nothing that a repeat would not: a failure of the database becomes a 503 that invites
 * a retry.
 *
 * @throws Problem `internal_error` 503 when the database, or that of a sibling, was away or overloaded
 */
export const orRetryable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    const isOurs = !(thrown instanceof Problem) && isUnavailable(thrown);
    throw isOurs || isSiblingOverloaded(thrown) ? overloaded(thrown) : thrown;
  });

/** For work after a committed reservation. @throws Problem `request_timeout`: the database was away, a retry resumes there */
export const orOutcomeUnknown = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    if (thrown instanceof Problem || !isUnavailable(thrown)) throw thrown;
    throw new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
      retryAfterSeconds: 1,
      cause: thrown,
    });
  });
