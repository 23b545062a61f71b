import { Problem } from '@mizan/service-kit';

/** A request that Paymob judged and refused: nothing was done. Its message is Paymob's own text, for the merchant. */
export class PaymobRefusal extends Error {
  readonly status: number;
  /** Names of the fields that Paymob complains about. */
  readonly fields: readonly string[];

  constructor(status: number, body: unknown) {
    super(textOf(body) || `refused with ${status}`);
    this.name = 'PaymobRefusal';
    this.status = status;
    this.fields = isObject(body) ? Object.keys(body) : [];
  }
}

/** Paymob did not answer, or not in a way that can be understood: what was sent may have been done. */
export class PaymobUnanswered extends Error {
  constructor(message: string) {
    super(`Paymob: ${message}`);
    this.name = 'PaymobUnanswered';
  }
}

export const isRefusal = (thrown: unknown): thrown is PaymobRefusal => thrown instanceof PaymobRefusal;

/** Whether Paymob refused the credentials, and not the request. */
export const isOfCredentials = (thrown: unknown): boolean =>
  isRefusal(thrown) && (thrown.status === 401 || thrown.status === 403);

/** Whether the client threw it: an answer of Paymob, or no answer. */
export const isOfPaymob = (thrown: unknown): thrown is PaymobRefusal | PaymobUnanswered =>
  thrown instanceof PaymobRefusal || thrown instanceof PaymobUnanswered;

/** Refuses a request that needs an answer of Paymob before anything is changed. */
export const unanswered = (cause: PaymobUnanswered): Problem =>
  new Problem('internal_error', 'Paymob does not answer. Nothing was changed; try again shortly.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });

const maxTextLength = 300;

/** The sentences of a refusal, whichever of its shapes it has: `{detail}`, `{message}`, or lists by field. */
function textOf(body: unknown): string {
  const texts = (value: unknown, path: string): string[] => {
    if (typeof value === 'string') return [path === '' ? value : `${path}: ${value}`];
    if (Array.isArray(value)) return value.flatMap((each) => texts(each, path));
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, each]) =>
      texts(each, ['detail', 'message', 'code'].includes(name) ? path : path === '' ? name : `${path}.${name}`),
    );
  };
  return texts(body, '').join(' ').slice(0, maxTextLength);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
