import type { Response } from 'express';
import type { OpenStream } from '../handlers.ts';

/** Longer than a hiccup of the network, shorter than a drain: who takes nothing for this long is cut off. */
const slowestReaderMs = 10_000;

/**
 * Writes a stream until it ends or nobody reads it any more. Pieces are asked for no faster than the reader takes them,
 * so that a slow one costs one piece and the socket's buffer; one that takes nothing is cut off, and may resume.
 */
export async function writeStream(response: Response, open: OpenStream): Promise<void> {
  if (response.destroyed) return; // left while it was being prepared: it would never be heard of again
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // what reverse proxies are told not to hold back
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
    const giveUp = setTimeout(() => response.destroy(), slowestReaderMs);
    const done = (): void => {
      clearTimeout(giveUp);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
