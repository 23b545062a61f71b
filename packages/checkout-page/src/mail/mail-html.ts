import { Html, html } from '../render/html.ts';
import type { PageLocale } from '../texts/locale.ts';
import type { MailParts } from './mail-parts.ts';

/**
 * Mail programs know tables and the `style` attribute; what only some of them know, the style element, makes it dark or narrow
 * where it is read there. Nothing in it is of a merchant or buyer.
 */
const css = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; border-radius: 0 !important; border-width: 0 !important; } .page { padding: 0 !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #0F1312 !important; }
  .card { background: #171C1A !important; border-color: #2E3633 !important; color: #EDF2EF !important; }
  .soft { color: #A0ACA7 !important; }
  .line { border-color: #2E3633 !important; }
  .code { background: #1D342C !important; color: #EDF2EF !important; }
  .button { background: #7FD6BA !important; color: #06281F !important; }
  .link { color: #7FD6BA !important; }
  .test { background: #3A2E10 !important; color: #FFE3A3 !important; }
}`;

const font = `-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',Tahoma,Arial,sans-serif`;

/** The HTML of a mail: one column, readable without pictures and on paper. Every inserted text is escaped. */
export function renderMailHtml(parts: MailParts, { language, direction }: PageLocale): string {
  const { testMode, amount, code, lead, rows, items, totals, itemsTitle, button, notes } = parts;
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const height = language === 'ar' ? '1.7' : '1.5';
  const row = ([label, value]: readonly [string, string]): Html =>
    html` <tr>
      <td class="soft" style="padding:6px 0;color:#5C6964;text-align:${start};vertical-align:top;white-space:nowrap">
        ${label}
      </td>
      <td style="padding:6px 0;padding-${start}:16px;text-align:${end};vertical-align:top;word-break:break-word">
        <bdi>${value}</bdi>
      </td>
    </tr>`;
  const item = ([label, value]: readonly [string, string]): Html =>
    html` <tr>
      <td
        class="line"
        style="padding:8px 0;border-top:1px solid #E3E7E4;text-align:${start};vertical-align:top;word-break:break-word"
      >
        <bdi>${label}</bdi>
      </td>
      <td
        class="line"
        style="padding:8px 0;padding-${start}:16px;border-top:1px solid #E3E7E4;text-align:${end};vertical-align:top;white-space:nowrap"
      >
        <bdi>${value}</bdi>
      </td>
    </tr>`;
  const sum = ([label, value]: readonly [string, string], at: number): Html => {
    const isTotal = at === totals.length - 1;
    const weight = isTotal ? 'font-weight:650' : 'color:#5C6964';
    const line = at === 0 ? ';border-top:1px solid #E3E7E4' : '';
    return html` <tr>
      <td class="${isTotal ? 'line' : 'line soft'}" style="padding:6px 0;${weight}${line};text-align:${start}">
        ${label}
      </td>
      <td
        class="${isTotal ? 'line' : 'line soft'}"
        style="padding:6px 0;${weight}${line};text-align:${end};white-space:nowrap"
      >
        <bdi>${value}</bdi>
      </td>
    </tr>`;
  };
  const table = (lines: readonly Html[]): Html =>
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">
      ${lines}
    </table>`;
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>${parts.subject}</title>
        <style>
          ${new Html(css)}
        </style>
      </head>
      <body style="margin:0;padding:0" class="page">
        <div style="display:none;max-height:0;overflow:hidden">${amount[0]}: ${amount[1]}. ${lead}</div>
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          dir="${direction}"
          style="background:#F5F6F3;padding:32px 12px;font-family:${font};line-height:${height}"
        >
          <tr>
            <td align="center">
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#FFFFFF;color:#18211E;border:1px solid #E3E7E4;border-radius:14px;padding:32px;border-collapse:separate"
              >
                <tr>
                  <td style="text-align:${start};font-size:15px">
                    ${heading(parts)}
                    ${testMode === null ? '' : html`<p class="test" style="margin:16px 0 0;padding:8px 12px;border-radius:8px;background:#FFF4DC;color:#6B4A00;font-size:14px;font-weight:600">${testMode}</p>`}
                    ${lead === '' ? '' : html`<p style="margin:12px 0 0">${lead}</p>`}
                    <p class="soft" style="margin:20px 0 0;color:#5C6964;font-size:13px">${amount[0]}</p>
                    <p style="margin:0;font-size:30px;line-height:1.3;font-weight:650"><bdi>${amount[1]}</bdi></p>
                    ${code === null ? '' : codeOf(code)}
                    <div class="line" style="margin:20px 0;border-top:1px solid #E3E7E4"></div>
                    ${table(rows.map(row))}
                    ${
                      items.length === 0
                        ? ''
                        : html`<p style="margin:20px 0 8px;font-weight:650">${itemsTitle}</p>
                            ${table([...items.map(item), ...totals.map(sum)])}`
                    }
                    <p style="margin:28px 0 0">
                      <a
                        class="button"
                        href="${button.url}"
                        style="display:inline-block;padding:12px 22px;border-radius:10px;background:#0F5F4C;color:#FFFFFF;font-weight:650;text-decoration:none"
                        >${button.label}</a
                      >
                    </p>
                    <p class="soft" style="margin:16px 0 0;color:#5C6964;font-size:12px">
                      ${button.fallback}<br /><a
                        class="link"
                        href="${button.url}"
                        dir="ltr"
                        style="color:#0F5F4C;word-break:break-all"
                        >${button.url}</a
                      >
                    </p>
                    <div class="line" style="margin:24px 0 16px;border-top:1px solid #E3E7E4"></div>
                    ${notes.map((note) => html`<p class="soft" style="margin:0 0 6px;color:#5C6964;font-size:13px">${note}</p>`)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
}

/** The merchant's picture beside the title, where there is one. */
function heading({ logo, title, merchantName }: MailParts): Html {
  const picture = html`<img
    src="${logo ?? ''}"
    alt="${merchantName}"
    width="44"
    height="44"
    style="display:block;margin:0 0 12px;width:44px;height:44px;object-fit:contain;border-radius:10px;background:#FFFFFF"
  />`;
  return html`${logo === null ? '' : picture}
    <h1 style="margin:0;font-size:20px;line-height:1.35;font-weight:650;word-break:break-word">${title}</h1>`;
}

/** A number to show at a counter or to type, large and from left to right in any language. */
const codeOf = ([label, value]: readonly [string, string]): Html =>
  html` <div class="code" style="margin:20px 0 0;padding:16px;border-radius:10px;background:#E4F1EC;text-align:center">
    <p class="soft" style="margin:0;color:#5C6964;font-size:13px">${label}</p>
    <p
      dir="ltr"
      style="margin:4px 0 0;font-size:26px;line-height:1.3;font-weight:650;letter-spacing:.06em;word-break:break-all"
    >
      ${value}
    </p>
  </div>`;
