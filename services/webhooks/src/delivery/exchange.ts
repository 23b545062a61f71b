import type { Client, Dispatcher } from 'undici';
import { SendFailure, type SendError } from './send-result.ts';

/** Bytes of an answer that are read before the connection is closed on the rest. */
const maxReadBytes = 16 * 1024;
/** Bytes of a text or JSON answer that are kept for the merchant to see. */
const maxKeptBytes = 4 * 1024;

/** An answer: its status is what counts, the body is only shown. */
export interface Answer {
  readonly statusCode: number;
  readonly retryAfterSeconds: number | null;
  readonly snippet: string | null;
  /** True when the whole body was read, so that the connection can serve another request. */
  readonly complete: boolean;
}

export interface ExchangeLimits {
  /** For the whole exchange, from now. */
  readonly totalTimeoutMs: number;
  /** From the status line to the end of the body, within the total; the status stands when it runs out. */
  readonly bodyTimeoutMs: number;
}

/**
 * Sends one request on `client` and reads a bounded piece of the answer. Once a status has arrived nothing that happens
 * to the body changes the outcome: the receiver has said what it had to say.
 *
 * @throws SendFailure when no status arrived
 */
export function exchange(
  client: Client,
  request: Pick<Dispatcher.DispatchOptions, 'path' | 'headers' | 'body'>,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head: { statusCode: number; retryAfterSeconds: number | null; isText: boolean } | undefined;
    let readBytes = 0;
    let keptBytes = 0;
    const kept: Buffer[] = [];
    const deadline = performance.now() + limits.totalTimeoutMs;
    let timer = setTimeout(() => end(false, 'timeout'), limits.totalTimeoutMs);

    function end(complete: boolean, error: SendError, cause?: Error): void {
      clearTimeout(timer);
      if (head === undefined) return reject(new SendFailure(error, cause));
      const snippet = head.isText ? Buffer.concat(kept).toString('utf8').replaceAll('\0', '') : null;
      resolve({ statusCode: head.statusCode, retryAfterSeconds: head.retryAfterSeconds, snippet, complete });
    }

    client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          if (statusCode < 200) return;
          head = {
            statusCode,
            retryAfterSeconds: retryAfter(headers['retry-after'], Date.now()),
            isText: isText(headers),
          };
          clearTimeout(timer);
          const bodyMs = Math.min(limits.bodyTimeoutMs, deadline - performance.now());
          timer = setTimeout(() => end(false, 'timeout'), bodyMs);
        },
        onResponseData(controller, chunk) {
          readBytes += chunk.length;
          if (head?.isText === true && keptBytes < maxKeptBytes) {
            const part = chunk.subarray(0, maxKeptBytes - keptBytes);
            // undici's buffer is reused for the next read.
            kept.push(Buffer.from(part));
            keptBytes += part.length;
          }
          if (readBytes > maxReadBytes) controller.abort(new SendFailure('protocol'));
        },
        onResponseEnd() {
          end(true, 'protocol');
        },
        onResponseError(_controller, cause) {
          end(false, cause instanceof SendFailure ? cause.error : kindOf(cause), cause);
        },
      },
    );
  });
}

function kindOf(cause: Error): SendError {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return code === 'UND_ERR_SOCKET' || /^E[A-Z]+$/.test(code) ? 'connection_reset' : 'protocol';
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Compressed text is not shown: we never asked for it, and unpacking it would invite bombs. */
function isText(headers: Headers): boolean {
  const type = single(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (headers['content-encoding'] !== undefined) return false;
  return type.startsWith('text/') || type === 'application/json' || /^application\/[^/]+\+json$/.test(type);
}

/** Seconds from a `Retry-After` header, which carries a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const text = single(header)?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
