import type { MizanError } from '@mizan/contracts';
import { Refusal } from '../client/checkout-api.ts';

/** The error that a merchant's page catches. */
export class CheckoutError extends Error implements MizanError {
  override readonly name = 'MizanError';
  readonly code: MizanError['code'];
  readonly param: string | undefined;
  readonly status: number | undefined;

  constructor(code: MizanError['code'], message: string, refusal?: Refusal) {
    super(message);
    this.code = code;
    this.param = refusal?.param;
    this.status = refusal?.status;
  }
}

/** Runs a request; a failure rejects with the error for the merchant's page. @throws CheckoutError */
export async function withCheckoutErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof Refusal) throw new CheckoutError(thrown.code ?? 'internal_error', thrown.message, thrown);
    throw new CheckoutError('network_error', 'The platform did not answer.');
  }
}
