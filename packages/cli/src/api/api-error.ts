import type { ErrorCode, ErrorEnvelope } from '@mizan/contracts';
import { CommandError } from '../terminal/command-error.ts';

/** An error response of the API. */
export class ApiError extends CommandError {
  /** Of the response. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The parameter that the error names, if any. */
  readonly param: string | undefined;

  /** @param text the body of the response, which `errorMessageOf` can read */
  constructor(message: string, { status, text }: { readonly status: number; readonly text: string }) {
    super(message);
    const { error } = (parseObject(text) ?? {}) as Partial<ErrorEnvelope>;
    this.status = status;
    this.code = error?.code as ErrorCode | undefined;
    this.param = error?.param;
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
