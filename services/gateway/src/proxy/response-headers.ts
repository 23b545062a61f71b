import { eventBytesHeader } from '@mizan/service-kit';
import { rateLimitHeaders } from '../limits/limiter.ts';
import type { RequestContext } from './request-context.ts';

/** Headers of one connection only (RFC 9110, 7.6.1), and those that the gateway sets itself. */
const notRelayed = new Set([
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
  eventBytesHeader,
]);

const transportSecurity = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;
const crossOrigin = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Request-Id, Api-Version, Retry-After, Idempotent-Replayed, Original-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, RateLimit-Reason',
] as const;

/**
 * The headers that the gateway adds to every response, its own and a service's: alternating names and values, the form that
 * Node writes without processing.
 */
export function ownHeaders(context: RequestContext, isHttps: boolean): string[] {
  const headers = ['Request-Id', context.requestId, 'X-Content-Type-Options', 'nosniff'];
  if (context.apiVersion) headers.push('Api-Version', context.apiVersion);
  if (context.path?.isClient) headers.push(...crossOrigin);
  if (context.admission) headers.push(...Object.entries(rateLimitHeaders(context.admission.bucket)).flat());
  if (isHttps) headers.push(...transportSecurity);
  return headers;
}

/** A service's headers that callers may see. API responses must not be cached by anything in between. */
export function relayedHeaders(raw: readonly string[], context: RequestContext): string[] {
  const headers: string[] = [];
  let setsCaching = context.route?.isOpen === true;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const lower = name.toLowerCase();
    if (notRelayed.has(lower)) continue;
    if (lower === 'cache-control') setsCaching = true;
    headers.push(name, raw[i + 1] ?? '');
  }
  if (!setsCaching) headers.push('Cache-Control', 'no-store');
  return headers;
}
