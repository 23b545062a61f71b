import type { PaymentLink, Price, Product } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../api/if-readable.ts';
import { readAccountTime } from '../api/read-account-time.ts';
import { sendAsMerchant } from '../api/send-request.ts';
import { settingsOf } from '../api/settings.ts';

/**
 * Why a link opens no checkouts, one line per reason with what the merchant can do: it has expired, or what it sells is not on
 * sale. `active`, which is shown, and the number of payments are not among them, nor what the API does not show: that something
 * is sold out, or that no payment method is left. Archived products are found with a key
 * that may read products.
 */
export async function readClosures(command: Command, link: PaymentLink): Promise<string[]> {
  const prices = [...new Map(link.lineItems.map(({ price }) => [price.id, price])).values()];
  const archivedProducts = await ifReadable('The products of the link', readArchivedProducts(command, prices));
  const { expiresAt } = link;
  const dates = prices.flatMap(({ startDate, expirationDate }) => [startDate, expirationDate]);
  const now = await timeFor(command, [expiresAt, ...dates]);
  const hasCome = (time: string) => Date.parse(time) <= now.getTime();

  const archivedPrices = prices.filter(({ active }) => !active);
  const onSale = prices.filter(({ active }) => active);
  const notYet = onSale.filter(({ startDate }) => startDate !== undefined && !hasCome(startDate));
  const noMore = onSale.filter(({ expirationDate }) => expirationDate !== undefined && hasCome(expirationDate));
  return [
    ...(expiresAt !== null && hasCome(expiresAt) ? [expiryText(expiresAt)] : []),
    ...archivedText('/prices', archivedPrices),
    ...archivedText('/products', archivedProducts ?? []),
    ...sentence(notYet, (are) => `Closed for now: ${are} not on sale before startDate, so it opens no checkouts yet.`),
    ...sentence(
      noMore,
      (are) =>
        `Closed: ${are} not on sale since expirationDate, so it opens no more checkouts. Set a later expirationDate with PATCH /prices/{id}, or create another link.`,
    ),
  ];
}

/** One after the other: a key that may not read them is refused once. */
async function readArchivedProducts(command: Command, prices: readonly Price[]): Promise<Product[]> {
  const archived: Product[] = [];
  for (const id of new Set(prices.map(({ productId }) => productId))) {
    const product = await sendAsMerchant<Product>(command, `GET /products/${encodeURIComponent(id)}`);
    if (!product.active) archived.push(product);
  }
  return archived;
}

/** The time to compare these times with. A test clock is never behind the real time: it decides only about times to come. */
async function timeFor(command: Command, times: readonly (string | null | undefined)[]): Promise<Date> {
  const now = new Date();
  if (!times.some((time) => time && Date.parse(time) > now.getTime())) return now;
  const { baseUrl, apiKey } = settingsOf(command);
  const accountTime = readAccountTime({ baseUrl, apiKey: apiKey() });
  return (await ifReadable('The times of the account', accountTime)) ?? now;
}

function expiryText(expiresAt: string): string {
  const by = Date.parse(expiresAt) > Date.now() ? ' by the test clock of the account' : '';
  return `Expired: expiresAt has passed${by}, so it opens no more checkouts. Create another link, or set a later expiresAt with PATCH /payment-links/{id}.`;
}

const archivedText = (path: '/prices' | '/products', found: readonly { readonly id: string }[]): string[] =>
  sentence(
    found,
    (are) =>
      `Closed: ${are} archived, so it opens no more checkouts. Set active to true with PATCH ${path}/{id}, or create another link.`,
  );

const names = new Intl.ListFormat('en');

/** @param text with `price_1 is` or `price_1 and price_2 are` */
function sentence(found: readonly { readonly id: string }[], text: (are: string) => string): string[] {
  if (found.length === 0) return [];
  return [text(`${names.format(found.map(({ id }) => id))} ${found.length === 1 ? 'is' : 'are'}`)];
}
