import type { AfterCompletion } from '@mizan/contracts';
import type { Session } from './session.ts';

/** As an address may hold it: in a path, `URL` encodes the braces. */
const placeholder = /\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi;

/** What the buyer gets after this session: a redirect tells the merchant's page which session it was. */
export function afterCompletionOf({ id, settings }: Pick<Session, 'id' | 'settings'>): AfterCompletion {
  const { afterCompletion } = settings;
  if (!afterCompletion.redirect) return afterCompletion;
  return { ...afterCompletion, redirect: { url: withSession(afterCompletion.redirect.url, id) } };
}

/** Fills in the session's id where the address asks for it, or else appends it to the query. */
function withSession(address: string, id: string): string {
  const { href } = new URL(address);
  const filled = href.replaceAll(placeholder, id);
  if (filled !== href) return filled;
  const [page = '', fragment] = href.split(/#(.*)/s);
  const separator = page.includes('?') ? '&' : '?';
  return `${page}${separator}checkout_session=${id}${fragment === undefined ? '' : `#${fragment}`}`;
}
