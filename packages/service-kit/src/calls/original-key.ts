/**
 * Carries the idempotency key of the merchant's request through calls between services: events name that key, never the
 * one of the call itself.
 */
export const originalKeyHeader = 'x-original-idempotency-key';
