import { bodyTooLarge, clientPlaceHeader, Problem } from '@mizan/service-kit';
import type { RequestContext } from './request-context.ts';
import type { Request } from 'express';
import type { Route } from '../routing/route-table.ts';

/** The caller's headers that services receive. All others, whatever their names, stop at the gateway. */
const baseList = ['content-type', 'accept', 'accept-language', 'idempotency-key'] as const;

/**
 * The headers of the request to a service, built from nothing: a caller's header that is not named here cannot reach a
 * service, so no spelling of `x-identity` can.
 *
 * @throws Problem `invalid_request` 413: the declared length is too large; 400: unsupported transfer coding
 */
export function upstreamHeaders(
  request: Pick<Request, 'headers' | 'method'>,
  context: RequestContext,
  route: Route,
): Record<string, string> {
  const headers: Record<string, string> = {
    'request-id': context.requestId,
    'x-client-ip': context.clientIp,
    'x-deadline-ms': String(route.deadlineMs),
  };
  if (context.clientPlace) headers[clientPlaceHeader] = encodeURIComponent(JSON.stringify(context.clientPlace));
  if (context.identity) headers['x-identity'] = context.identity;
  if (context.apiVersion) headers['api-version'] = context.apiVersion;
  for (const name of [...baseList, ...route.forward]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  Object.assign(headers, bodyFraming(request, route.maxBodyBytes));
  headers['traceparent'] = context.startSpan(route);
  return headers;
}

function bodyFraming(request: Pick<Request, 'headers' | 'method'>, maxBytes: number): Record<string, string> {
  const coding = request.headers['transfer-encoding'];
  const length = request.headers['content-length'];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked')
      throw new Problem('invalid_request', 'This Transfer-Encoding is not supported.');
    return { 'transfer-encoding': 'chunked' };
  }
  if (length !== undefined) {
    if (Number(length) > maxBytes) throw bodyTooLarge(maxBytes);
    return { 'content-length': length };
  }
  // Without a length Node would announce a chunked body that never comes.
  return request.method === 'GET' || request.method === 'HEAD' ? {} : { 'content-length': '0' };
}
