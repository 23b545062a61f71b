import type { HostedCheckout, LiveMethods } from '@mizan/contracts';

/** How a provider takes cards and wallets on a page. */
export type PageEntries = Pick<LiveMethods, 'entry' | 'wallets'>;

/**
 * The checkout with where the buyer of a live checkout enters a card, if it can be paid by card: in the provider's field, or
 * on the provider's page; and with the wallets that have a button.
 *
 * @param live undefined in test mode, where our own page has the fields, and while it is unknown
 */
export function withCardEntry(checkout: HostedCheckout, live: PageEntries | undefined): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  if (!live || !livemode || status !== 'open' || isExpired) return checkout;
  const accepts = (wanted: string): boolean => paymentMethodTypes.some(({ type }) => type === wanted);
  const wallets = live.wallets.filter(({ type }) => accepts(type));
  return {
    ...checkout,
    ...(accepts('card') ? cardEntryIn(live) : {}),
    ...(wallets.length > 0 ? { walletEntries: wallets.map(({ type, cardEntry }) => ({ ...cardEntry, type })) } : {}),
  };
}

const cardEntryIn = ({ entry }: PageEntries): Pick<HostedCheckout, 'cardEntry' | 'cardOnProviderPage'> =>
  entry === null ? { cardOnProviderPage: true } : { cardEntry: entry.cardEntry };

/** What the page of a checkout has to allow for its card field and wallets; undefined when it has neither. */
export function allowedHosts({ cardEntry, walletEntries = [] }: HostedCheckout, live: PageEntries | undefined) {
  const shown = [
    ...(cardEntry && live?.entry ? [live.entry] : []),
    ...(live?.wallets ?? []).filter(({ type }) => walletEntries.some((wallet) => wallet.type === type)),
  ].map(({ allows }) => allows);
  if (shown.length === 0) return undefined;
  const all = (name: 'scripts' | 'frames' | 'connections') => [...new Set(shown.flatMap((allows) => allows[name]))];
  return { scripts: all('scripts'), frames: all('frames'), connections: all('connections') };
}
