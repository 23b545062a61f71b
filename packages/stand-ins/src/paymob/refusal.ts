import { json, type Answer } from '../server/route.ts';

/** Why Paymob refuses a request, with its status and the body that it answers. */
export class PaymobRefusal extends Error {
  readonly answer: Answer;

  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`);
    this.answer = json(status, body);
  }
}

/** `{detail}`, as for keys that are refused and things that are not there. */
export const refusal = (status: number, detail: string): PaymobRefusal => new PaymobRefusal(status, { detail });

/** 400 `{message}`, as for an operation that the transaction's state does not permit. */
export const operationRefusal = (message: string): PaymobRefusal => new PaymobRefusal(400, { message });

export const notFound = (): PaymobRefusal => refusal(404, 'Not found.');
