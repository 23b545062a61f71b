/** An error object as Stripe's reference documents it. */
export interface StripeErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
  readonly [member: string]: unknown;
}

/** What is answered instead of an object. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeErrorBody;
  /** Whether the answer is kept under the request's idempotency key: not when the parameters could not be read. */
  readonly isKept: boolean;

  constructor(status: number, error: StripeErrorBody, isKept = true) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isKept = isKept;
  }
}

const body = (message: string, code?: string, param?: string): StripeErrorBody => ({
  type: 'invalid_request_error',
  message,
  ...(code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
  ...(param === undefined ? {} : { param }),
});

/** 400 for parameters that cannot be read: nothing was executed, so no key remembers it. */
export const invalidRequest = (message: string, code?: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, body(message, code, param), false);

/** 400 for a request that was understood and cannot be done. */
export const refused = (message: string, code?: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, body(message, code, param));

/** 404 for an object that the account does not have in the key's mode. */
export const missing = (message: string, param: string): StripeRefusal =>
  new StripeRefusal(404, body(message, 'resource_missing', param));

/** 401 or 403 for a key. */
export const keyRefused = (status: 401 | 403, message: string, code?: string): StripeRefusal =>
  new StripeRefusal(status, body(message, code), false);
