import { notifyParent } from './parent-page.ts';

/** Time to read that the payment worked before the merchant's page comes, milliseconds. */
const readingMs = 1_600;

/** Leaves for another page; only the web's own addresses are followed. Out of a frame the whole page leaves. */
export function leaveFor(address: string, withTimeToRead = false): void {
  const url = new URL(address, location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
  if (withTimeToRead) setTimeout(() => leave(url, true), readingMs);
  else leave(url, false);
}

function leave(url: URL, isDone: boolean): void {
  if (notifyParent({ type: 'leave', url: url.href, isDone })) return;
  if (isDone) location.replace(url);
  else location.assign(url);
}
