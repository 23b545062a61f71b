import type { HostedCheckout } from '@mizan/contracts';

type Entries = Pick<HostedCheckout, 'cardEntry' | 'cardOnProviderPage' | 'walletEntries'>;

/**
 * The fields and buttons of providers that a page shows for a checkout as it is now. The page's Content-Security-Policy
 * allows only those that it was rendered with: of these, all but those whose buyers pay on the provider's page now.
 */
export function shownEntries(
  { cardOnProviderPage, ...current }: Entries,
  { cardEntry, walletEntries }: Entries,
): Entries {
  const isKnown = cardOnProviderPage ?? current.cardEntry ?? current.walletEntries;
  if (!isKnown) return { cardEntry, walletEntries };
  // Offered without its field: its provider refuses it when it is paid, and the page is loaded again.
  const isFieldMissing = current.cardEntry !== undefined && cardEntry === undefined;
  const wallets = walletEntries?.filter(({ type }) => current.walletEntries?.some((wallet) => wallet.type === type));
  return {
    cardEntry: cardOnProviderPage ? undefined : cardEntry,
    ...(isFieldMissing ? { cardOnProviderPage: true } : {}),
    walletEntries: wallets?.length ? wallets : undefined,
  };
}
