import { DeclineCode, errorCodes, errors, errorTypes, PaymentErrorCode, type ErrorCode } from '@mizan/contracts';
import type { Page } from '@mizan/service-kit';
import { manualPage, prose, renderManual } from './manual-page.ts';

/** Codes of `lastPaymentError`, whose `docUrl` opens this page too, except those that requests also have. */
const paymentFailures = [...new Set<string>([...PaymentErrorCode.options, ...DeclineCode.options])].filter(
  (code) => !(errorCodes as readonly string[]).includes(code),
);

/** The page that every `doc_url` opens: what each code means and what to do, by its anchor. */
export function showErrorDocs(): Page {
  const sections = errorTypes.map((type) => {
    const codes = errorCodes.filter((code) => errors[code].type === type);
    return `<h2>${type}</h2>${codes.map(entry).join('')}`;
  });
  const content = `<p>Every error response has this body. Branch on <code>error.code</code>; quote <code>request_id</code> to support.</p>
<p><code>{"error": {"type", "code", "message", "param", "doc_url"}, "request_id"}</code></p>
${sections.join('\n')}
<h2>Payments that did not succeed</h2>
<p>A declined payment is not a failed request: the response is 200, and <code>paymentIntent.lastPaymentError.code</code> says why.</p>
${paymentFailures.map((code) => `<article id="${code}"><h3>${code}</h3></article>`).join('')}`;
  return manualPage(renderManual('Errors', content));
}

function entry(code: ErrorCode): string {
  const { status, otherStatuses = [], meaning, remedy } = errors[code];
  return `<article id="${code}"><h3>${code} <span class="status">${[status, ...otherStatuses].join(', ')}</span></h3>
<p>${prose(meaning)}</p><p><strong>What to do:</strong> ${prose(remedy)}</p></article>
`;
}
