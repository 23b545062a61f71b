import type { CheckoutSession, ConfirmedCheckout, HostedCheckout, PaymentLink } from '@mizan/contracts';
import type { ApiAnswer } from '@mizan/testing';
import { card, type CheckoutWorld } from '../checkout.test-support.ts';

type Refusable<T> = T & { error?: { code: string; param?: string } };

/** What buyers do at payment links, and what comes of it. */
export interface LinkBuyers {
  view(idOrSlug: string): Promise<ApiAnswer<Refusable<HostedCheckout>>>;
  change(idOrSlug: string, body: object, idempotencyKey?: string): Promise<ApiAnswer<Refusable<HostedCheckout>>>;
  confirm(idOrSlug: string, body?: object, idempotencyKey?: string): Promise<ApiAnswer<Refusable<ConfirmedCheckout>>>;
  /** A session of the buyer's own, as a first change answers it. */
  open(link: PaymentLink, body?: object): Promise<{ id: string; clientSecret: string }>;
  sessionsOf(link: PaymentLink): Promise<CheckoutSession[]>;
}

/** The last part of a link's address. */
export const slugOf = ({ url }: PaymentLink): string => url.slice(url.lastIndexOf('/') + 1);

/** Buyers with nothing but the link. */
export function linkBuyers(world: CheckoutWorld): LinkBuyers {
  const browser = world.buyerClient('checkout');
  const keyed = (idempotencyKey?: string) => (idempotencyKey === undefined ? {} : { idempotencyKey });
  const change: LinkBuyers['change'] = (idOrSlug, body, key) =>
    browser('PATCH', `/client/checkout/${idOrSlug}`, body, keyed(key));
  return {
    change,
    view: (idOrSlug) => browser('GET', `/client/checkout/${idOrSlug}`),
    confirm: (idOrSlug, body = { paymentMethod: card() }, key) =>
      browser('POST', `/client/checkout/${idOrSlug}/confirm`, body, keyed(key)),
    async open(link, body = {}) {
      const answer = await change(slugOf(link), body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const { id = '', clientSecret = '' } = answer.body;
      return { id, clientSecret };
    },
    async sessionsOf(link) {
      const path = `/checkout/sessions?paymentLinkId=${link.id}`;
      return (await world.merchant<{ data: CheckoutSession[] }>('GET', path)).body.data;
    },
  };
}
