import { localeOf } from '../texts/locale.ts';
import { renderMailHtml } from './mail-html.ts';
import { type MailParts, toMailParts } from './mail-parts.ts';
import type { MailView, RenderedMail } from './mail-view.ts';

/** A mail in HTML and plain text, which say the same, in the language of its locale. */
export function renderMail(view: MailView): RenderedMail {
  const locale = localeOf(view.locale);
  const parts = toMailParts(view, locale);
  return { subject: parts.subject, html: renderMailHtml(parts, locale), text: renderMailText(parts) };
}

function renderMailText({
  title,
  testMode,
  amount,
  code,
  lead,
  rows,
  items,
  totals,
  itemsTitle,
  button,
  notes,
}: MailParts) {
  const row = ([label, value]: readonly [string, string]) => (value === '' ? label : `${label}: ${value}`);
  const sections = [
    [title],
    testMode === null ? [] : [testMode],
    lead === '' ? [] : [lead],
    [amount, ...(code ? [code] : []), ...rows].map(row),
    items.length === 0 ? [] : [`${itemsTitle}:`, ...items.map((item) => `- ${row(item)}`), ...totals.map(row)],
    [`${button.label}:`, button.url],
    notes,
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
