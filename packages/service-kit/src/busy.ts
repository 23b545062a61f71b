import { isBusy } from './database/postgres-errors.ts';
import { Problem } from './problem.ts';

/** What a sibling said that was too busy, or without its database, and did nothing. */
export class SiblingBusy extends Error {}

/** What is said where nothing has happened yet and the same may succeed a little later. */
export const tooBusy = (cause: unknown): Problem =>
  new Problem('internal_error', 'The platform is too busy or restarting. Nothing happened; retry shortly.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });

const isSiblingBusy = (thrown: unknown): boolean => thrown instanceof Problem && thrown.cause instanceof SiblingBusy;

/**
 * Reading, or asking before anything is changed: whoever is disturbed in it may do it again.
 *
 * @throws Problem `internal_error` 503 when the database, or that of a sibling, was away or busy
 */
export const untouched = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((thrown: unknown) => {
    const isOurs = !(thrown instanceof Problem) && isBusy(thrown);
    throw isOurs || isSiblingBusy(thrown) ? tooBusy(thrown) : thrown;
  });

/**
 * What follows a reservation that is committed, and may have moved money already.
 *
 * @throws Problem `request_timeout` when the database was away or busy: a repeat with the same key goes on from there
 */
export const unfinished = <T>(doing: Promise<T>): Promise<T> =>
  doing.catch((thrown: unknown) => {
    if (thrown instanceof Problem || !isBusy(thrown)) throw thrown;
    throw new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
      retryAfterSeconds: 1,
      cause: thrown,
    });
  });
