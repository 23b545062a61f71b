import type { Client, Dispatcher } from 'undici';
import { SendFailure, type SendError } from './send-result.ts';

/** Bytes of a response that are read; the connection is closed on the rest. */
const maxReadBytes = 16 * 1024;
/** Bytes of a text or JSON response that are stored for the merchant. */
const maxKeptBytes = 4 * 1024;

/** Headers of a response that are stored for the merchant. */
const keptHeaders = [
  ...['content-type', 'content-length', 'date', 'location', 'request-id', 'retry-after', 'server', 'via'],
  ...['x-request-id', 'cf-ray', 'x-amzn-requestid', 'x-amzn-trace-id'],
];
const maxHeaderCharacters = 500;

/** A response: the status decides the outcome, the rest is for display. */
export interface EndpointResponse {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;
  readonly responseSnippet: string | null;
  /** True when the whole body was read, so that the connection can serve another request. */
  readonly complete: boolean;
}

export interface RequestLimits {
  /** For the whole request, from now. */
  readonly totalTimeoutMs: number;
  /** From the status line to the end of the body, within the total; when it runs out the status still counts. */
  readonly bodyTimeoutMs: number;
}

/**
 * Sends one request on `client` and reads a limited part of the response. Once the status has arrived, nothing that
 * happens to the body changes the outcome. @throws SendFailure when no status arrived
 */
export function sendRequest(
  client: Client,
  request: Pick<Dispatcher.DispatchOptions, 'path' | 'headers' | 'body'>,
  limits: RequestLimits,
): Promise<EndpointResponse> {
  return new Promise((resolve, reject) => {
    let head: { statusCode: number; headers: Headers; isText: boolean } | undefined;
    let readBytes = 0;
    let keptBytes = 0;
    const kept: Buffer[] = [];
    const deadline = performance.now() + limits.totalTimeoutMs;
    let timer = setTimeout(() => end(false, 'timeout'), limits.totalTimeoutMs);

    function end(complete: boolean, error: SendError, cause?: Error): void {
      clearTimeout(timer);
      if (head === undefined) return reject(new SendFailure(error, cause));
      const { statusCode, headers, isText } = head;
      resolve({
        statusCode,
        responseHeaders: shownHeaders(headers),
        retryAfterSeconds: retryAfter(headers['retry-after'], Date.now()),
        responseSnippet: isText ? Buffer.concat(kept).toString('utf8').replaceAll('\0', '') : null,
        complete,
      });
    }

    client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          if (statusCode < 200) return;
          head = { statusCode, headers, isText: isText(headers) };
          clearTimeout(timer);
          const bodyMs = Math.min(limits.bodyTimeoutMs, deadline - performance.now());
          timer = setTimeout(() => end(false, 'timeout'), bodyMs);
        },
        onResponseData(controller, chunk) {
          readBytes += chunk.length;
          if (head?.isText === true && keptBytes < maxKeptBytes) {
            const part = chunk.subarray(0, maxKeptBytes - keptBytes);
            kept.push(Buffer.from(part)); // undici's buffer is reused for the next read
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

/** Without a type it is text: plain handlers set none. Compressed text is not shown: we never requested it, and unpacking it would allow decompression bombs. */
function isText(headers: Headers): boolean {
  const type = single(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (headers['content-encoding'] !== undefined) return false;
  return (
    type === '' || type.startsWith('text/') || type === 'application/json' || /^application\/[^/]+\+json$/.test(type)
  );
}

/** Seconds from a `Retry-After` header, which carries a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const text = single(header)?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}

function shownHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = single(headers[name]);
    if (value !== undefined) shown[name] = value.slice(0, maxHeaderCharacters).replaceAll('\0', '');
  }
  return shown;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
