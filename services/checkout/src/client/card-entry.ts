import type { HostedCheckout, PageCardEntry } from '@mizan/contracts';

/**
 * The checkout with the provider's field in which the buyer of a live checkout enters a card, if it can be paid by card.
 * @param found undefined in test mode, where our own page has the fields, and while it is unknown
 */
export function withCardEntry(checkout: HostedCheckout, found: PageCardEntry | null | undefined): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  const acceptsCards = status === 'open' && !isExpired && paymentMethodTypes.some(({ type }) => type === 'card');
  return found && livemode && acceptsCards ? { ...checkout, cardEntry: found.cardEntry } : checkout;
}
