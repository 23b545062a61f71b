import { Markup, markup } from './markup.ts';
import { type Answer, html } from './route.ts';

/** What a buyer can do on a page, each a button. */
export interface BuyerChoice {
  /** Sent as `act`. */
  readonly act: string;
  readonly label: string;
}

interface BuyerPage {
  /** The provider's name. */
  readonly provider: string;
  readonly language: 'en' | 'ar';
  /** As the buyer reads it. */
  readonly amount: string;
  /** Instead of the choices: why there is nothing to do. */
  readonly message?: string;
  readonly choices: readonly BuyerChoice[];
}

const style = new Markup(`
:root { color-scheme: light dark; --line: #d0d5dd; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 30rem; padding: 0 1rem 2rem; font: 16px/1.5 system-ui, sans-serif; }
.stand-in { margin: 0 -1rem 1rem; padding: .5rem 1rem; background: #fff3cd; color: #664d03; font-size: .85rem; }
button { width: 100%; min-height: 44px; margin-top: .5rem; font: inherit; font-weight: 600; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
`);

/** The page of a provider on which a buyer agrees or does not, marked as that of a stand-in. */
export function renderBuyerPage({ provider, language, amount, message, choices }: BuyerPage): Answer {
  const isArabic = language === 'ar';
  const note = isArabic
    ? `بديل تجريبي عن ${provider}: لا تنتقل أموال حقيقية.`
    : `Stand-in for ${provider}: no real money moves.`;
  const page = markup`<!doctype html>
<html lang="${language}" dir="${isArabic ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><title>${provider}</title><style>${style}</style>
<body><p class="stand-in" role="note">${note}</p><main><h1>${provider} · ${amount}</h1>${
    message === undefined
      ? markup`<form method="post">${choices.map(
          ({ act, label }) => markup`<button name="act" value="${act}">${label}</button>`,
        )}</form>`
      : markup`<p>${message}</p>`
  }</main></body></html>`;
  return html(200, page.text);
}
