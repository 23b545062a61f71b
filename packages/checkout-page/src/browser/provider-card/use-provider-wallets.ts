import type { PaymentMethodType, WalletEntry } from '@mizan/contracts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldSetting } from './provider-field.ts';
import { patienceMs, withTimeout } from './provider-script.ts';
import type { ProviderWallet, WalletEvents } from './provider-wallet.ts';
import { openStripeWallet } from './stripe-wallet.ts';

interface WalletsSetting extends FieldSetting {
  /** The wallet whose button the buyer sees. */
  readonly shown: PaymentMethodType | undefined;
}

/** What the page does about wallets. */
interface WalletsPage {
  /** What happens to a wallet; only one sheet is open at a time. */
  readonly eventsOf: (type: PaymentMethodType) => Omit<WalletEvents, 'closed'>;
  /** Receives the wallets that this device has, once each provider has said so. */
  readonly onAvailable: (types: ReadonlySet<PaymentMethodType>) => void;
}

/**
 * Keeps a button for each wallet in its place. All are drawn at once, because only the provider's script knows which wallets
 * a device has. A wallet that does not load is one that the device does not have.
 *
 * @param entries undefined or empty while no wallet has a button
 * @returns ref of the empty element in which the buttons appear, one of them visible at most
 */
export function useProviderWallets(
  entries: readonly WalletEntry[] | undefined,
  setting: WalletsSetting,
  page: WalletsPage,
): (place: HTMLElement | null) => void {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const drawn = useRef(new Map<PaymentMethodType, ProviderWallet>());
  const opened = useRef<PaymentMethodType | undefined>(undefined);
  const latest = useRef({ setting, page });
  latest.current = { setting, page };

  useEffect(() => {
    if (!entries?.length || !place) return;
    let isOver = false;
    const draw = async (entry: WalletEntry): Promise<PaymentMethodType[]> => {
      const { type } = entry;
      const wallet = await openers[entry.provider](entry, latest.current.setting);
      if (isOver) return [];
      drawn.current.set(type, wallet);
      const button = document.createElement('div');
      button.className = 'wallet';
      button.dataset['wallet'] = type;
      place.append(button);
      const isThere = await withTimeout(wallet.mount(button, oneAtATime(type)), patienceMs);
      wallet.update(latest.current.setting); // what has changed meanwhile
      return isThere ? [type] : [];
    };
    const oneAtATime = (type: PaymentMethodType): WalletEvents => ({
      mayOpen: () => {
        if ((opened.current ?? type) !== type || !latest.current.page.eventsOf(type).mayOpen()) return false;
        opened.current = type;
        return true;
      },
      closed: () => (opened.current = undefined),
      agreed: (tokenize) => {
        opened.current = undefined;
        return latest.current.page.eventsOf(type).agreed(() => withTimeout(tokenize(), patienceMs));
      },
    });
    void Promise.all(entries.map((entry) => draw(entry).catch(() => []))).then((types) => {
      if (isOver) return;
      setDrawn(true);
      latest.current.page.onAvailable(new Set(types.flat()));
    });
    return () => {
      isOver = true;
      opened.current = undefined;
      for (const wallet of drawn.current.values()) wallet.destroy();
      drawn.current.clear();
      place.replaceChildren();
    };
  }, [entries?.map(({ type, scriptUrl, publishableKey }) => type + scriptUrl + publishableKey).join(' '), place]);

  const { language, pageStyle, amount, currency, isLocked, shown } = setting;
  useEffect(() => {
    for (const wallet of drawn.current.values()) wallet.update(setting);
  }, [isDrawn, language, pageStyle, amount, currency, isLocked]);
  useEffect(() => {
    for (const button of place?.children ?? [])
      button.classList.toggle('wallet-shown', (button as HTMLElement).dataset['wallet'] === shown);
  }, [isDrawn, place, shown]);

  return setPlace;
}

/** Each loads its provider's script, once for the page, and prepares a button. */
const openers: Readonly<Record<WalletEntry['provider'], typeof openStripeWallet>> = { stripe: openStripeWallet };
