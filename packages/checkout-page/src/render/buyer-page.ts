import type { PageLocale } from '../texts/locale.ts';
import { buyerPageCss } from './buyer-page-style.ts';
import { html, Html } from './html.ts';
import { themeCss } from './theme.ts';

/** For whom a page is rendered. */
export interface Reader {
  readonly locale: PageLocale;
  /** Of the policy that admits the page's own style and script. */
  readonly nonce: string;
}

interface BuyerPage extends Reader {
  readonly title: string;
  readonly body: Html;
  /** What it adds to the style that these pages share. */
  readonly css: string;
}

/** The document of a page for buyers outside the checkout: a receipt, or what a refund needs. */
export const buyerPage = ({ title, body, css, locale, nonce }: BuyerPage): string =>
  html`<!doctype html>
    <html lang="${locale.language}" dir="${locale.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(themeCss({}))}${new Html(buyerPageCss)}${new Html(css)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;

interface Missing extends Reader {
  readonly say: { readonly missingTitle: string; readonly missingText: string };
  readonly css: string;
}

/** The page of an address that leads nowhere. */
export const missingPage = ({ say, ...page }: Missing): string =>
  buyerPage({
    ...page,
    title: say.missingTitle,
    body: html`<main class="missing">
      <h1>${say.missingTitle}</h1>
      <p>${say.missingText}</p>
    </main>`,
  });
