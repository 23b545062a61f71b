import type { IncomingHttpHeaders } from 'node:http';
import { bodyTooLarge, Problem } from '@mizan/service-kit';
import type { Exchange } from './request-context.ts';
import type { Route } from '../routing/route-table.ts';

/** What callers say that services may hear. Everything else, whatever its name, ends at the front. */
const baseList = ['content-type', 'accept', 'accept-language', 'idempotency-key'] as const;

/**
 * The headers of the request to a service, built from nothing: a caller's header that is not named here cannot reach a
 * service, so no spelling of `x-identity` can.
 *
 * @param given the caller's
 * @throws Problem `invalid_request` 413: the body is announced as too large; 400: it comes in an unknown coding
 */
export function upstreamHeaders(
  given: IncomingHttpHeaders,
  method: string,
  exchange: Exchange,
  route: Route,
): Record<string, string> {
  const headers: Record<string, string> = {
    'request-id': exchange.requestId,
    'x-client-ip': exchange.clientIp,
    'x-deadline-ms': String(route.deadlineMs),
  };
  if (exchange.identity) headers['x-identity'] = exchange.identity;
  if (exchange.apiVersion) headers['api-version'] = exchange.apiVersion;
  for (const name of baseList) copy(headers, given, name);
  for (const name of route.forward) copy(headers, given, name);
  frameBody(headers, given, method, route.maxBodyBytes);
  headers['traceparent'] = exchange.startSpan(route);
  return headers;
}

function copy(headers: Record<string, string>, given: IncomingHttpHeaders, name: string): void {
  const value = given[name];
  if (typeof value === 'string') headers[name] = value;
}

function frameBody(
  headers: Record<string, string>,
  given: IncomingHttpHeaders,
  method: string,
  maxBytes: number,
): void {
  const coding = given['transfer-encoding'];
  const length = given['content-length'];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked')
      throw new Problem('invalid_request', 'This Transfer-Encoding is not supported.');
    headers['transfer-encoding'] = 'chunked';
  } else if (length !== undefined) {
    if (Number(length) > maxBytes) throw bodyTooLarge(maxBytes);
    headers['content-length'] = length;
  } else if (method !== 'GET' && method !== 'HEAD') {
    headers['content-length'] = '0'; // Node would announce a chunked body that never comes
  }
}
