/** The message of `price_sold_out` where a price has `available` pieces left; 0 if it has none. */
export const soldOutMessage = (priceId: string, available: number): string =>
  available > 0 ? `Only ${available} left of ${priceId}.` : `${priceId} is sold out.`;

/** What a `soldOutMessage` says is left of a price; undefined for other texts. */
export function readSoldOutMessage(message: string): { readonly priceId: string; readonly left: number } | undefined {
  const [, left, some] = /^Only (\d+) left of (\S+)\.$/.exec(message) ?? [];
  const [, none] = /^(\S+) is sold out\.$/.exec(message) ?? [];
  const priceId = some ?? none;
  return priceId === undefined ? undefined : { priceId, left: Number(left ?? 0) };
}
