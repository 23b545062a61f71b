import { standingHeaders } from '../limits/limiter.ts';
import type { Exchange } from './request-context.ts';

/** Meant for one connection only (RFC 9110, 7.6.1), or said by the front itself. */
const notPassedOn = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'request-id',
  'api-version',
  'x-content-type-options',
  'strict-transport-security',
]);

const transportSecurity = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;
const crossOrigin = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Request-Id, Api-Version, Retry-After, Idempotent-Replayed, Original-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit-Reason',
] as const;

/**
 * What the front adds to every answer, its own and a service's: as names and values in turn, the form that Node writes
 * without looking at it twice.
 */
export function ownHeaders(exchange: Exchange, isHttps: boolean): string[] {
  const headers = ['Request-Id', exchange.requestId, 'X-Content-Type-Options', 'nosniff'];
  if (exchange.apiVersion) headers.push('Api-Version', exchange.apiVersion);
  if (exchange.path?.isClient) headers.push(...crossOrigin);
  if (exchange.admission) headers.push(...Object.entries(standingHeaders(exchange.admission.standing)).flat());
  if (isHttps) headers.push(...transportSecurity);
  return headers;
}

/** A service's headers that its caller's caller may see. API answers are not to be kept by anybody on the way. */
export function passedOnHeaders(raw: readonly string[], exchange: Exchange): string[] {
  const headers: string[] = [];
  let saysCaching = exchange.route?.isOpen === true;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const lower = name.toLowerCase();
    if (notPassedOn.has(lower)) continue;
    if (lower === 'cache-control') saysCaching = true;
    headers.push(name, raw[i + 1] ?? '');
  }
  if (!saysCaching) headers.push('Cache-Control', 'no-store');
  return headers;
}
