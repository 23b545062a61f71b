import { firstRouteFor, type HostedCheckout, type LiveMethods, type PaymentMethodType } from '@mizan/contracts';
import type { Session } from '../session/session.ts';

/** How providers take cards and wallets on a page. */
type PageEntries = Pick<LiveMethods, 'entry' | 'wallets'>;

/** What live mode can take, as far as a page depends on it. */
export type LivePage = PageEntries & Pick<LiveMethods, 'routes' | 'entries'>;

/** The session of a checkout, or the one that a payment link would open. */
type PaidSession = { readonly settings: Pick<Session['settings'], 'captureMethod' | 'payment'> };

/**
 * The checkout with where the buyer of a live checkout enters a card, if it can be paid by card: in the provider's field, or
 * on the provider's page; and with the wallets that have a button.
 *
 * @param live undefined in test mode, where our own page has the fields, and while it is unknown
 */
export function withCardEntry(
  checkout: HostedCheckout,
  live: LivePage | undefined,
  session: PaidSession,
): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  if (!live || !livemode || status !== 'open' || isExpired) return checkout;
  const accepts = (wanted: string): boolean => paymentMethodTypes.some(({ type }) => type === wanted);
  const entries = entriesOf(checkout, live, session);
  const wallets = entries.wallets.filter(({ type }) => accepts(type));
  return {
    ...checkout,
    ...(accepts('card') ? cardEntryIn(entries) : {}),
    ...(wallets.length > 0 ? { walletEntries: wallets.map(({ type, cardEntry }) => ({ ...cardEntry, type })) } : {}),
  };
}

/** Those of the preferred routes; the payments service of an earlier release knows one for all currencies. */
function entriesOf(
  { currency, amountTotal: amount, paymentMethodTypes }: HostedCheckout,
  { routes, entries, ...former }: LivePage,
  { settings: { captureMethod, payment } }: PaidSession,
): PageEntries {
  if (!routes) return former;
  const { confirmationMethod } = payment;
  const entryOf = (type: PaymentMethodType) => {
    const route = firstRouteFor(routes, { type, currency, amount, captureMethod, confirmationMethod });
    return entries[route?.entryIndex ?? entries.length] ?? null;
  };
  const wallets = paymentMethodTypes.flatMap(({ type }) => {
    const entry = type === 'card' ? null : entryOf(type);
    return entry ? [{ ...entry, type }] : [];
  });
  return { entry: entryOf('card'), wallets };
}

const cardEntryIn = ({ entry }: PageEntries): Pick<HostedCheckout, 'cardEntry' | 'cardOnProviderPage'> =>
  entry === null ? { cardOnProviderPage: true } : { cardEntry: entry.cardEntry };

/** What the page of a checkout has to allow for its card field and wallets; undefined when it has neither. */
export function allowedHosts(checkout: HostedCheckout, live: LivePage | undefined, session: PaidSession) {
  const { cardEntry, walletEntries = [] } = checkout;
  const { entry = null, wallets = [] } = live ? entriesOf(checkout, live, session) : {};
  const shown = [
    ...(cardEntry && entry ? [entry] : []),
    ...wallets.filter(({ type }) => walletEntries.some((wallet) => wallet.type === type)),
  ].map(({ allows }) => allows);
  if (shown.length === 0) return undefined;
  const all = (name: 'scripts' | 'frames' | 'connections') => [...new Set(shown.flatMap((allows) => allows[name]))];
  return { scripts: all('scripts'), frames: all('frames'), connections: all('connections') };
}
