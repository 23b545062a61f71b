/**
 * Why an attempt got no 2xx response. `redirect`: a status from 300 to 399, which is never followed. `url_forbidden` and
 * `address_forbidden`: nothing was sent, the target is not allowed.
 */
export type SendError =
  | 'url_forbidden'
  | 'address_forbidden'
  | 'dns_failed'
  | 'dns_timeout'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'tls_timeout'
  | 'timeout'
  | 'connection_reset'
  | 'protocol'
  | 'redirect'
  | 'status';

/** The outcome of one attempt. */
export type SendResult = {
  readonly durationMs: number;
  /** The headers of the response that help to find out what happened. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 4 KiB of a text or JSON response. */
  readonly responseSnippet: string | null;
  /** The endpoint's `Retry-After`, or null. */
  readonly retryAfterSeconds: number | null;
} & (
  | { readonly outcome: 'delivered'; readonly statusCode: number }
  | { readonly outcome: 'failed'; readonly statusCode: number | null; readonly error: SendError }
);

/** Whether the endpoint, or its name server, failed to respond in time. */
export function isTimeout(error: SendError): boolean {
  return error === 'timeout' || error.endsWith('_timeout');
}

/** Thrown inside an attempt to end it; `send` turns it into a failed result. */
export class SendFailure extends Error {
  readonly error: SendError;
  constructor(error: SendError, cause?: unknown) {
    super(`webhook attempt failed: ${error}`, { cause });
    this.error = error;
  }
}
