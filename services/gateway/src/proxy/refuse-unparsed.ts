import type { OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, log, newId, Problem } from '@mizan/service-kit';

/** How Node names what its parser cannot take, and what we call it. */
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

/** Answers what never became a request, because Node could not read it: with the same error body as anything else. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, docsUrl: string): void {
  // Node's own handler looks at the same field: bytes after the head of an answer would be part of that answer.
  const { _httpMessage: answer } = socket as { _httpMessage?: OutgoingMessage };
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message } = kinds[error.code ?? ''] ?? malformed;
  const requestId = newId('req');
  const body = JSON.stringify(errorBody(new Problem('invalid_request', message, { status }), requestId, docsUrl));
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
