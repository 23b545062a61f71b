import { closeUnread, errorBody, leavesMuchUnread, type Problem } from '@mizan/service-kit';
import type { Request, Response } from 'express';
import { exchangeOf } from './request-context.ts';
import { ownHeaders } from './response-headers.ts';

/** Answers with the specification's error body; when an answer has begun already, cuts it off. */
export function refuse(
  request: Request,
  response: Response,
  problem: Problem,
  docsUrl: string,
  isHttps: boolean,
): void {
  const exchange = exchangeOf(response);
  exchange.problem ??= problem;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(problem, exchange.requestId, docsUrl));
  const headers = ownHeaders(exchange, isHttps);
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body)));
  headers.push('Cache-Control', 'no-store');
  if (problem.retryAfterSeconds !== undefined) headers.push('Retry-After', String(problem.retryAfterSeconds));
  for (const [name, value] of Object.entries(problem.headers)) headers.push(name, value);
  if (leavesMuchUnread(request)) closeUnread(request, response);
  else if (!request.complete) request.unpipe().resume();
  response.writeHead(problem.status, headers);
  response.end(body);
}
