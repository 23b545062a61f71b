import type { ErrorCode, ErrorType } from '../types.d.cts';
import { readRetryAfter } from './retry-after.ts';

/** The error that the API returned. */
export interface Refusal {
  readonly type: ErrorType;
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly doc_url?: string;
}

/** Everything that this client throws. */
export class MizanError extends Error {
  override readonly name: string = 'MizanError';
}

/** No response: the platform could not be reached, or did not respond in time. The outcome is unknown. */
export class ConnectionError extends MizanError {
  override readonly name = 'ConnectionError';
}

/** A file ended before its end: what was received is not all of it. */
export class IncompleteDownloadError extends MizanError {
  override readonly name = 'IncompleteDownloadError';
}

/** The API refused the request. */
export class RequestError extends MizanError {
  override readonly name: string = 'RequestError';
  /** HTTP status. */
  readonly status: number;
  readonly type: ErrorType;
  /** Branch on this. */
  readonly code: ErrorCode;
  /** The offending parameter, for example `lineItems[0].quantity`. */
  readonly param: string | undefined;
  /** Explains the code. */
  readonly docUrl: string | undefined;
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** How long to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, refusal: Refusal, requestId: string | undefined, retryAfterSeconds?: number) {
    super(refusal.message);
    this.status = status;
    this.type = refusal.type;
    this.code = refusal.code;
    this.param = refusal.param;
    this.docUrl = refusal.doc_url;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request is invalid as it is. */
export class InvalidRequestError extends RequestError {
  override readonly name = 'InvalidRequestError';
}
/** The key is missing, unknown, expired or revoked. */
export class AuthenticationError extends RequestError {
  override readonly name = 'AuthenticationError';
}
/** Too many requests: all retries failed, or the wait is longer than this client waits. */
export class RateLimitError extends RequestError {
  override readonly name = 'RateLimitError';
}
/** The card or its token cannot be used. Ordinary declines are not errors: see `paymentIntent.lastPaymentError`. */
export class CardError extends RequestError {
  override readonly name = 'CardError';
}
/** The idempotency key was used for a different request, or its first request is still running. */
export class IdempotencyError extends RequestError {
  override readonly name = 'IdempotencyError';
}
/** The platform failed, after all retries. */
export class ApiError extends RequestError {
  override readonly name = 'ApiError';
}

const classes = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  rate_limit_error: RateLimitError,
  card_error: CardError,
  idempotency_error: IdempotencyError,
  api_error: ApiError,
} satisfies Record<ErrorType, typeof RequestError>;

/**
 * The error for an unsuccessful response. The body may be anything: a proxy in between may have responded.
 *
 * @param keyDescription added to the message where the key was refused
 */
export function errorOf(response: Response, body: string, keyDescription: string): RequestError {
  const { status } = response;
  const seconds = readRetryAfter(response.headers);
  try {
    const { error, request_id: requestId } = JSON.parse(body) as { error: Refusal; request_id: string };
    const isOfKey = (status === 401 || status === 403) && error.code !== 'invalid_client_secret';
    const named = isOfKey && !error.message.includes(keyDescription) ? ` The key was ${keyDescription}.` : '';
    const message = `${error.message}${named}`;
    return new (classes[error.type] ?? RequestError)(status, { ...error, message }, requestId, seconds);
  } catch {
    return unreadable(status, seconds);
  }
}

/** The error for a response whose body something else has sent: a proxy, or another server at this address. */
export function unreadable(status: number, retryAfterSeconds?: number): ApiError {
  const message = `HTTP ${status} with a body that is not from this API. Check the base URL.`;
  return new ApiError(status, { type: 'api_error', code: 'internal_error', message }, undefined, retryAfterSeconds);
}
