import type { HostedCheckout } from '@mizan/contracts';
import { type ComponentChildren, h } from 'preact';
import type { Wording } from '../texts/wording.ts';
import type { CheckoutView, PageData } from '../view/checkout-view.ts';
import { Panel } from './panel.ts';

interface ResultProps extends Partial<Pick<PageData, 'unpaid' | 'endedEarly' | 'isCapturedLater'>> {
  readonly view: CheckoutView;
  readonly wording: Wording;
  /** The checkout with what only the buyer may see, once the browser has read it. */
  readonly own?: HostedCheckout | undefined;
}

/** The panel of a completed checkout: paid, free, or paid later. A later capture may be less than the total. */
export function PaidPanel(props: ResultProps): ComponentChildren {
  const { view, wording, own } = props;
  const { texts, say, amount } = wording;
  const values = { amount: amount(view.amountTotal) };
  if (view.paymentStatus === 'unpaid') return h(UnpaidPanel, props);
  if (view.mode === 'setup')
    return h(
      Panel,
      { icon: 'check', tone: 'good', title: texts.savedTitle },
      h('p', null, say(texts.savedText)),
      h(MerchantMessage, { own }),
      h(ReturnLink, { view, wording, own }),
    );
  const paidText = props.isCapturedLater ? texts.capturedText : texts.paidText;
  const isFree = view.paymentStatus === 'no_payment_required';
  return h(
    Panel,
    { icon: 'check', tone: 'good', title: isFree ? texts.freeTitle : texts.paidTitle },
    h('p', null, isFree ? say(texts.freeText) : say(paidText, values)),
    h(MerchantMessage, { own }),
    h(ReturnLink, { view, wording, own }),
  );
}

function UnpaidPanel({ view, wording, own, unpaid }: ResultProps): ComponentChildren {
  const { texts, say, amount } = wording;
  const values = { amount: amount(view.amountTotal) };
  if (unpaid === 'lost')
    return h(
      Panel,
      { icon: 'alert', tone: 'bad', title: texts.lostTitle },
      h('p', null, say(texts.lostText, values)),
      own?.recoveryUrl && h('a', { class: 'button', href: own.recoveryUrl }, texts.tryAgain),
      view.cancelUrl
        ? h('a', { class: 'button button-quiet', href: view.cancelUrl }, say(texts.returnTo))
        : h(ReturnLink, { view, wording, own }),
    );
  if (unpaid === 'held')
    return h(
      Panel,
      { icon: 'check', tone: 'good', title: texts.heldTitle },
      h('p', null, say(texts.heldText, values)),
      h(MerchantMessage, { own }),
      h(ReturnLink, { view, wording, own }),
    );
  const instructions = own?.paymentIntent?.nextAction?.redirectToUrl.url;
  return h(
    Panel,
    { icon: 'clock', tone: 'plain', title: texts.laterTitle },
    h('p', null, say(texts.laterText, values)),
    instructions && h('a', { class: 'button', href: instructions }, texts.showInstructions),
    h(ReturnLink, { view, wording, own }),
  );
}

function MerchantMessage({ own }: Pick<ResultProps, 'own'>): ComponentChildren {
  const { customMessage } = own?.afterCompletion.hostedConfirmation ?? {};
  return customMessage && h('p', { class: 'message' }, customMessage);
}

function ReturnLink({ wording, own }: ResultProps): ComponentChildren {
  const { texts, say } = wording;
  if (!own) return null;
  const { redirect, hostedConfirmation } = own.afterCompletion;
  if (redirect) return h('p', { class: 'quiet', role: 'status' }, say(texts.redirecting));
  const returnUrl = hostedConfirmation?.returnUrl;
  return returnUrl ? h('a', { class: 'button button-quiet', href: returnUrl }, say(texts.returnTo)) : null;
}

/** The panel of a checkout that expired, or that ended before its time. */
export function ExpiredPanel({ view, wording, own, endedEarly: why }: ResultProps): ComponentChildren {
  const { texts, say } = wording;
  const isDeclined = why === 'declined';
  const text = isDeclined ? texts.lastDeclineText : why === 'closed' ? texts.closedText : texts.expiredText;
  return h(
    Panel,
    isDeclined
      ? { icon: 'alert', tone: 'bad', title: texts.lostTitle }
      : { icon: 'clock', tone: 'plain', title: texts.expiredTitle },
    h('p', null, text),
    own?.recoveryUrl && h('a', { class: 'button', href: own.recoveryUrl }, texts.startAgain),
    view.cancelUrl
      ? h('a', { class: 'button button-quiet', href: view.cancelUrl }, say(texts.returnTo))
      : !own?.recoveryUrl && h('p', { class: 'quiet' }, say(texts.expiredHint)),
  );
}
