import { buyerPage, missingPage, type Reader } from '../render/buyer-page.ts';
import { html, Html } from '../render/html.ts';
import { formatAmount } from '../texts/format-amount.ts';
import { formatMoment } from '../texts/format-moment.ts';
import type { PageLocale } from '../texts/locale.ts';
import { fill, otherLanguage } from '../texts/texts.ts';
import { refundPageCss } from './refund-page-style.ts';
import { type RefundPageTexts, refundPageTexts } from './refund-page-texts.ts';
import type { OpenRefundPage, RefundPageView, TransferField, TransferType } from './refund-page-view.ts';

/** The page on which a buyer says where the money of a refund goes. It has no script. */
export function renderRefundPage(view: RefundPageView, { locale, nonce }: Reader): string {
  const say = refundPageTexts[locale.language];
  const { merchantName: merchant, total } = view;
  const amount = formatAmount(total.amount, total, locale.tag);
  const title = fill(say.title, { merchant });
  const other = otherLanguage(locale.language);
  const body = html`
    <main>
      <header>
        ${view.merchantLogo === null ? '' : html`<img src="${view.merchantLogo}" alt="" />`}
        <h1>${title}</h1>
      </header>
      ${view.livemode ? '' : html`<p class="test" role="note">${say.testMode}</p>`}
      <div class="total">
        <span class="label">${say.amount}</span>
        <span class="amount"><bdi>${amount}</bdi></span>
      </div>
      ${
        view.state === 'open'
          ? openForm(view, { say, locale })
          : html`<div class="ended" role="status">
              <h2>${say[`${view.state}Title`]}</h2>
              <p>${fill(say[`${view.state}Text`], { merchant, amount })}</p>
            </div>`
      }
      <p class="reference">${say.reference}: <bdi>${view.reference}</bdi></p>
    </main>
    <footer><a href="?locale=${other}" lang="${other}">${say.language}</a></footer>
  `;
  return buyerPage({ title, body, css: refundPageCss, locale, nonce });
}

/** The page of an address that leads to no refund. */
export const renderNoRefundPage = ({ locale, nonce }: Reader): string =>
  missingPage({ say: refundPageTexts[locale.language], css: refundPageCss, locale, nonce });

interface Said {
  readonly say: RefundPageTexts;
  readonly locale: PageLocale;
}

function openForm(view: OpenRefundPage, { say, locale }: Said): Html {
  const { merchantName: merchant, form, types } = view;
  const date = formatMoment(view.expiresAt, { country: view.country, tag: locale.tag });
  const hasErrors = Object.keys(form.errors).length > 0;
  return html`
    <p>${fill(say.intro, { merchant, date })}</p>
    <form method="post" novalidate>
      ${hasErrors ? html`<p class="notice" role="alert">${say.errors.summary}</p>` : ''}
      <fieldset>
        <legend>${say.way}</legend>
        <div class="ways">
          ${types.map(
            (type) =>
              html`<label
                ><input type="radio" name="type" value="${type}" ${new Html(type === form.type ? 'checked' : '')} />
                ${say.types[type]}</label
              >`,
          )}
        </div>
      </fieldset>
      ${types.map((type) => fieldOf(type, view, say))} ${textField('holderName', view, { say, autocomplete: 'name' })}
      <button>${say.submit}</button>
      <p class="hint">${fill(say.privacy, { merchant })}</p>
    </form>
  `;
}

/** What one way needs; the style shows it while that way is chosen. */
function fieldOf(type: TransferType, view: OpenRefundPage, say: RefundPageTexts): Html {
  const field =
    type === 'bank_transfer'
      ? textField('iban', view, { say, hint: say.ibanHint, autocomplete: 'off' })
      : type === 'wallet'
        ? textField('phone', view, { say, hint: say.phoneHint, autocomplete: 'tel' })
        : type === 'instapay'
          ? textField('handle', view, { say, hint: say.handleHint, autocomplete: 'off' })
          : kioskField(view, say);
  return html`<div class="of of-${type}">${field}</div>`;
}

interface FieldText {
  readonly say: RefundPageTexts;
  readonly hint?: string;
  readonly autocomplete: string;
}

function textField(
  name: Exclude<TransferField, 'kiosk'>,
  { form }: OpenRefundPage,
  { say, hint, autocomplete }: FieldText,
): Html {
  const error = form.errors[name];
  const direction = name === 'holderName' ? 'auto' : 'ltr';
  return html`<div class="field">
    <label for="${name}">${say[name]}</label>
    <input
      type="text"
      id="${name}"
      name="${name}"
      value="${form.values[name]}"
      dir="${direction}"
      autocomplete="${autocomplete}"
      inputmode="${name === 'phone' ? 'tel' : 'text'}"
      maxlength="200"
      aria-describedby="${name}-note"
      aria-invalid="${error ? 'true' : 'false'}"
    />
    <p id="${name}-note" class="${error ? 'error' : 'hint'}">
      ${error ? (error === 'missing' ? say.errors.missing[name] : say.errors[name]) : (hint ?? '')}
    </p>
  </div>`;
}

function kioskField({ form }: OpenRefundPage, say: RefundPageTexts): Html {
  const error = form.errors.kiosk;
  return html`<div class="field">
    <label for="kiosk">${say.kiosk}</label>
    <select id="kiosk" name="kiosk" aria-invalid="${error ? 'true' : 'false'}" aria-describedby="kiosk-note">
      ${Object.entries(say.kiosks).map(
        ([value, label]) =>
          html`<option value="${value}" ${new Html(value === form.values.kiosk ? 'selected' : '')}>${label}</option>`,
      )}
    </select>
    <p id="kiosk-note" class="${error ? 'error' : 'hint'}">${error ? say.errors.kiosk : ''}</p>
  </div>`;
}
