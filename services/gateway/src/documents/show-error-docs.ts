import { DeclineCode, errorCodes, errors, errorTypes, PaymentErrorCode, type ErrorCode } from '@mizan/contracts';
import { anchorOf, prose } from './html.ts';
import type { Frame } from './page-frame.ts';
import { renderCode } from './render-markdown.ts';

/** Codes of `lastPaymentError`, whose `docUrl` opens this page too, except those that requests also have. */
export const paymentFailures: readonly string[] = [
  ...new Set<string>([...PaymentErrorCode.options, ...DeclineCode.options]),
].filter((code) => !(errorCodes as readonly string[]).includes(code));

const failures = 'Payments that did not succeed';
const body = `{
  "error": { "type": "…", "code": "…", "message": "…", "param": "…", "doc_url": "…" },
  "request_id": "req_…"
}`;

/** The page that every `doc_url` opens: what each code means and what to do, by its anchor. */
export function showErrorDocs(frame: Frame): string {
  const sections = errorTypes.map((type) => {
    const codes = errorCodes.filter((code) => errors[code].type === type);
    return `<h2 id="${type}">${type}</h2>${codes.map(entry).join('')}`;
  });
  const content = `<p>Every error response has this body. Branch on <code>error.code</code>; quote <code>request_id</code> to support.
The guide <a href="/docs/guides/errors">Errors</a> shows how.</p>
${renderCode({ text: body, lang: 'json' }).replace(/<figcaption>.*<\/figcaption>/, '')}
${sections.join('\n')}
<h2 id="${anchorOf(failures)}">${failures}</h2>
<p>A declined payment is not a failed request: the response is 200, and <code>paymentIntent.lastPaymentError.code</code> says why.</p>
<ul class="codes">${paymentFailures.map((code) => `<li id="${code}"><code>${code}</code></li>`).join('')}</ul>`;
  return frame({
    title: 'Error codes',
    summary: 'What each error code means and what to do',
    path: '/docs/errors',
    content,
    outline: [
      ...errorTypes.map((type) => ({ anchor: type, title: type })),
      { anchor: anchorOf(failures), title: failures },
    ],
  });
}

function entry(code: ErrorCode): string {
  const { status, otherStatuses = [], meaning, remedy } = errors[code];
  return `<article class="entry" id="${code}"><h3><a class="anchor" href="#${code}">${code}</a> <span class="status">${[status, ...otherStatuses].join(', ')}</span></h3>
<p>${prose(meaning)}</p><p><strong>What to do:</strong> ${prose(remedy)}</p></article>
`;
}
