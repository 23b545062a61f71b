import type { CardEntry } from '@mizan/contracts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type CardHolder, CardRefused, type FieldSetting, type ProviderField } from './provider-field.ts';
import { patienceMs, withTimeout } from './provider-script.ts';
import { openStripeField } from './stripe-field.ts';

/** The provider's card field as the form deals with it. */
export interface ProviderCard {
  readonly state: 'loading' | 'ready' | 'failed';
  /** Ref of the empty element in which it appears. */
  readonly placeAt: (place: HTMLElement | null) => void;
  readonly retry: () => void;
  /** @throws CardRefused */
  readonly tokenize: (holder: CardHolder) => Promise<string>;
}

/**
 * Keeps the provider's field in its place while there is one, and nothing of the provider's on the page before. The field
 * is created again when its place is, and when a buyer retries after it did not load.
 *
 * @param entry undefined while no card is typed in a field of a provider's
 */
export function useProviderCard(entry: CardEntry | undefined, setting: FieldSetting): ProviderCard {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<ProviderCard['state']>('loading');
  const [turn, setTurn] = useState(0);
  const field = useRef<ProviderField | undefined>(undefined);
  const latest = useRef(setting);
  latest.current = setting;

  useEffect(() => {
    if (!entry || !place) return;
    let isOver = false;
    setState('loading');
    const show = async (): Promise<void> => {
      const opened = await openers[entry.provider](entry, latest.current);
      if (isOver) return opened.destroy();
      field.current = opened;
      await withTimeout(opened.mount(place), patienceMs);
      opened.update(latest.current); // what has changed meanwhile
    };
    const leave = (): void => {
      field.current?.destroy();
      field.current = undefined;
      place.replaceChildren();
    };
    show().then(
      () => isOver || setState('ready'),
      () => {
        if (isOver) return;
        leave();
        setState('failed');
      },
    );
    return () => {
      isOver = true;
      leave();
    };
  }, [entry?.scriptUrl, entry?.publishableKey, place, turn]);

  const { language, pageStyle, amount, currency, isLocked } = setting;
  useEffect(() => {
    if (state === 'ready') field.current?.update(setting);
  }, [state, language, pageStyle, amount, currency, isLocked]);

  return {
    state,
    placeAt: setPlace,
    retry: () => setTurn(turn + 1),
    tokenize: async (holder) => {
      if (!field.current) throw new CardRefused(undefined);
      return withTimeout(field.current.tokenize(holder), patienceMs).catch((failure: unknown) => {
        throw failure instanceof CardRefused ? failure : new CardRefused(undefined);
      });
    },
  };
}

/** Each loads its provider's script, once for the page, and prepares a field. They reject when the script does not come. */
const openers: Readonly<Record<CardEntry['provider'], typeof openStripeField>> = { stripe: openStripeField };
