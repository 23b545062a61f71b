import type { Response } from 'express';
import type { OpenStream } from '../handlers.ts';

/** Longer than a hiccup of the network, shorter than a drain: a client that reads nothing for this long is disconnected. */
const slowestReaderMs = 10_000;

/**
 * Writes a stream until it ends or the client disconnects. Pieces are produced no faster than the client reads them, so
 * that a slow one costs one piece and the socket's buffer; one that reads nothing is disconnected, and may resume.
 */
export async function writeStream(response: Response, open: OpenStream): Promise<void> {
  if (response.destroyed) return; // disconnected while it was being prepared: no event would follow
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // tells reverse proxies not to buffer
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  for await (const piece of open(gone.signal)) {
    if (gone.signal.aborted) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve();
      return;
    }
    const deadline = setTimeout(() => response.destroy(), slowestReaderMs);
    const done = (): void => {
      clearTimeout(deadline);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
