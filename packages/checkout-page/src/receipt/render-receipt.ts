import { currencyDecimals } from '@mizan/contracts';
import { buyerPage, missingPage, type Reader } from '../render/buyer-page.ts';
import { html, Html } from '../render/html.ts';
import { cardName } from '../texts/card-name.ts';
import { formatAmount } from '../texts/format-amount.ts';
import { formatMoment } from '../texts/format-moment.ts';
import type { PageLocale } from '../texts/locale.ts';
import { orderRows, orderTexts } from '../texts/order-rows.ts';
import { fill, otherLanguage, texts } from '../texts/texts.ts';
import { receiptCss } from './receipt-style.ts';
import { receiptTexts } from './receipt-texts.ts';
import type { PaymentReceipt, ReceiptView, RefundReceipt, ShownAmount } from './receipt-view.ts';

/** The page of a receipt: readable and printable without a script, which only shows the button that prints. */
export function renderReceipt(view: ReceiptView, { locale, nonce }: Reader): string {
  const say = receiptTexts[locale.language];
  const isRefund = view.kind === 'refund';
  const title = fill(isRefund ? say.refundTitle : say.paymentTitle, { merchant: view.merchantName });
  const amount = (shown: ShownAmount): Html => html`<bdi>${formatAmount(shown.amount, shown, locale.tag)}</bdi>`;
  const day = (at: string): Html =>
    html`<time datetime="${at}">${formatMoment(at, { country: view.country, tag: locale.tag })}</time>`;
  const rows: readonly (readonly [string, Html | string] | undefined)[] = [
    [say.number, view.number === null ? say.numberFollows : html`<bdi>${view.number}</bdi>`],
    [isRefund ? say.refundedOn : say.paidOn, day(view.at)],
    view.presented ? [say.orderAmount, amount(view.presented)] : undefined,
    [isRefund ? say.paidWith : say.method, methodOf(view, locale)],
    view.description === null ? undefined : [say.description, html`<bdi>${view.description}</bdi>`],
    view.orderReference === null ? undefined : [say.orderReference, html`<bdi>${view.orderReference}</bdi>`],
    [isRefund ? say.refundReference : say.reference, html`<bdi>${view.reference}</bdi>`],
  ];
  const body = html`
    <main>
      <header>
        ${view.merchantLogo === null ? '' : html`<img src="${view.merchantLogo}" alt="" />`}
        <h1>${title}</h1>
      </header>
      ${view.livemode ? '' : html`<p class="test" role="note">${say.testMode}</p>`}
      <div class="total">
        <span class="label">${isRefund ? say.amountRefunded : say.amountPaid}</span>
        <span class="amount">${amount(view.total)}</span>
        <span class="status">${say[view.status]}</span>
      </div>
      <dl>
        ${rows.flatMap((row) =>
          row
            ? [
                html`<dt>${row[0]}</dt>
                  <dd>${row[1]}</dd>`,
              ]
            : [],
        )}
      </dl>
      ${isRefund ? '' : orderTable(view, locale)}
      ${isRefund ? paymentLink(view, say.ofPayment) : refundList(view, { amount, day, say })}
      <div class="proof">
        ${new Html(view.code)}
        <p>${say.scan}<br />${fill(say.questions, { merchant: view.merchantName })}</p>
      </div>
    </main>
    <footer>
      <a href="?locale=${otherLanguage(locale.language)}" lang="${otherLanguage(locale.language)}">${say.language}</a>
      <button type="button" hidden>${say.print}</button>
    </footer>
    <script nonce="${nonce}">
      const button = document.querySelector('button');
      button.hidden = false;
      button.addEventListener('click', () => print());
    </script>
  `;
  return buyerPage({ title, body, css: receiptCss, locale, nonce });
}

/** The page of an address that leads to no receipt. */
export const renderNoReceipt = ({ locale, nonce }: Reader): string =>
  missingPage({ say: receiptTexts[locale.language], css: receiptCss, locale, nonce });

type Say = (typeof receiptTexts)['en'];

/** What was bought, and how its amounts add up to the total of the order. */
function orderTable({ order }: PaymentReceipt, locale: PageLocale): Html | string {
  if (order === null) return '';
  const say = orderTexts[locale.language];
  if (order === 'away') return html`<p class="away" role="note">${receiptTexts[locale.language].itemsAway}</p>`;
  const count = (n: number): string => new Intl.NumberFormat(locale.tag).format(n);
  const hidden = order.itemCount - order.items.length;
  return html`<h2>${say.order}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${say.item}</th>
          <th scope="col" class="quantity">${say.quantity}</th>
          <th scope="col" class="sum">${say.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${order.items.map(
          ({ name, quantity, amount, currency }) =>
            html`<tr>
              <td><bdi>${name}</bdi></td>
              <td class="quantity">${count(quantity)}</td>
              <td class="sum">
                <bdi>${formatAmount(amount, { currency, decimals: currencyDecimals[currency] }, locale.tag)}</bdi>
              </td>
            </tr>`,
        )}
        ${
          hidden > 0
            ? html`<tr>
                <td colspan="3">${fill(say.moreItems, { count: count(hidden) })}</td>
              </tr>`
            : ''
        }
      </tbody>
      <tfoot>
        ${orderRows(order.totals, locale).map(
          ([label, value]) =>
            html`<tr>
              <th scope="row" colspan="2">${label}</th>
              <td class="sum"><bdi>${value}</bdi></td>
            </tr>`,
        )}
      </tfoot>
    </table>`;
}

function refundList(
  { refunds }: PaymentReceipt,
  { amount, day, say }: { amount: (shown: ShownAmount) => Html; day: (at: string) => Html; say: Say },
): Html | string {
  if (refunds.length === 0) return '';
  return html`<h2>${say.refunds}</h2>
    <ul>
      ${refunds.map(
        (refund) =>
          html`<li>
            <a href="${refund.url}">${amount(refund.amount)}</a>
            <span>${say[refund.status]} · ${day(refund.at)}</span>
          </li>`,
      )}
    </ul>`;
}

const paymentLink = ({ paymentUrl }: RefundReceipt, text: string): Html =>
  html`<p class="payment"><br /><a href="${paymentUrl}">${text}</a></p>`;

/** `Visa •••• 4242`, or the name of the method. */
function methodOf({ method: { type, card } }: ReceiptView, { language }: PageLocale): Html {
  const name = texts[language].methods.names[type];
  if (!card) return html`${name}`;
  return html`<bdi>${cardName(card)}</bdi>${type === 'card' ? '' : html` (${name})`}`;
}
