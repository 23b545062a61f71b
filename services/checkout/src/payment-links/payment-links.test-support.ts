import type { PaymentLink, PaymentLinkListItem } from '@mizan/contracts';
import type { ApiAnswer } from '@mizan/testing';
import type { CheckoutWorld } from '../checkout.test-support.ts';

type Refusable<T> = T & { error?: { code: string; param?: string } };

/** What tests of payment links ask for again and again. */
export interface Links {
  /** A link to one piece of soap by default. */
  create(body?: object): Promise<PaymentLink>;
  tryCreate(body: object): Promise<ApiAnswer<Refusable<PaymentLink>>>;
  read(id: string): Promise<PaymentLink>;
  change(id: string, body: unknown): Promise<ApiAnswer<Refusable<PaymentLink>>>;
  list(query?: string): Promise<ApiAnswer<Refusable<{ data: PaymentLinkListItem[]; totalCount: number }>>>;
  /** Events about a link in the order of their versions. */
  eventsOf(id: string): Promise<{ type: string; version: number; object: PaymentLink; previousAttributes?: object }[]>;
}

/** Payment links of a merchant: of `acct_test` in test mode by default. */
export function linksOf(world: CheckoutWorld, merchant = world.merchant): Links {
  const { siblings } = world;
  const tryCreate = (body: object) => merchant<Refusable<PaymentLink>>('POST', '/payment-links', body);
  return {
    tryCreate,
    async create(body: object = {}) {
      const lineItems = 'lineItems' in body ? {} : { lineItems: [{ price: siblings.addPrice().price.id }] };
      const answer = await tryCreate({ ...lineItems, ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    async read(id) {
      const answer = await merchant<PaymentLink>('GET', `/payment-links/${id}`);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    change: (id, body) => merchant<Refusable<PaymentLink>>('PATCH', `/payment-links/${id}`, body),
    list: (query = '') => merchant('GET', `/payment-links${query}`),
    async eventsOf(id) {
      const { rows } = await world
        .db('checkout')
        .query<{ payload: string }>('select payload from outbox where aggregate_id = $1 order by aggregate_version', [
          id,
        ]);
      return rows.map(({ payload }) => {
        const { type, objectversion, data } = JSON.parse(payload) as {
          type: string;
          objectversion: number;
          data: { object: PaymentLink; previousAttributes?: object };
        };
        return { type, version: objectversion, ...data };
      });
    },
  };
}
