import type { OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { closeUnread, errorBody, leavesMuchUnread, log, newId, Problem } from '@mizan/service-kit';
import type { Request, Response } from 'express';
import { contextOf } from './request-context.ts';
import { ownHeaders } from './response-headers.ts';

/** How refusals describe this platform. */
export interface RefusalOptions {
  /** The prefix of `doc_url`. */
  readonly docsUrl: string;
  /** The public address is https, so browsers must not fall back to http. */
  readonly isHttps: boolean;
  /** Called with the reason of every refusal by a rate limit. */
  readonly onLimited?: (reason: string) => void;
}

/** Refuses one request, at whatever point it is. */
export type Refuse = (request: Request, response: Response, problem: Problem) => void;

/** Responds with the specification's error body; a response that has already started is cut off instead. */
export const refuseWith =
  ({ docsUrl, isHttps, onLimited }: RefusalOptions): Refuse =>
  (request, response, problem) => {
    const context = contextOf(response);
    context.problem ??= problem;
    if (problem.code === 'rate_limit') onLimited?.(problem.headers['RateLimit-Reason'] ?? 'unknown');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const body = JSON.stringify(errorBody(problem, context.requestId, docsUrl));
    const headers = ownHeaders(context, isHttps);
    headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body)));
    headers.push('Cache-Control', 'no-store');
    if (problem.retryAfterSeconds !== undefined) headers.push('Retry-After', String(problem.retryAfterSeconds));
    for (const [name, value] of Object.entries(problem.headers)) headers.push(name, value);
    if (leavesMuchUnread(request)) closeUnread(request, response);
    else if (!request.complete) request.unpipe().resume();
    response.writeHead(problem.status, headers);
    response.end(body);
  };

/** How Node names what its parser rejects, and what we call it. */
const kinds: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are larger than 16 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The extensions of a chunk are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};
const malformed = { status: 400, message: 'The request is not valid HTTP.' };
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

/** Refuses bytes that Node could not parse as a request, with the same error body as any other refusal. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, docsUrl: string): void {
  // Node's own handler reads the same field: bytes after the head of a response would become part of that response.
  const { _httpMessage: message } = socket as { _httpMessage?: OutgoingMessage };
  if (!socket.writable || error.code === 'ECONNRESET' || message?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message: text } = kinds[error.code ?? ''] ?? malformed;
  const requestId = newId('req');
  const body = JSON.stringify(errorBody(new Problem('invalid_request', text, { status }), requestId, docsUrl));
  log.info({ event: 'http.unparsed', status, reason: error.code, requestId });
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status]}`,
      `Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
