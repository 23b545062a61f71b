import type { HostedCheckout, PageCardEntry } from '@mizan/contracts';
import { log, type BoundCalls, type Scope } from '@mizan/service-kit';
import type { App } from '../config.ts';

/**
 * The provider's field in which the buyer of a live checkout enters a card; undefined in test mode, where our own page has
 * the fields, and when payments does not answer: a checkout can be shown without it.
 */
export async function findCardEntry(
  { liveMethods }: Pick<App, 'liveMethods'>,
  { scope, calls }: { readonly scope: Scope; readonly calls: BoundCalls },
): Promise<PageCardEntry | undefined> {
  if (!scope.livemode) return undefined;
  try {
    return (await liveMethods.get({ scope, calls })).entry ?? undefined;
  } catch (thrown) {
    log.warn({ event: 'card_entry.unknown', merchantId: scope.merchantId, err: thrown });
    return undefined;
  }
}

/** The checkout with the field for its card, if it can be paid by card. */
export function withCardEntry(checkout: HostedCheckout, found: PageCardEntry | undefined): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  const acceptsCards = status === 'open' && !isExpired && paymentMethodTypes.some(({ type }) => type === 'card');
  return found && livemode && acceptsCards ? { ...checkout, cardEntry: found.cardEntry } : checkout;
}
