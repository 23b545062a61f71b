import { randomBytes } from 'node:crypto';
import { currencyDecimals } from '@mizan/contracts';
import { formatMajor } from '@mizan/money';
import type { Page } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import { css } from './page-style.ts';

/** The same sentence in both languages of the page. */
interface Bilingual {
  readonly en: string;
  readonly ar: string;
}

const texts = {
  title: { en: 'Test bank', ar: 'بنك تجريبي' },
  banner: {
    en: 'This is a simulation. No bank is involved and no money moves.',
    ar: 'هذه محاكاة. لا يوجد بنك حقيقي ولا تنتقل أي أموال.',
  },
  ask: {
    en: 'A real bank would now ask the buyer to prove who they are. Choose what the buyer does.',
    ar: 'البنك الحقيقي كان سيطلب الآن من المشتري إثبات هويته. اختر ما يفعله المشتري.',
  },
  authenticate: { en: 'Authenticate', ar: 'تأكيد الهوية' },
  fail: { en: 'Fail', ar: 'فشل التأكيد' },
  abandon: { en: 'Abandon', ar: 'مغادرة دون إكمال' },
  over: { en: 'Nothing is left to do here.', ar: 'لم يعد هناك ما يمكن فعله هنا.' },
  back: { en: 'Back to the shop', ar: 'العودة إلى المتجر' },
  missing: { en: 'There is no such payment.', ar: 'لا توجد عملية دفع بهذا الرابط.' },
} as const satisfies Record<string, Bilingual>;

/** The page on which a developer plays the buyer at the bank. */
export const challengePage = (charge: ChargeRow): Page =>
  document(
    200,
    `${payment(charge)}
    ${paragraph(texts.ask)}
    <form method="post" action="/simulator/${escape(charge.id)}">
      ${(['authenticate', 'fail', 'abandon'] as const).map(button).join('\n      ')}
    </form>`,
    charge.return_url,
  );

/** The page of a challenge that was answered or ran out of time. */
export const overPage = (charge: ChargeRow): Page => {
  const link = charge.return_url && `<p><a href="${escape(charge.return_url)}">${bilingual(texts.back)}</a></p>`;
  return document(200, `${payment(charge)}\n    ${paragraph(texts.over)}\n    ${link ?? ''}`, charge.return_url);
};

/** The page of a link that leads nowhere. */
export const missingPage = (): Page => document(404, paragraph(texts.missing), null);

const payment = ({ statement_descriptor, amount, currency, payment_method: { card } }: ChargeRow): string => `
    <p class="payment">
      <strong>${escape(statement_descriptor ?? '')}</strong>
      <bdi>${formatMajor(amount, currencyDecimals[currency])} ${currency}</bdi>
      ${card ? `<bdi>${escape(card.brand)} •••• ${escape(card.last4)}</bdi>` : ''}
    </p>`;

const button = (outcome: 'authenticate' | 'fail' | 'abandon'): string =>
  `<button name="outcome" value="${outcome}">${bilingual(texts[outcome])}</button>`;

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

function document(status: number, content: string, returnUrl: string | null): Page {
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
  return `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`;
}
