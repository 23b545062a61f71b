import type { PaymentMethodConfiguration } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import type { AnyBody, Api, ApiAnswer } from '@mizan/testing';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

export type ConfigurationAnswer = ApiAnswer<PaymentMethodConfiguration & AnyBody>;

/** A running payments service and what tests send it about configurations again and again. */
export interface ConfigurationsWorld extends PaymentsWorld {
  /** Asks POST, PATCH, GET or DELETE of a configuration; the answer as it came. */
  send(method: string, id?: string, body?: object, as?: Api): Promise<ConfigurationAnswer>;
  /** Creates one that takes cards by default, and expects it in return. */
  create(body?: object): Promise<PaymentMethodConfiguration>;
  list(as?: Api): Promise<{ data: PaymentMethodConfiguration[]; totalCount: number }>;
  /** As the checkout asks for a session that begins. @param id null for the default one */
  use(id: string | null, usedBy?: { id?: string; until?: string | null }, as?: Api): Promise<ApiAnswer<Used & AnyBody>>;
}

interface Used {
  configuration: PaymentMethodConfiguration;
}

const path = '/payment-method-configurations';

/** Starts payments with a database of its own. */
export async function startConfigurations(
  options: Parameters<typeof startPayments>[0] = {},
): Promise<ConfigurationsWorld> {
  const world = await startPayments(options);
  const send = (method: string, id?: string, body?: object, as: Api = world.merchant): Promise<ConfigurationAnswer> =>
    as(method, id === undefined ? path : `${path}/${id}`, body);
  return Object.assign(world, {
    send,
    create: async (body: object = {}) => {
      const answer = await send('POST', undefined, { name: 'Shop', paymentMethodTypes: [{ type: 'card' }], ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    list: async (as: Api = world.merchant) =>
      (await as<{ data: PaymentMethodConfiguration[]; totalCount: number }>('GET', path)).body,
    use: (id: string | null, usedBy: object = {}, as: Api = world.checkout) =>
      as<Used & AnyBody>('POST', '/internal/calls/getPaymentMethodConfiguration', {
        id,
        usedBy: { id: newId('cs_test'), until: '2099-01-01T00:00:00.000Z', ...usedBy },
      }),
  });
}
