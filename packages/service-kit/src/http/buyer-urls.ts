import type { Page } from '../handlers.ts';
import { Problem } from '../problem.ts';

/** Sends a browser to an address. Rows that are older than the rule for addresses may hold letters that no header can. */
export const seeOther = (url: string): Page => ({
  status: 303,
  headers: { location: new URL(url).href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});

/**
 * Refuses, in live mode, addresses that a buyer would be sent to without encryption.
 *
 * @param urls by the name of their parameter
 * @throws Problem `parameter_invalid`
 */
export function assertSecureUrls(livemode: boolean, urls: Readonly<Record<string, string | null | undefined>>): void {
  const param = livemode && Object.keys(urls).find((name) => urls[name]?.startsWith('http:'));
  if (param) throw new Problem('parameter_invalid', `${param} must be an https URL in live mode.`, { param });
}
