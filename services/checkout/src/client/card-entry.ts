import type { HostedCheckout, PageCardEntry } from '@mizan/contracts';

/**
 * The checkout with where the buyer of a live checkout enters a card, if it can be paid by card: in the provider's field, or
 * on the provider's page.
 *
 * @param found null: on the page; undefined in test mode, where our own page has the fields, and while it is unknown
 */
export function withCardEntry(checkout: HostedCheckout, found: PageCardEntry | null | undefined): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  const acceptsCards = status === 'open' && !isExpired && paymentMethodTypes.some(({ type }) => type === 'card');
  if (found === undefined || !livemode || !acceptsCards) return checkout;
  return found === null ? { ...checkout, cardOnProviderPage: true } : { ...checkout, cardEntry: found.cardEntry };
}
