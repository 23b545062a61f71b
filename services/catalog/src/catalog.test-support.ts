import type { Price, Product } from '@mizan/contracts';
import { startWorld, type Api, type World } from '@mizan/testing';
import { catalog } from './app.ts';

/** A running catalog with helpers that most tests need. */
export interface CatalogWorld extends World {
  /** As the merchant `acct_test` in test mode. */
  readonly merchant: Api;
  /** The checkout, on behalf of that merchant. */
  readonly checkout: Api;
  createProduct(body?: object): Promise<Product>;
  /** A price of 100.00 EGP for a product of its own. */
  createPrice(body?: object): Promise<Price>;
  /** Stock of a price in the database. */
  stockOf(priceId: string): Promise<{ stock: number | null; held: number }>;
  /** The events that were published about an object, oldest first. */
  eventsOf(id: string): Promise<{ type: string; version: number; object: unknown; previousAttributes?: unknown }[]>;
}

/** Starts a catalog with a database of its own. */
export async function startCatalog(options: { nats: boolean }): Promise<CatalogWorld> {
  const world = await startWorld({ services: [catalog], ...options });
  const merchant = world.merchantClient('catalog');
  const createProduct = async (body: object = {}) => {
    const answer = await merchant<Product>('POST', '/products', { name: 'Tea', ...body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  return Object.assign(world, {
    merchant,
    checkout: world.siblingClient('catalog', 'checkout'),
    createProduct,
    async createPrice(body: object = {}) {
      const { prices } = await createProduct({ prices: [{ currency: 'EGP', unitAmount: 10_000, ...body }] });
      return prices[0] as Price;
    },
    async stockOf(priceId: string) {
      const { rows } = await world.db('catalog').query('select stock, held from prices where id = $1', [priceId]);
      return rows[0] as { stock: number | null; held: number };
    },
    async eventsOf(id: string) {
      const { rows } = await world
        .db('catalog')
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
