import type { Response } from 'express';
import type { OpenStream } from '../handlers.ts';
import type { OpenFile } from './serve-request.ts';

/** Longer than a hiccup of the network, shorter than a drain: a client that reads nothing for this long is disconnected. */
const slowestReaderMs = 10_000;
/** A file cannot be resumed, so its reader may pause for longer: 64 KiB in this time are about 1 KiB per second. */
const slowestDownloadMs = 60_000;

/**
 * Writes a stream until it ends or the client disconnects. Pieces are produced no faster than the client reads them, so
 * that a slow one costs one piece and the socket's buffer; one that reads nothing is disconnected, and may resume.
 */
export async function writeStream(response: Response, open: OpenStream): Promise<void> {
  if (response.destroyed) return; // disconnected while it was being prepared: no event would follow
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // tells reverse proxies not to buffer
  });
  await writePieces(response, { open }, slowestReaderMs);
}

/**
 * Writes a file until it ends or the client disconnects, no faster than the client reads it. When the process stops, the
 * connection is cut off, so that no client takes what was written for the whole file.
 */
export async function writeDownload(response: Response, file: OpenFile, stopping: AbortSignal): Promise<void> {
  const cutOff = (): void => void response.destroy();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= file.close());
  try {
    if (response.destroyed) return;
    if (stopping.aborted) return cutOff();
    stopping.addEventListener('abort', cutOff);
    response.writeHead(200, {
      'content-type': `${file.contentType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${file.filename}"`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Closed before the end is written: a client that has all of it may start its next download at once.
    await writePieces(response, { open: file.open, beforeEnd: close }, slowestDownloadMs);
  } finally {
    stopping.removeEventListener('abort', cutOff);
    await close();
  }
}

interface Pieces {
  readonly open: OpenStream;
  readonly beforeEnd?: () => Promise<void>;
}

async function writePieces(response: Response, { open, beforeEnd }: Pieces, readerMaxMs: number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  for await (const piece of open(gone.signal)) {
    if (gone.signal.aborted) return;
    if (!response.write(piece)) await drained(response, readerMaxMs);
  }
  await beforeEnd?.();
  response.end();
}

function drained(response: Response, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve();
      return;
    }
    const deadline = setTimeout(() => response.destroy(), maxMs);
    const done = (): void => {
      clearTimeout(deadline);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
