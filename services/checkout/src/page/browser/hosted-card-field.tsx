import { icons } from '../parts/icons.ts';
import type { Texts } from '../texts/texts.ts';
import type { HostedCard } from './use-hosted-card.ts';

/** Where the provider draws its card field; what stands there until it has, and when it cannot. */
export function HostedCardField({ card, texts }: { card: HostedCard; texts: Texts }) {
  const { cardEntry } = texts;
  return (
    <fieldset class={`card hosted-card hosted-card-${card.state}`} aria-busy={card.state === 'loading'}>
      <legend class="unseen">{texts.cardDetails}</legend>
      <div class="hosted-card-place" ref={card.placeAt} />
      {card.state === 'loading' && (
        <p class="hosted-card-wait" role="status">
          <span class="spinner" />
          {cardEntry.loading}
        </p>
      )}
      {card.state === 'failed' && (
        <div class="notice notice-bad" role="alert">
          {icons.alert()}
          <div>
            <p>
              {cardEntry.failed} <span>{cardEntry.failedHint}</span>
            </p>
            <button type="button" class="button button-quiet" onClick={card.retry}>
              {texts.tryAgain}
            </button>
          </div>
        </div>
      )}
    </fieldset>
  );
}
