/** Carries the key of the merchant's request through calls: events name that key, never the one of the call itself. */
export const originalKeyHeader = 'x-original-idempotency-key';
