import type { Currency } from '@mizan/contracts';
import type { AnswersOfAnother, ProviderUnderTest } from '../port/conformance.test-support.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';

/** What the buyer of a method does on the provider's page, by the method's token. */
type Play = 'agree' | 'be declined' | 'wait' | 'agree, captures fail';

interface Buyers {
  readonly currency: Currency;
  readonly type: ProviderMethod['type'];
  readonly makeProvider: () => Provider;
  /** The buyer of a charge agrees, or is declined; does nothing when there is no page or the buyer has acted already. */
  readonly act: (chargeId: string, isAgreed: boolean) => void;
  /** Makes the next capture fail. */
  readonly failCapture: () => void;
  /** As of a `ProviderUnderTest`. */
  readonly refuseCredentials: ProviderUnderTest['refuseCredentials'];
  /** As of a `ProviderUnderTest`, of a charge of the stand-in. */
  readonly answerAsPaid: AnswersOfAnother['answerAsPaid'];
  readonly now: Date;
  readonly actionWindowMs: number;
}

let runs = 0;

/**
 * A provider with a buyer, who acts as soon as there is a page. Each run has charges of its own: a stand-in is one account, and
 * may refuse a reference that was used before.
 */
export function playedProvider(buyers: Buyers): Omit<ProviderUnderTest, 'limits' | 'ofThousandths'> {
  const run = ++runs;
  const plays = new Map<string, Play>();
  let made: Provider | undefined;
  const own = (): Provider => (made ??= buyers.makeProvider());
  const named = <Request extends { readonly chargeId: string }>(request: Request): Request => ({
    ...request,
    chargeId: `${request.chargeId}x${run}`,
  });
  const refundOf = <Request extends { readonly refundId: string }>(request: Request): Request => ({
    ...request,
    refundId: `${request.refundId}x${run}`,
  });
  const methodOf = (token: Play): ProviderMethod => ({ type: buyers.type, token, card: null, cardInfo: null });
  const provider: Provider = {
    authorize: async (given: AuthorizeRequest) => {
      const request = { ...named(given), currency: given.currency === 'EGP' ? buyers.currency : given.currency };
      const play = given.method.token as Play;
      const first = await own().authorize({ ...request, method: methodOf('agree') });
      if ((first.kind !== 'requires_action' && first.kind !== 'unknown') || play === 'wait') return first;
      buyers.act(request.chargeId, play !== 'be declined');
      plays.set(request.chargeId, play);
      // Of two at the same time one may find the capture of the other under way: it queries again, as the platform does.
      let standing = await own().sync(request);
      while (standing.kind === 'unknown') standing = await own().sync(request);
      if (standing.kind === 'canceled' || standing.kind === 'not_found')
        throw new Error(`the page is ${standing.kind}`);
      return standing;
    },
    sync: (request) => own().sync(named(request)),
    completeAction: (given) => {
      const request = named(given);
      const isOpen = request.now.getTime() < buyers.now.getTime() + buyers.actionWindowMs;
      if (isOpen) buyers.act(request.chargeId, request.answer['result'] === 'agree');
      return own().completeAction(request);
    },
    capture: (given) => {
      const request = named(given);
      if (plays.get(request.chargeId) === 'agree, captures fail') buyers.failCapture();
      plays.delete(request.chargeId); // a repeated one is not sent
      return own().capture({ ...request, idempotencyKey: `${given.idempotencyKey}x${run}` });
    },
    cancel: (request) => own().cancel(named(request)),
    refund: (request) => own().refund(refundOf(named(request))),
    syncRefund: (request) => own().syncRefund(refundOf(request)),
  };
  return {
    provider,
    approving: methodOf('agree'),
    declining: methodOf('be declined'),
    declineCode: 'customer_rejected',
    challenging: methodOf('wait'),
    authenticated: { result: 'agree' },
    refused: { result: 'leave' },
    silent: methodOf('agree'),
    uncapturable: methodOf('agree, captures fail'),
    slowToRefund: methodOf('agree'),
    failingToRefund: methodOf('agree'),
    refundMs: 0,
    refuseCredentials: buyers.refuseCredentials,
    ofAnotherType: null,
    answersOfAnother: {
      lacks: {},
      answerAsPaid: (chargeId, other) => buyers.answerAsPaid(named({ chargeId }).chargeId, other),
    },
  };
}
