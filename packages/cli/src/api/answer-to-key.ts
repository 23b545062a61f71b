import type { CommandError } from '../terminal/command-error.ts';
import { ApiError } from './api-error.ts';
import { AnswerLost } from './send-once.ts';

/** Whether a request may have taken effect, or still take it: one with the same idempotency key finds out. */
export const mayHaveTakenEffect = (thrown: CommandError): boolean =>
  thrown instanceof AnswerLost ||
  (thrown instanceof ApiError && (thrown.status >= 500 || (thrown.status === 409 && isKeyInUse(thrown))));

/**
 * Whether an answer says that this attempt has changed nothing. That is certain only of an operation that changes nothing before
 * its only transaction: any other may have stored something before it needed what is away.
 */
export const isUndone = (thrown: CommandError): boolean =>
  thrown instanceof ApiError &&
  ((thrown.status === 503 && thrown.code === 'internal_error') || thrown.code === 'creation_failed');

/** Refusals before the idempotency key is looked up, some by a proxy: an earlier request with it may have been accepted. */
const refusedUnseen = new Set([401, 403, 408, 429]);

/** Whether an error is what the API answers to every request with the idempotency key. */
export const isAnswerToKey = (thrown: CommandError): boolean =>
  thrown instanceof ApiError && !mayHaveTakenEffect(thrown) && !refusedUnseen.has(thrown.status);

const isKeyInUse = ({ code }: ApiError): boolean => code === 'idempotency_key_in_use';

/** Whether an earlier request with the idempotency key differs from this one. */
export const isOfOtherRequest = (thrown: CommandError): boolean =>
  thrown instanceof ApiError && thrown.status === 400 && isKeyInUse(thrown);
