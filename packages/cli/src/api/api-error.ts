import type { ErrorCode, ErrorEnvelope } from '@mizan/contracts';
import { CommandError } from '../terminal/command-error.ts';

interface ErrorResponse {
  readonly status: number;
  /** The body, which `errorMessageOf` can read. */
  readonly text: string;
}

/** An error response of the API. */
export class ApiError extends CommandError {
  /** Of the response. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The parameter that the error names, if any. */
  readonly param: string | undefined;

  readonly #response: ErrorResponse;

  constructor(message: string, response: ErrorResponse, options?: ErrorOptions) {
    super(message, options);
    const { status, text } = response;
    const { error } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
    this.#response = response;
    this.status = status;
    this.code = error?.code as ErrorCode | undefined;
    this.param = error?.param;
  }

  /** The same response with another message; this error is its cause. */
  saying(message: string): ApiError {
    return new ApiError(message, this.#response, { cause: this });
  }
}

/** The message of an error response with its code and request id; undefined when the response is not from this API. */
export function errorMessageOf(text: string, status: number): string | undefined {
  const { error, request_id: requestId } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
  if (typeof error?.code !== 'string') return undefined;
  const param = error.param ? ` (${error.param})` : '';
  return `${error.message}${param}\n  ${error.code}, HTTP ${status}, ${requestId}`;
}

/** Parses a JSON object; undefined for anything else, such as the page of a proxy. */
export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
