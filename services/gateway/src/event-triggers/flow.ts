import type { Currency } from '@mizan/contracts';
import type { Fixtures, Overrides } from './fixtures.ts';

/** What a flow may need beside requests of a merchant. */
export interface Surroundings {
  readonly merchantId: string;
  /** What the account takes payments in, and a currency that it would have to exchange for that. */
  readonly currency: Currency;
  readonly foreignCurrency: Currency;
  /** @throws Problem `exchange_rate_not_found`: there is none, or it is stale */
  readonly askForRate: (pair: { readonly base: Currency; readonly quote: Currency }) => Promise<unknown>;
  /** By the clock of the account. */
  readonly now: () => Date;
  /** Lets checkout do what is due by an instant that is a moment away. */
  readonly sweep: (at: Date) => Promise<void>;
  /** As when an endpoint answers 410. */
  readonly disableTestEndpoint: (id: string) => Promise<void>;
}

/**
 * Makes an event of one type happen, by what a merchant and its buyers would do.
 *
 * @param given fields of the object that the event is about
 * @returns the id that the event carries as `objectId`
 */
export type Flow = (make: Fixtures, given: Overrides, around: Surroundings) => Promise<string>;
