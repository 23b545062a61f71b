import type { ErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';

const always: readonly ErrorCode[] = ['rate_limit', 'internal_error', 'request_timeout'];

/** Every code that an operation can answer: those of its own row and those that its audience and shape bring. */
export function errorsOf(row: Operation): readonly ErrorCode[] {
  const writes = row.method !== 'GET';
  const codes: ErrorCode[] = [...row.errors];
  if (row.audience === 'merchant' || row.audience === 'test') {
    codes.push('authentication_required', 'api_key_inactive', 'permission_denied', 'parameter_invalid');
    if (writes) codes.push('idempotency_key_in_use');
  }
  if (row.audience === 'operator') codes.push('authentication_required', 'parameter_invalid', 'idempotency_key_in_use');
  if (row.audience === 'client') codes.push('invalid_api_key', 'api_key_inactive', 'parameter_invalid');
  if (row.query || (writes && !row.accepts)) codes.push('parameter_invalid', 'parameter_unknown');
  if (writes) codes.push('invalid_request');
  return [...new Set([...codes, ...always])];
}
