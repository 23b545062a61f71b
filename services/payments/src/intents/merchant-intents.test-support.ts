import type { PaymentIntent } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { demoProfile, type AnyBody, type ApiAnswer } from '@mizan/testing';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

/** The answer of an operation on a payment intent. */
export type IntentAnswer = ApiAnswer<PaymentIntent & AnyBody>;

/** What a payment takes where a test says nothing else. */
export const order = { amount: 10_000, currency: 'EGP' };

export const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2040, cvc: '123' } });
export const good = card('4242424242424242');

/** Status, code and parameter of a refusal. */
export const codeOf = ({ status, body }: IntentAnswer) => [status, body.error?.code, body.error?.param];

/** Payments of a merchant that takes pounds sterling by conversion and knows the customer `cus_known`. */
export interface IntentsWorld extends PaymentsWorld {
  post(path: string, body?: object, idempotencyKey?: string): Promise<IntentAnswer>;
  /** Begins a payment and expects it in return. */
  create(body?: object): Promise<PaymentIntent>;
  /** A payment whose money is held. @param amount minor units of EGP */
  authorized(amount?: number): Promise<PaymentIntent>;
  /** What was published about objects, oldest first. */
  typesOf(...ids: string[]): Promise<string[]>;
}

/** Starts payments with a database of its own. */
export async function startIntents(): Promise<IntentsWorld> {
  const world = await startPayments({
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), presentmentCurrencies: ['GBP'] }),
      getCustomerSummary: ({ customerId }: { customerId: string }) => {
        if (customerId !== 'cus_known')
          throw new Problem('resource_missing', 'No such customer.', { param: 'customerId' });
        return {
          customer: { id: customerId, type: 'registered', name: 'Nour', email: 'nour@example.com', metadata: {} },
        };
      },
    },
  });
  const post = (path: string, body: object = {}, idempotencyKey?: string): Promise<IntentAnswer> =>
    world.merchant<PaymentIntent & AnyBody>('POST', path, body, idempotencyKey ? { idempotencyKey } : {});
  const create = async (body: object = {}): Promise<PaymentIntent> => {
    const { status, body: made } = await post('/payment-intents', { ...order, ...body });
    if (status !== 201) throw new Error(JSON.stringify(made));
    return made;
  };
  return Object.assign(world, {
    post,
    create,
    authorized: (amount = 10_000) =>
      create({ amount, captureMethod: 'manual', confirm: true, paymentMethod: { id: 'pm_test_card_succeed' } }),
    typesOf: async (...ids: string[]) => (await world.eventsOf(...ids)).map(({ type }) => type),
  });
}
