import type { Answer } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { returnFields } from '../callbacks.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { cardFields } from '../page/checkout-page.ts';
import { formatAmount, renderPage } from '../page/layout.ts';
import { Markup, markup } from '../../server/markup.ts';
import { texts, type Language } from '../page/texts.ts';
import type { Intention, Transaction } from '../state.ts';

export interface FrameView {
  readonly intention: Intention;
  readonly publicKey: string;
  readonly language: Language;
  /** What the shop shows of the intention's methods. */
  readonly integrations: readonly Integration[];
  /** The shop has a button of its own. */
  readonly isPayDisabled: boolean;
  readonly saving: 'hidden' | 'offered' | 'forced';
}

/** The card form inside a shop's page: a frame of its own, so that the shop never sees the card. */
export function renderFrame(app: PaymobApp, view: FrameView): Answer {
  const { intention, language, integrations, isPayDisabled, saving, publicKey } = view;
  const text = texts[language];
  const shows = (kind: Integration['kind']): boolean => integrations.some((each) => each.kind === kind);
  const amount = formatAmount(intention.amount, app.state.account.country, language);
  const others = (['apple_pay', 'google_pay'] as const).filter(shows);
  return renderPage({
    language,
    title: amount,
    isFramed: true,
    body: markup`<style>body { padding: 0; background: var(--container, transparent); } ${
      saving === 'offered' ? null : new Markup('label.check { display: none; }')
    }</style>
      <p class="stand-in" role="note">${text.standIn}</p>
      ${others.map(
        (
          kind,
        ) => markup`<div data-wallet="${kind.replace('_', '-')}"><button type="button" class="open">${text[kind]}</button>
        <div class="sheet" hidden><button type="button" class="approve">${text.pay} ${amount}</button>
        <button type="button" class="quiet cancel">${text.cancel}</button></div></div>`,
      )}
      ${
        shows('card') &&
        markup`<form id="card">${cardFields(text, () => false)}
        ${!isPayDisabled && markup`<button>${text.pay} ${amount}</button>`}</form>`
      }
      <p id="problem" class="error" role="alert" hidden></p>
      <script type="application/json" id="settings">${asScript({
        publicKey,
        clientSecret: intention.clientSecret,
        isForced: saving === 'forced',
        invalid: text.invalid,
        language,
      })}</script><script type="module" src="/pixel/frame.js"></script>`,
  });
}

/** Reports the result of a step that ran inside the frame to the shop's page. */
export const renderFrameResult = (app: PaymobApp, payment: Transaction): Answer =>
  renderPage({
    language: 'en',
    title: 'Result',
    isFramed: true,
    body: markup`<script>parent.postMessage(${asScript({
      source: 'paymob-pixel',
      type: 'complete',
      response: returnFields(app, payment),
    })}, '*')</script>`,
  });

/** JSON that can stand inside a script element. */
const asScript = (value: unknown): Markup => new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
