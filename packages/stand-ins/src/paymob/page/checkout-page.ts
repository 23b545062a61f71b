import type { Answer } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { integrationOf, type PaymobApp } from '../paymob-app.ts';
import { testCards } from '../payments/test-cards.ts';
import type { CardToken, Intention } from '../state.ts';
import { field, formatAmount, hidden, renderPage } from './layout.ts';
import { markup, type Markup } from '../../server/markup.ts';
import { texts, type Language, type Texts } from './texts.ts';

export interface CheckoutView {
  readonly intention: Intention;
  readonly publicKey: string;
  readonly language: Language;
  /** What was wrong with the form that was sent: its integration, and the names of its fields. */
  readonly invalid?: { readonly integrationId: number; readonly fields: readonly string[] };
}

/** The page on which a buyer chooses a method and pays an open intention. */
export function renderCheckout(app: PaymobApp, view: CheckoutView): Answer {
  const { intention, language, invalid } = view;
  const text = texts[language];
  const integrations = intention.paymentMethods.map((id) => integrationOf(app, id)).filter(({ isMoto }) => !isMoto);
  const amount = formatAmount(intention.amount, app.state.account.country, language);
  const other = language === 'ar' ? 'en' : 'ar';
  const query = new URLSearchParams({ publicKey: view.publicKey, clientSecret: intention.clientSecret, lang: other });
  const sections = integrations.map(
    (integration) => markup`<section data-integration="${integration.id}">
      ${renderForms(app, integration, view)}
    </section>`,
  );
  const cards = Object.entries(testCards).map(
    ([number, { outcome, needsChallenge }]) =>
      markup`<li><code dir="ltr">${number}</code> ${outcome}${needsChallenge && ' (3-D Secure)'}</li>`,
  );
  return renderPage({
    language,
    title: amount,
    status: invalid ? 400 : 200,
    body: markup`<a href="?${query.toString()}" lang="${other}">${text.language}</a>
      <h1>${amount}</h1>
      ${sections.length === 0 ? markup`<p>${text.noMethod}</p>` : sections}
      <details><summary>${text.testCards}</summary><p>${text.testCodes}</p><ul>${cards}</ul></details>
      <script>
        addEventListener('input', ({ target }) => {
          if (target.name === 'number') target.value = target.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ');
          if (target.name === 'expiry') target.value = target.value.replace(/^(\\d\\d)\\/?(\\d)/, '$1/$2');
        });
        addEventListener('submit', ({ target }) => target.querySelector('button').disabled = true);
        addEventListener('pageshow', () => document.querySelectorAll('button').forEach((b) => b.disabled = false));
      </script>`,
  });
}

function renderForms(app: PaymobApp, integration: Integration, view: CheckoutView): Markup {
  const { intention, publicKey, language, invalid } = view;
  const text = texts[language];
  const isWrong = (name: string): string | false =>
    invalid?.integrationId === integration.id && invalid.fields.includes(name) && text.invalid;
  const form = (type: string, fields: Markup, button: string): Markup =>
    markup`<form method="post" action="/unifiedcheckout/pay" data-type="${type}">
      ${hidden({ publicKey, clientSecret: intention.clientSecret, integration: String(integration.id), type, lang: language })}
      ${fields}<button>${button}</button></form>`;
  const phone = field('phone', text.phone, { error: isWrong('phone') });
  switch (integration.kind) {
    case 'card': {
      const saved = app.state.cardTokens.filter(({ token }) => intention.cardTokens.includes(token));
      return markup`<h2>${text.card}</h2>
        ${saved.map((token) => form('saved_card', savedCardFields(token, text, isWrong('cvv')), text.pay))}
        ${form('card', cardFields(text, isWrong), text.pay)}`;
    }
    case 'wallet':
      return markup`<h2>${text.wallet}</h2>${form('wallet', phone, text.continue)}`;
    case 'kiosk':
      return markup`<h2>${text.kiosk}</h2>${form('kiosk', markup``, text.getCode)}`;
    case 'instalments':
      return markup`<h2>${text.instalments} – ${integration.gatewayType}</h2>${form('instalments', phone, text.continue)}`;
    case 'apple_pay':
    case 'google_pay':
      return form(integration.kind, markup``, text[integration.kind]);
  }
}

/** Number, expiry and code of a card, and whether it is saved. */
export const cardFields = (text: Texts, isWrong: (name: string) => string | false): Markup =>
  markup`${field('number', text.number, { error: isWrong('number') })}
    <div class="pair">${field('expiry', text.expiry, { error: isWrong('expiry') })}
    ${field('cvv', text.cvv, { error: isWrong('cvv') })}</div>
    <label class="check"><input type="checkbox" name="save" value="1"> ${text.save}</label>`;

const savedCardFields = (card: CardToken, text: Texts, error: string | false): Markup =>
  markup`<p>${text.savedCard}: <span dir="ltr">${card.subType} ${card.maskedPan}</span></p>
    ${hidden({ token: card.token })}${field('cvv', text.cvv, { error })}`;
