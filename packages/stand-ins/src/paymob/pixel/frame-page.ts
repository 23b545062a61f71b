import type { Answer } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { returnFields } from '../callbacks.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { cardFields } from '../page/checkout-page.ts';
import { formatAmount, renderPage } from '../page/layout.ts';
import { Markup, markup } from '../page/markup.ts';
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
        (kind) => markup`<div data-wallet="${kind}"><button type="button" class="open">${text[kind]}</button>
        <div class="sheet" hidden><button type="button" class="approve">${text.pay} ${amount}</button>
        <button type="button" class="quiet cancel">${text.cancel}</button></div></div>`,
      )}
      ${
        shows('card') &&
        markup`<form id="card">${cardFields(text, () => false)}
        ${!isPayDisabled && markup`<button>${text.pay} ${amount}</button>`}</form>`
      }
      <p id="problem" class="error" role="alert" hidden></p>
      <script type="module">${frameScript({
        publicKey,
        clientSecret: intention.clientSecret,
        isForced: saving === 'forced',
        invalid: text.invalid,
        language,
      })}</script>`,
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

const frameScript = (settings: Readonly<Record<string, unknown>>): Markup =>
  new Markup(`
const settings = ${asScript(settings).text};
const form = document.querySelector('#card');
const problem = document.querySelector('#problem');
const send = (type, more) => parent.postMessage({ source: 'paymob-pixel', type, ...more }, '*');
const reportHeight = () => send('height', { height: document.documentElement.scrollHeight });
new ResizeObserver(reportHeight).observe(document.body);

const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) % 10 === 0;
let isValid = false;
const checkCard = () => {
  const { number, expiry, cvv } = form.elements;
  const digits = number.value.replace(/\\s/g, '');
  const now = /^\\d{13,19}$/.test(digits) && passesLuhn(digits)
    && /^(0[1-9]|1[0-2])\\/\\d\\d$/.test(expiry.value) && /^\\d{3}$/.test(cvv.value);
  if (now !== isValid) send('validation', { isValid: now });
  isValid = now;
};
form?.addEventListener('input', ({ target }) => {
  if (target.name === 'number') target.value = target.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ');
  if (target.name === 'expiry') target.value = target.value.replace(/^(\\d\\d)\\/?(\\d)/, '$1/$2');
  checkCard();
});
form?.addEventListener('submit', (event) => { event.preventDefault(); send('before', { method: 'card' }); });

async function pay(method) {
  problem.hidden = true;
  const card = method === 'card'
    ? { number: form.elements.number.value, expiry: form.elements.expiry.value, cvv: form.elements.cvv.value,
        save: settings.isForced || form.elements.save.checked }
    : {};
  const body = JSON.stringify({ publicKey: settings.publicKey, clientSecret: settings.clientSecret, method, ...card });
  const answer = await fetch('/pixel/pay', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    .then((response) => response.json());
  if (answer.step) return location.assign(answer.step + '?frame=1&lang=' + settings.language);
  if (answer.response) return send('complete', { response: answer.response });
  problem.textContent = answer.message ?? settings.invalid + ': ' + answer.invalid.join(', ');
  problem.hidden = false;
}

for (const box of document.querySelectorAll('[data-wallet]')) {
  const sheet = box.querySelector('.sheet');
  const method = box.dataset.wallet.replace('_', '-');
  box.querySelector('.open').onclick = () => send('before', { method });
  box.querySelector('.approve').onclick = () => { sheet.hidden = true; pay(method); };
  box.querySelector('.cancel').onclick = () => { sheet.hidden = true; send('cancel', {}); };
}
const styles = { Color_Primary: '--accent', Text_Color_For_Payment_Button: '--on-accent', Color_Border_Input_Fields: '--line',
  Color_Container: '--container' };
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.source !== 'paymob-pixel') return;
  if (data.type === 'pay' && data.method === 'card' && form && form.reportValidity()) pay('card');
  if (data.type === 'pay' && data.method !== 'card')
    document.querySelector('[data-wallet="' + data.method.replace('-', '_') + '"] .sheet').hidden = false;
  if (data.type !== 'style') return;
  for (const [name, variable] of Object.entries(styles))
    if (data.customStyle[name]) document.documentElement.style.setProperty(variable, data.customStyle[name]);
  if (data.customStyle.Font_Family) document.body.style.fontFamily = data.customStyle.Font_Family;
});
send('ready', {});
`);
