import type { HostedCheckout, PageCardEntry } from '@mizan/contracts';
import { AnswerCache, log, type BoundCalls, type Scope } from '@mizan/service-kit';

/** How long an answer is good for, milliseconds: a replaced key is seen as soon as a changed account. */
const maxAgeMs = 5_000;

/**
 * In which field of their provider the buyers of live checkouts type their cards, as payments knows it. A payments service
 * that does not answer takes the field away and nothing else: a checkout can be read without it.
 */
export class CardEntries {
  readonly #answers = new AnswerCache({ fetch: (calls) => calls.getCardEntry({}), maxAgeMs, dropOn: [] });

  /** Undefined in test mode, where cards are typed into our own page, and where no provider takes any. */
  async find(asking: { readonly scope: Scope; readonly calls: BoundCalls }): Promise<PageCardEntry | undefined> {
    if (!asking.scope.livemode) return undefined;
    try {
      return (await this.#answers.get(asking)).entry ?? undefined;
    } catch (thrown) {
      log.warn({ event: 'card_entry.unknown', merchantId: asking.scope.merchantId, err: thrown });
      return undefined;
    }
  }
}

/** A checkout with the field in which its card is typed, as long as one may be. */
export function withCardEntry(checkout: HostedCheckout, found: PageCardEntry | undefined): HostedCheckout {
  const { livemode, status, isExpired, paymentMethodTypes } = checkout;
  const takesCards = status === 'open' && !isExpired && paymentMethodTypes.some(({ type }) => type === 'card');
  return found && livemode && takesCards ? { ...checkout, cardEntry: found.cardEntry } : checkout;
}
