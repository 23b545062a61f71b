import type { Currency } from '@mizan/contracts';
import type { Fixtures, Overrides } from './fixtures.ts';

/** What a flow may use in addition to a merchant's requests. */
export interface FlowContext {
  readonly merchantId: string;
  /** The account's currency, and one that needs an exchange rate. */
  readonly currency: Currency;
  readonly foreignCurrency: Currency;
  /** @throws Problem `exchange_rate_not_found`: there is none, or it is stale */
  readonly requestRate: (pair: { readonly base: Currency; readonly quote: Currency }) => Promise<unknown>;
  /** By the clock of the account. */
  readonly now: () => Date;
  /** Lets checkout run what is due at an instant shortly from now. */
  readonly runCheckoutJobs: (at: Date) => Promise<void>;
  /** As when an endpoint answers 410. */
  readonly disableTestEndpoint: (id: string) => Promise<unknown>;
}

/**
 * Triggers an event of one type with the requests that a merchant and its buyers would send.
 *
 * @param given fields of the object that the event is about
 * @returns the id that the event carries as `objectId`
 */
export type Flow = (make: Fixtures, given: Overrides, context: FlowContext) => Promise<string>;

type Creatable =
  | 'product'
  | 'price'
  | 'customer'
  | 'coupon'
  | 'promotionCode'
  | 'link'
  | 'session'
  | 'intent'
  | 'configuration'
  | 'endpoint'
  | 'apiKey';

/** Creates an object. */
export const creating =
  (kind: Creatable): Flow =>
  async (make, given) =>
    (await make[kind](given)).id;

/** Creates an object and changes it. */
export const changing =
  (kind: Creatable, change: (make: Fixtures, id: string, context: FlowContext) => Promise<unknown>): Flow =>
  async (make, given, context) => {
    const { id } = await make[kind](given);
    await change(make, id, context);
    return id;
  };
