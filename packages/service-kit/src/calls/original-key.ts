/**
 * Carries the idempotency key of the request that a question between services belongs to: events name that one, never
 * the key that the question itself is told apart by.
 */
export const originalKeyHeader = 'x-original-idempotency-key';
