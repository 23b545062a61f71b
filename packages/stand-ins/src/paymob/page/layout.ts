import { html, type Answer } from '../../server/route.ts';
import { countries, type Country } from '../account.ts';
import { Markup, markup } from '../../server/markup.ts';
import { texts, type Language } from './texts.ts';

const style = new Markup(`
:root { color-scheme: light dark; --line: #d0d5dd; --accent: #144dff; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #475467; --accent: #9db5ff; --on-accent: #101828; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 30rem; padding: 0 1rem 2rem; font: 16px/1.5 system-ui, sans-serif; }
.stand-in { margin: 0 -1rem 1rem; padding: .5rem 1rem; background: #fff3cd; color: #664d03; font-size: .85rem; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
section { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
label { display: block; margin: .5rem 0; } label.check { display: flex; gap: .5rem; align-items: center; }
input:not([type=checkbox]), select { display: block; width: 100%; min-height: 44px; padding: .5rem; font: inherit; border: 1px solid var(--line); border-radius: 6px; }
button { width: 100%; min-height: 44px; margin-top: .5rem; font: inherit; font-weight: 600; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: inherit; border: 1px solid var(--line); }
.error { color: #cc1142; } @media (prefers-color-scheme: dark) { .error { color: #ff8fa8; } }
.reference { font-size: 2rem; font-weight: 700; letter-spacing: .1em; } .pair { display: flex; gap: 1rem; align-items: end; } .pair label { flex: 1; }
`);

export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly body: Markup;
  readonly status?: number;
  /** Shown inside a shop's page: without the banner. */
  readonly isFramed?: boolean;
}

/** A page of the stand-in, marked as one. */
export function renderPage({ language, title, body, status = 200, isFramed = false }: Page): Answer {
  const banner = markup`<p class="stand-in" role="note">${texts[language].standIn}</p>`;
  const page = markup`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><title>${title}</title><style>${style}</style>
<body>${!isFramed && banner}<main>${body}</main></body></html>`;
  return html(status, page.text);
}

/** A form's text field; `error` marks it as wrong. */
export const field = (name: string, label: string, options: { error?: string | false; mode?: string } = {}): Markup =>
  markup`<label>${label}<input name="${name}" inputmode="${options.mode ?? 'numeric'}" autocomplete="off" dir="ltr" required${
    options.error ? new Markup(' aria-invalid="true"') : null
  }>${options.error && markup`<span class="error">${options.error}</span>`}</label>`;

export const hidden = (fields: Readonly<Record<string, string>>): Markup[] =>
  Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);

/** An amount of minor units in the account's currency, as a buyer reads it. */
export function formatAmount(amount: number, country: Country, language: Language): string {
  const { currency, decimals } = countries[country];
  return new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  }).format(amount / 10 ** decimals);
}
