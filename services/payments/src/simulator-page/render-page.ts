import { randomBytes } from 'node:crypto';
import { cardName, formatAmount, methodName } from '@mizan/checkout-page';
import { type BodyOf, currencyDecimals, type NextAction, type Operations } from '@mizan/contracts';
import type { Page } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { type Flow, methodRowOf } from '../providers/simulator/method-rows.ts';
import type { Challenge } from './find-challenge.ts';
import { type Bilingual, texts } from './page-texts.ts';

type Outcome = BodyOf<Operations['completeSimulator']>['outcome'];

/** The page on which a developer plays the buyer. @param isCodeWrong the typed code is neither right nor a wrong PIN */
export const challengePage = ({ charge, nextAction }: Challenge, isCodeWrong = false): Page =>
  htmlPage(
    200,
    `${payment(charge)}
    ${partsOf[methodRowOf(charge.paymentMethod.type).flow](charge, nextAction, isCodeWrong)}`,
    charge.returnUrl,
  );

type Part = (charge: ChargeRow, nextAction: NextAction | null, isCodeWrong: boolean) => string;

const bank: Part = (charge) =>
  paragraph(texts.challenge) +
  form(charge, [
    ['authenticate', texts.authenticate],
    ['fail', texts.fail],
    ['abandon', texts.abandon],
  ]);

/** What each flow shows and lets the developer choose. */
const partsOf: Readonly<Record<Flow, Part>> = {
  challenge: bank,
  push: bank,
  otp: (charge, _, isCodeWrong) =>
    paragraph(texts.otp) +
    (isCodeWrong ? `<div role="alert">${paragraph(texts.wrongCode)}</div>` : '') +
    form(
      charge,
      [
        ['submit', texts.submit],
        ['abandon', texts.abandon],
      ],
      `<label>${bilingual(texts.code)}<input name="otp" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" autofocus></label>`,
    ),
  installments: (charge) =>
    paragraph(texts.installments) +
    `<ul>${[3, 4, 5].map((count) => `<li><bdi>${installments(charge, count)}</bdi></li>`).join('')}</ul>` +
    form(charge, [
      ['authenticate', texts.agree],
      ['abandon', texts.abandon],
    ]),
  voucher: (charge, nextAction) => {
    const voucher = nextAction?.displayVoucherDetails;
    const shown = voucher
      ? `<p><img src="${escape(new URL(voucher.barcodeUrl ?? '').pathname)}" alt="${escape(voucher.reference)}" width="280" height="90"></p>
    ${details([
      [texts.reference, voucher.reference],
      [texts.billerCode, voucher.billerCode ?? ''],
      [texts.expiresAt, readable(voucher.expiresAt)],
    ])}
    ${paragraph({ en: escape(voucher.instructions.en), ar: escape(voucher.instructions.ar) })}`
      : '';
    return shown + paragraph(texts.voucher) + form(charge, paidOr('expire', texts.expire));
  },
  transfer: (charge, nextAction) => {
    const transfer = nextAction?.displayBankTransferDetails;
    const shown = transfer
      ? details([
          [texts.iban, transfer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
          [texts.accountName, transfer.accountName],
          [texts.reference, transfer.reference],
          [texts.expiresAt, readable(transfer.expiresAt)],
        ])
      : '';
    return shown + paragraph(texts.transfer) + form(charge, paidOr('expire', texts.expire));
  },
  delivery: (charge) => paragraph(texts.delivery) + form(charge, paidOr('refused', texts.refused)),
};

const paidOr = (outcome: Outcome, text: Bilingual): [Outcome, Bilingual][] => [
  ['paid', texts.paid],
  [outcome, text],
];

const form = ({ id }: ChargeRow, buttons: readonly (readonly [Outcome, Bilingual])[], fields = ''): string => `
    <form method="post" action="/simulator/${escape(id)}">
      ${fields}
      ${buttons.map(([outcome, text]) => `<button name="outcome" value="${outcome}">${bilingual(text)}</button>`).join('\n      ')}
    </form>`;

const details = (rows: readonly (readonly [Bilingual, string])[]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${bilingual(name)}</dt><dd><bdi>${escape(value)}</bdi></dd>`).join('')}</dl>`;

/** `2 × EGP 166.34 + EGP 166.32`: together they are the amount. */
function installments({ amount, currency }: ChargeRow, count: number): string {
  const each = Math.ceil(amount / count);
  const last = amount - each * (count - 1);
  if (last === each) return `${count} × ${major(each, currency)}`;
  return `${count - 1} × ${major(each, currency)} + ${major(last, currency)}`;
}

const major = (amount: number, currency: ChargeRow['currency']): string =>
  formatAmount(amount, { currency, decimals: currencyDecimals[currency] }, 'en');

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** `28 Nov 2026, 19:26 UTC`. */
const readable = (moment: string): string => `${moments.format(new Date(moment))} UTC`;

/** The page of a challenge that was answered or ran out of time. */
export const donePage = (charge: ChargeRow): Page => {
  const link = charge.returnUrl && `<p><a href="${escape(charge.returnUrl)}">${bilingual(texts.back)}</a></p>`;
  return htmlPage(200, `${payment(charge)}\n    ${paragraph(texts.over)}\n    ${link ?? ''}`, charge.returnUrl);
};

/** The page of a link that leads nowhere. */
export const missingPage = (): Page => htmlPage(404, paragraph(texts.missing), null);

const payment = ({ statementDescriptor, amount, currency, paymentMethod }: ChargeRow): string => `
    <p class="payment">
      <strong>${escape(statementDescriptor ?? '')}</strong>
      <bdi>${major(amount, currency)}</bdi>
      <span class="method">${payingWith(paymentMethod)}</span>
    </p>`;

/** The card, or the method and whose phone it is on. */
function payingWith({ type, card, wallet }: ChargeRow['paymentMethod']): string {
  if (card) return `<bdi>${escape(cardName(card))}</bdi>`;
  const phone = wallet?.phone ? `<bdi>${escape(wallet.phone)}</bdi>` : '';
  return bilingual({ en: methodName(type, 'en'), ar: methodName(type, 'ar') }) + phone;
}

const paragraph = (text: Bilingual): string => `<p lang="en">${text.en}</p>\n    <p lang="ar" dir="rtl">${text.ar}</p>`;

const bilingual = ({ en, ar }: Bilingual): string =>
  `<span lang="en">${en}</span> <span lang="ar" dir="rtl">${ar}</span>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

function htmlPage(status: number, content: string, returnUrl: string | null): Page {
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce, returnUrl),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${texts.title.en} · ${texts.title.ar}</title>
    <style nonce="${nonce}">${css}</style>
  </head>
  <body>
    <header role="note">
    ${paragraph(texts.banner)}
    </header>
    <main>
    <h1>${bilingual(texts.title)}</h1>
    ${content}
    </main>
  </body>
</html>
`,
  };
}

/** No scripts at all. Browsers hold a form's redirects to `form-action` too, so the way back is named. */
function policy(nonce: string, returnUrl: string | null): string {
  const back = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`;
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Style of the simulated bank: plainly not a shop, and plainly not a bank. */
export const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: #f4f4f5; color: #18181b; }
header { background: #b45309; color: #fff; padding: .5rem 1rem; text-align: center; font-weight: 600; }
header p { margin: 0; }
main { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: .75rem; box-shadow: 0 1px 3px #0003; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; display: flex; justify-content: space-between; gap: 1rem; }
.payment { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding: .75rem 1rem; background: #f4f4f5; border-radius: .5rem; }
.method { display: flex; flex-wrap: wrap; flex: 1 0 100%; justify-content: space-between; gap: .25rem 1rem; }
dl { margin: 1rem 0; } dt { display: flex; justify-content: space-between; font-size: .875rem; opacity: .75; } dd { margin: 0 0 .5rem; font-size: .875rem; font-weight: 600; }
img { display: block; margin: 0 auto; background: #fff; padding: .5rem; }
[role=alert] { color: #b91c1c; }
label { display: grid; gap: .25rem; }
input { font: inherit; font-size: 1.25rem; letter-spacing: .3em; padding: .6rem .75rem; border: 1px solid #a1a1aa; border-radius: .5rem; }
form { display: grid; gap: .5rem; margin-top: 1rem; }
button { display: flex; justify-content: space-between; gap: 1rem; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600;
  border: 1px solid #a1a1aa; border-radius: .5rem; background: #fff; color: inherit; cursor: pointer; }
button[value="authenticate"], button[value="submit"], button[value="paid"] { background: #166534; border-color: #166534; color: #fff; }
button:focus-visible, a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #18181b; color: #f4f4f5; }
  main { background: #27272a; }
  .payment, button { background: #3f3f46; }
}
`;
