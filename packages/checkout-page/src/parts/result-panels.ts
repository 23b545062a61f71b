import type { HostedCheckout } from '@mizan/contracts';
import { type ComponentChildren, Fragment, h } from 'preact';
import { cardName } from '../texts/card-name.ts';
import type { Wording } from '../texts/wording.ts';
import type { CheckoutView, PageData } from '../view/checkout-view.ts';
import type { PartReceived } from '../view/part-received.ts';
import { restOf } from '../view/rest-to-pay.ts';
import { Panel } from './panel.ts';

interface ResultProps extends Partial<Pick<PageData, 'unpaid' | 'endedEarly'>> {
  /** As `knownPart` has it. */
  readonly partReceived?: PartReceived | undefined;
  readonly view: CheckoutView;
  readonly wording: Wording;
  /** As `amountPaidOf` has it. */
  readonly amountPaid?: number | undefined;
  /** The checkout with what only the buyer may see, once the browser has read it. */
  readonly own?: HostedCheckout | undefined;
}

/** The panel of a completed checkout: paid, free, or paid later. */
export function PaidPanel(props: ResultProps): ComponentChildren {
  const { view, wording, amountPaid } = props;
  const { texts, say, amount } = wording;
  if (view.paymentStatus === 'unpaid') return h(UnpaidPanel, props);
  if (view.mode === 'setup') return h(GoodPanel, { ...props, title: texts.savedTitle, text: say(texts.savedText) });
  if (view.paymentStatus === 'no_payment_required')
    return h(GoodPanel, { ...props, title: texts.freeTitle, text: say(texts.freeText) });
  return h(GoodPanel, {
    ...props,
    title: texts.paidTitle,
    text: amountPaid === undefined ? say(texts.capturedText) : say(texts.paidText, { amount: amount(amountPaid) }),
    receipt: h(Receipt, props),
  });
}

/** What was paid, when and how, and where its receipt is, once the browser has read it. */
function Receipt({ own, wording }: ResultProps): ComponentChildren {
  const { paymentMethod, receiptUrl, paidAt } = own?.paymentIntent ?? {};
  if (!own || !receiptUrl) return null;
  const { texts, moment } = wording;
  const { card, type } = paymentMethod ?? {};
  const method = card ? cardName(card) : type && texts.methods.names[type];
  const rows = [
    [texts.reference, own.id],
    [texts.paidOn, paidAt && moment(paidAt)],
    [texts.methods.legend, method],
  ];
  return h(
    Fragment,
    null,
    h(
      'dl',
      { class: 'details-list' },
      rows.map(
        ([name, value]) =>
          value &&
          h('div', { key: name, class: 'detail-row' }, h('dt', null, name), h('dd', null, h('bdi', null, value))),
      ),
    ),
    h(
      'div',
      { class: 'next-steps no-print' },
      h('a', { class: 'button', href: receiptUrl }, texts.viewReceipt),
      h('button', { type: 'button', class: 'button button-quiet', onClick: () => print() }, texts.methods.print),
    ),
  );
}

interface GoodPanelProps extends ResultProps {
  readonly title: string;
  readonly text: string;
  readonly receipt?: ComponentChildren;
}

function GoodPanel({ title, text, receipt, ...props }: GoodPanelProps): ComponentChildren {
  const { customMessage } = props.own?.afterCompletion.hostedConfirmation ?? {};
  return h(
    Panel,
    { icon: 'check', tone: 'good', title },
    h('p', null, text),
    customMessage && h('p', { class: 'message' }, customMessage),
    receipt,
    h(ReturnLink, props),
  );
}

function UnpaidPanel(props: ResultProps): ComponentChildren {
  const { view, wording, own, unpaid, partReceived: part } = props;
  const { texts, say, amount } = wording;
  const values = { amount: amount(view.amountTotal) };
  if (unpaid === 'held') return h(GoodPanel, { ...props, title: texts.heldTitle, text: say(texts.heldText, values) });
  if (unpaid === 'partlyHeld') {
    const known = part && { received: amount(part.received), reserved: amount(part.reserved) };
    const text = known ? say(texts.heldPartText, known) : say(texts.heldRestText);
    return h(GoodPanel, { ...props, title: texts.heldTitle, text });
  }
  if (unpaid === 'lost' || unpaid === 'canceled' || unpaid === 'untraced') {
    const text = { lost: texts.lostText, canceled: texts.canceledText, untraced: texts.untracedText }[unpaid];
    return h(
      Panel,
      { icon: 'alert', tone: 'bad', title: texts.lostTitle },
      h('p', null, partText(props) ?? say(text, values)),
      own?.recoveryUrl && h('a', { class: 'button', href: own.recoveryUrl }, texts.tryAgain),
      view.cancelUrl
        ? h('a', { class: 'button button-quiet', href: view.cancelUrl }, say(texts.returnTo))
        : h(ReturnLink, props),
    );
  }
  const rest = restOf(view, wording);
  const instructions = own?.paymentIntent?.nextAction?.redirectToUrl.url;
  return h(
    Panel,
    { icon: 'clock', tone: 'plain', title: texts.laterTitle },
    h('p', null, rest ? say(texts.laterRestText, rest) : say(texts.laterText, values)),
    instructions && h('a', { class: 'button', href: instructions }, texts.showInstructions),
    h(ReturnLink, props),
  );
}

/** What the page of an ended checkout says where the merchant has a part of the payment; undefined where it has nothing. */
function partText({ view, wording }: Pick<ResultProps, 'view' | 'wording'>): string | undefined {
  const { texts, say, amount } = wording;
  const { amountTotal, amountReceived } = view;
  if (!amountReceived) return undefined;
  return say(texts.lostPartText, { amount: amount(amountTotal), received: amount(amountReceived) });
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
  const part = partText({ view, wording });
  const text = isDeclined ? texts.lastDeclineText : why === 'closed' ? texts.closedText : texts.expiredText;
  return h(
    Panel,
    isDeclined
      ? { icon: 'alert', tone: 'bad', title: texts.lostTitle }
      : { icon: 'clock', tone: 'plain', title: texts.expiredTitle },
    h('p', null, part ?? text),
    own?.recoveryUrl && h('a', { class: 'button', href: own.recoveryUrl }, texts.startAgain),
    view.cancelUrl
      ? h('a', { class: 'button button-quiet', href: view.cancelUrl }, say(texts.returnTo))
      : !own?.recoveryUrl && !part && h('p', { class: 'quiet' }, say(texts.expiredHint)),
  );
}
