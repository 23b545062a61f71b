/** A date as servers send it, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds from a `Retry-After` header: a number of them, or a date (RFC 9110, section 10.2.3). A date is compared with that of
 * the response, because the clock of this machine may be wrong.
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const untilMs = readDate(text);
  if (untilMs === undefined) return undefined;
  const fromMs = readDate(headers.get('date') ?? '') ?? Date.now();
  return Math.max(0, Math.ceil((untilMs - fromMs) / 1_000));
}

/** Milliseconds since 1970. `Date.parse` alone also accepts numbers and other text. */
function readDate(text: string): number | undefined {
  const ms = httpDate.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
