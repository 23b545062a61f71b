import type { Customer, SessionCustomer } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { startWorld, type Api, type ApiAnswer, type World } from '@mizan/testing';
import { customers } from './app.ts';
import type { Buyer } from './guests/resolve-customer.ts';

/** A running customers service with helpers that most tests need. */
export interface CustomersWorld extends World {
  /** As the merchant `acct_test` in test mode, whose account is in Egypt. */
  readonly merchant: Api;
  createCustomer(body: object): Promise<Customer>;
  getCustomer(id: string): Promise<Customer>;
  /** Calls `resolveCustomer` as the checkout on behalf of that merchant. */
  resolve(buyer: Partial<Buyer>, idempotencyKey?: string): Promise<ApiAnswer<{ customer: SessionCustomer }>>;
  /** The events that were published about a customer, oldest first. */
  eventsOf(id: string): Promise<{ type: string; version: number; object: unknown; previousAttributes?: unknown }[]>;
}

/** A buyer about whom the checkout knows nothing. */
export const unknownBuyer: Buyer = {
  checkoutSessionId: 'cs_test_1',
  customerId: null,
  customerCreation: 'if_required',
  customerUpdate: {},
  name: null,
  email: null,
  phone: null,
  address: null,
  shipping: null,
  cardFingerprint: null,
  currency: 'EGP',
};

/** Starts a customers service with a database of its own. */
export async function startCustomers(options: { nats: boolean }): Promise<CustomersWorld> {
  const world = await startWorld({ services: [customers], ...options });
  const merchant = world.merchantClient('customers');
  const checkout = world.siblingClient('customers', 'checkout');
  return Object.assign(world, {
    merchant,
    async createCustomer(body: object) {
      const answer = await merchant<Customer>('POST', '/customers', body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    getCustomer: async (id: string) => (await merchant<Customer>('GET', `/customers/${id}`)).body,
    resolve: (buyer: Partial<Buyer>, idempotencyKey = newId('key')) =>
      checkout<{ customer: SessionCustomer }>(
        'POST',
        '/internal/calls/resolveCustomer',
        { ...unknownBuyer, ...buyer },
        { idempotencyKey },
      ),
    async eventsOf(id: string) {
      const { rows } = await world
        .db('customers')
        .query<{ payload: string }>('select payload from outbox where aggregate_id = $1 order by id', [id]);
      return rows.map(({ payload }) => {
        const { type, objectversion, data } = JSON.parse(payload) as {
          type: string;
          objectversion: number;
          data: { object: unknown; previousAttributes?: unknown };
        };
        return { type, version: objectversion, ...data };
      });
    },
  });
}
