import { Problem } from '@mizan/service-kit';

/** Whether a sibling refused. Whoever works on the same question already has not refused it. */
export const wasRefusedNow = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.code !== 'idempotency_key_in_use' && thrown.status < 500;

/** Whether a question that was asked once only has done nothing: it was refused, or the connection was never made. */
export const wasRefused = (thrown: unknown): boolean =>
  wasRefusedNow(thrown) || (thrown instanceof Problem && thrown.status === 503);
