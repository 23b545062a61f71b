import type { CheckoutSession, HostedCheckout } from '@mizan/contracts';
import type { Api } from '@mizan/testing';

/** What a buyer needs to act upon a checkout. */
export type Buyer = Pick<CheckoutSession, 'id' | 'clientSecret'>;

/** The checkout to pay the order of a recovered one in, or why there is none. */
export type Recovered = HostedCheckout & Buyer & { error?: { code: string; message: string } };

/** Recovers a checkout as its page does. */
export const recoverAs = (client: Api, { id, clientSecret }: Buyer) =>
  client<Recovered>('POST', `/client/checkout/${id}/recover`, undefined, {
    headers: { 'client-secret': clientSecret },
  });
