/** Time to read that the payment worked before the merchant's page comes, milliseconds. */
const readingMs = 1_600;

/** Leaves for another page; only the web's own addresses are followed. */
export function leaveFor(address: string, withTimeToRead = false): void {
  const url = new URL(address, location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
  if (withTimeToRead) setTimeout(() => location.replace(url), readingMs);
  else location.assign(url);
}
