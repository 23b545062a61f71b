import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import {
  serviceNames,
  type CheckoutSession,
  type ConfirmedCheckout,
  type Customer,
  type PaymentIntent,
  type Price,
  type Product,
} from '@mizan/contracts';
import { catalog } from '@mizan/catalog/app';
import { checkout } from '@mizan/checkout/app';
import { customers } from '@mizan/customers/app';
import { gateway } from '@mizan/gateway/app';
import { payments } from '@mizan/payments/app';
import { webhooks } from '@mizan/webhooks/app';
import { eventually, scaleTimeout, startWorld, type ApiAnswer, type World, type WorldOptions } from '@mizan/testing';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  threeDSecure: '4000000000003220',
  /** The provider charges but never answers; asking again finds that it did. */
  lostAnswer: '4000000000007023',
};

/** What a browser sends for a card. */
export const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2034, cvc: '123' } });

/**
 * The whole platform in this process, or, for a test of that or with `MIZAN_TEST_SINGLE=1`, in a single one of its own; on a
 * bus as `WorldOptions` has them.
 */
export const startPlatform = (
  env: Record<string, string> = {},
  nats: WorldOptions['nats'] = true,
  isSingle = process.env['MIZAN_TEST_SINGLE'] === '1',
): Promise<World> =>
  startWorld({ services: [gateway, catalog, customers, checkout, payments, webhooks], env, nats, isSingle });

export interface Stocked {
  readonly product: Product;
  readonly price: Price;
}

const retriesMax = Math.floor(scaleTimeout(1_000) / 1_000) - 1; // none on a machine that is fast enough
const isTransient = (status: number) => status === 503 || status === 504;

/** A merchant and the buyers of their shop, speaking to the gateway only. */
export class Storefront {
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** A product with one price. @param unitAmount minor units of `currency` @param stock null is unlimited */
  async stock(unitAmount: number, stock: number | null = null, currency = 'EGP'): Promise<Stocked> {
    const product = await this.expect<Product>(201, 'POST', '/products', { name: 'Olive oil soap' });
    const body = { currency, unitAmount, type: 'ONE_TIME', stock };
    const price = await this.expect<Price>(201, 'POST', `/prices?productId=${product.id}`, body);
    return { product, price };
  }

  async price(id: string): Promise<Price> {
    return this.expect<Price>(200, 'GET', `/prices/${id}`);
  }

  openSession(price: Price, more: Record<string, unknown> = {}): Promise<CheckoutSession> {
    const customerDetails = { name: 'Mona Adel', email: `mona.${price.id}@example.com` };
    return this.expect<CheckoutSession>(201, 'POST', '/checkout/sessions', {
      lineItems: [{ price: price.id, quantity: 1 }],
      ...('customerId' in more ? {} : { customerDetails }),
      ...more,
    });
  }

  /** The buyer presses the button. */
  confirm(
    session: CheckoutSession,
    number = cards.good,
    idempotencyKey?: string,
  ): Promise<ApiAnswer<ConfirmedCheckout>> {
    return this.world.api<ConfirmedCheckout>(
      'POST',
      `/client/checkout/${session.id}/confirm`,
      { paymentMethod: card(number), expectedAmountTotal: session.amountTotal },
      {
        key: null,
        headers: { 'client-secret': session.clientSecret ?? '' },
        ...(idempotencyKey ? { idempotencyKey } : {}),
      },
    );
  }

  session(id: string): Promise<CheckoutSession> {
    return this.expect<CheckoutSession>(200, 'GET', `/checkout/sessions/${id}`);
  }

  customer(id: string): Promise<Customer> {
    return this.expect<Customer>(200, 'GET', `/customers/${id}`);
  }

  intent(id: string): Promise<PaymentIntent> {
    return this.expect<PaymentIntent>(200, 'GET', `/payment-intents/${id}`);
  }

  /** A whole purchase, as far as the buyer's own answer goes. */
  async buy(
    unitAmount: number,
    stock: number | null = null,
  ): Promise<Stocked & { session: CheckoutSession; intentId: string }> {
    const stocked = await this.stock(unitAmount, stock);
    const session = await this.openSession(stocked.price);
    const { status, body } = await this.confirm(session);
    expect(status).toBe(200);
    return { ...stocked, session, intentId: body.paymentIntent?.id ?? '' };
  }

  /**
   * Sends a request, insists on its status and returns the body. Where the machine is too slow for the deadlines of
   * operations it is retried with its key, as their answer says.
   */
  async expect<Body>(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey: string | undefined = retriesMax > 0 && method !== 'GET' ? randomUUID() : undefined,
  ): Promise<Body> {
    const send = () => this.world.api<Body>(method, path, body, idempotencyKey ? { idempotencyKey } : {});
    let answer = await send();
    for (let retries = 0; retries < retriesMax && isTransient(answer.status); retries++) answer = await send();
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Sum of all ledger entries per currency, straight from the tables; anything but zeros is a bug. */
  async ledgerSums(): Promise<number[]> {
    const { rows } = await this.world
      .db('payments')
      .query<{ sum: string }>('select sum(amount)::text as sum from ledger_entries group by currency');
    return rows.map(({ sum }) => Number(sum));
  }

  /** Waits until nothing waits in an outbox, nor a balance whose event a job is still to put into one. */
  settled(): Promise<void> {
    return eventually(() => this.expectSettled());
  }

  /** Looks once, for those who look at something else in the same moment. */
  async expectSettled(): Promise<void> {
    const { rows: dues } = await this.world.db('payments').query('select 1 from balance_dues limit 1');
    expect({ balances: dues.length }).toEqual({ balances: 0 });
    for (const service of serviceNames) {
      const { rows } = await this.world.db(service).query('select 1 from outbox where published_at is null limit 1');
      expect({ service, waiting: rows.length }).toEqual({ service, waiting: 0 });
    }
  }
}
