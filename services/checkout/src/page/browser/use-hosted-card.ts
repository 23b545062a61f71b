import type { CardEntry } from '@mizan/contracts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CardRefused, type CardHolder, type FieldSetting, type HostedField } from './hosted-field.ts';
import { openHostedField } from './open-hosted-field.ts';
import { patienceMs } from './provider-script.ts';
import { within } from './within.ts';

/** The provider's card field as the form deals with it. */
export interface HostedCard {
  readonly state: 'loading' | 'ready' | 'failed';
  /** Ref of the empty element in which it appears. */
  readonly placeAt: (place: HTMLElement | null) => void;
  readonly retry: () => void;
  /** @throws CardRefused */
  readonly tokenize: (holder: CardHolder) => Promise<string>;
}

/**
 * Keeps the provider's field in its place while there is one, and nothing of the provider's on the page before. The field
 * is made anew when its place is, and when a buyer tries again after it did not load.
 *
 * @param entry undefined while no card is typed in a field of a provider's
 */
export function useHostedCard(entry: CardEntry | undefined, setting: FieldSetting): HostedCard {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<HostedCard['state']>('loading');
  const [turn, setTurn] = useState(0);
  const field = useRef<HostedField | undefined>(undefined);
  const latest = useRef(setting);
  latest.current = setting;

  useEffect(() => {
    if (!entry || !place) return;
    let isOver = false;
    setState('loading');
    const show = async (): Promise<void> => {
      const opened = await openHostedField(entry, latest.current);
      if (isOver) return opened.destroy();
      field.current = opened;
      await within(patienceMs, opened.mount(place));
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

  const { language, look, amount, currency, isLocked } = setting;
  useEffect(() => {
    if (state === 'ready') field.current?.update(setting);
  }, [state, language, look, amount, currency, isLocked]);

  return {
    state,
    placeAt: setPlace,
    retry: () => setTurn(turn + 1),
    tokenize: async (holder) => {
      if (!field.current) throw new CardRefused(undefined);
      return within(patienceMs, field.current.tokenize(holder)).catch((failure: unknown) => {
        throw failure instanceof CardRefused ? failure : new CardRefused(undefined);
      });
    },
  };
}
