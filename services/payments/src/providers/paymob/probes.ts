import { randomUUID } from 'node:crypto';
import { type ConnectedMethod, paymobCountries, type PaymobCountry } from '@mizan/contracts';
import { z } from 'zod';

import type { ProviderProbe, Sighting } from '../port/adapter.ts';
import { billingOf } from './billing.ts';
import type { PaymobClient } from './paymob-client.ts';
import { Intention, Order, StartedTransaction, Transaction } from './paymob-objects.ts';
import { PaymobRefusal } from './read-error.ts';

/** What the probes try: one connection with sandbox keys. */
export interface ProbedAccount {
  readonly client: PaymobClient;
  readonly country: PaymobCountry;
  readonly methods: readonly ConnectedMethod[];
}

/** 10.00 of a currency with two decimals. */
const amount = 1_000;
/** The wallet of Paymob's own examples; its PIN and password are on its page. */
const testWallet = '01010101010';
const anything = z.unknown();

/**
 * What Paymob's documents leave open and the adapter assumes, tried in the account's sandbox. Nothing is paid: intentions, a
 * bill and a wallet's prompt are started and left to expire.
 */
export function paymobProbes({ client, country, methods }: ProbedAccount): readonly ProviderProbe[] {
  const integrationOf = (type: string): number | undefined => {
    const integration = methods.find((method) => method.type === type)?.integration;
    return integration ? Number(integration) : undefined;
  };
  const first = Number(methods.find(({ integration }) => integration)?.integration);
  const create = (integration: number, reference: string): Promise<Intention> =>
    client.send({
      method: 'POST',
      path: '/v1/intention/',
      body: {
        amount,
        currency: paymobCountries[country],
        payment_methods: [integration],
        items: [{ name: reference, amount, quantity: 1 }],
        billing_data: billingOf(undefined),
        special_reference: reference,
        expiration: 600,
      },
      answer: Intention,
    });
  const createAny = () => create(first, newReference());
  const pay = async (integration: number, source: object): Promise<StartedTransaction> => {
    const { payment_keys: keys } = await create(integration, newReference());
    return client.sendOpenly({
      method: 'POST',
      path: '/api/acceptance/payments/pay',
      body: { source, payment_token: keys[0]?.key },
      answer: StartedTransaction,
    });
  };

  return [
    {
      name: 'reference_used_twice',
      assumption: 'A special_reference that was used before is refused with 400 and names the field.',
      run: async () => {
        const reference = newReference();
        await create(first, reference);
        return refusedBy(create(first, reference), ({ status, fields }) =>
          Boolean(status === 400 && fields.includes('special_reference')),
        );
      },
    },
    {
      name: 'order_without_payment',
      assumption: 'An inquiry about an order that its buyer has not tried to pay is 404.',
      run: async () => {
        const { intention_order_id: orderId } = await createAny();
        return refusedBy(inquire(client, orderId), ({ status }) => status === 404);
      },
    },
    {
      name: 'order_of_another_account',
      assumption: 'An inquiry about an order of another account is 404, and shows nothing of it.',
      run: () => refusedBy(inquire(client, 1), ({ status }) => status === 404),
    },
    {
      name: 'transactions_of_an_order',
      assumption: 'GET /api/ecommerce/orders/{id} lists the transactions of an order.',
      run: async () => {
        const { intention_order_id: orderId } = await createAny();
        const read = () => client.read({ method: 'GET', path: `/api/ecommerce/orders/${orderId}`, answer: Order });
        return answeredBy(read(), ({ transactions }) => `${transactions.length} transactions`);
      },
    },
    {
      name: 'short_expiration',
      assumption: 'PUT with an expiration of one second is accepted: the only way to close a page.',
      run: async () => {
        const { client_secret: secret, intention_order_id: orderId } = await createAny();
        const path = `/v1/intention/${encodeURIComponent(secret)}`;
        const body = { accept_order_id: orderId, expiration: 1 };
        return answeredBy(client.send({ method: 'PUT', path, body, answer: anything }));
      },
    },
    {
      name: 'refund_of_an_unknown_payment',
      assumption: 'A refund of a payment that does not exist is refused with 4xx, and nothing is refunded.',
      run: () => {
        const path = '/api/acceptance/void_refund/refund';
        const body = { transaction_id: 1, amount_cents: 100 };
        return refusedBy(client.send({ method: 'POST', path, body, answer: Transaction }), () => true);
      },
    },
    ...ifConnected(integrationOf('aman'), {
      name: 'kiosk_bill',
      assumption: 'A bill of a kiosk is started by request, is pending, and has a bill_reference.',
      run: (integration) =>
        answeredBy(
          pay(integration, { identifier: 'AGGREGATOR', subtype: 'AGGREGATOR' }),
          ({ pending, data }) => `pending ${pending}, bill_reference ${data?.bill_reference ?? 'missing'}`,
          ({ pending, data }) => pending && (data?.bill_reference ?? null) !== null,
        ),
    }),
    ...ifConnected(integrationOf('vodafone_cash'), {
      name: 'wallet_prompt',
      assumption:
        'A wallet whose number is known is started by request, and answers with the page where its buyer continues.',
      run: (integration) =>
        answeredBy(
          pay(integration, { identifier: testWallet, subtype: 'WALLET' }),
          ({ pending, redirect_url: url }) => `pending ${pending}, redirect_url ${url ? 'present' : 'missing'}`,
          ({ pending, redirect_url: url, iframe_redirection_url: frame }) => pending && Boolean(url || frame),
        ),
    }),
  ];
}

const newReference = (): string => `probe-${randomUUID()}`;

const inquire = (client: PaymobClient, orderId: number): Promise<unknown> =>
  client.read({
    method: 'POST',
    path: '/api/ecommerce/orders/transaction_inquiry',
    body: { order_id: orderId },
    answer: anything,
  });

const ifConnected = (
  integration: number | undefined,
  { run, ...probe }: Omit<ProviderProbe, 'run'> & { readonly run: (integration: number) => Promise<Sighting> },
): ProviderProbe[] => (integration === undefined ? [] : [{ ...probe, run: () => run(integration) }]);

/** A request that Paymob should refuse, and how. */
async function refusedBy(
  request: Promise<unknown>,
  isExpected: (refusal: PaymobRefusal) => boolean,
): Promise<Sighting> {
  try {
    await request;
    return { holds: false, observation: 'Paymob accepted the request.' };
  } catch (thrown) {
    if (!(thrown instanceof PaymobRefusal)) throw thrown;
    return { holds: isExpected(thrown), observation: `${thrown.status}: ${thrown.message}` };
  }
}

/** A request that Paymob should answer. */
async function answeredBy<Answer>(
  request: Promise<Answer>,
  describe: (answer: Answer) => string = () => 'accepted',
  isExpected: (answer: Answer) => boolean = () => true,
): Promise<Sighting> {
  try {
    const answer = await request;
    return { holds: isExpected(answer), observation: describe(answer) };
  } catch (thrown) {
    if (!(thrown instanceof PaymobRefusal)) throw thrown;
    return { holds: false, observation: `${thrown.status}: ${thrown.message}` };
  }
}
