import { errors, type ErrorCode } from '@mizan/contracts';

export interface ProblemOptions {
  /** The offending parameter, as the caller wrote it: `lineItems[0].quantity`. */
  param?: string;
  /** The underlying error; logged, never sent to the caller. */
  cause?: unknown;
  /** Overrides the code's usual status, for the two codes that the specification gives two statuses. */
  status?: number;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Extra response headers, for example `Allow`. */
  headers?: Record<string, string>;
}

/** A refusal that a caller can cause or act on. Any other thrown value is a bug and answers 500 `internal_error`. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, publicMessage: string, options: ProblemOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.param = options.param;
    this.status = options.status ?? errors[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

const unnamedMissing = 'No such resource in this account and mode.';

/** The 404 that a missing, foreign, deleted, malformed or other-mode id all get. What it names, the request says. */
export const resourceMissing = (param = 'id'): Problem => new Problem('resource_missing', unnamedMissing, { param });

/** Whether it is one of {@link resourceMissing}, of this service or of one that it called. */
export const isUnnamedMissing = ({ code, message }: Problem): boolean =>
  code === 'resource_missing' && message === unnamedMissing;

/** What to do about a client secret that is absent or of another object. */
export const wrongClientSecret = (noun: string, presented: string | undefined): string =>
  presented === undefined
    ? `Send the clientSecret of the ${noun} in the Client-Secret header.`
    : `The Client-Secret header does not belong to this ${noun}. Send the clientSecret that the ${noun} had when it was created.`;

/** Turns anything thrown into a Problem; what is not one already becomes a generic 500. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem('internal_error', 'Something went wrong on our side. The request can be retried safely.', {
    cause: thrown,
  });
}

/** The specification's error body. `docsUrl` is the base of `doc_url`. */
export function errorBody(problem: Problem, requestId: string, docsUrl: string) {
  return {
    error: {
      type: problem.code === 'idempotency_key_in_use' ? 'idempotency_error' : errors[problem.code].type,
      code: problem.code,
      message: problem.message,
      ...(problem.param === undefined ? {} : { param: problem.param }),
      doc_url: `${docsUrl}/errors#${problem.code}`,
    },
    request_id: requestId,
  };
}
