/** What an id names, by what it begins with. */
export const idPrefixes = {
  acct: 'account',
  ba: 'bank account',
  bu: 'bus user',
  ch: 'charge',
  coupon: 'coupon',
  cs: 'checkout session',
  cus: 'customer',
  di: 'discount',
  dlv: 'webhook delivery',
  dp: 'dispute',
  eml: 'mail',
  evt: 'event',
  file: 'file',
  fxr: 'exchange rate',
  key: 'API key',
  li: 'line item',
  pi: 'payment intent',
  plink: 'payment link',
  pm: 'payment method',
  pmc: 'payment method configuration',
  po: 'payout',
  price: 'price',
  prod: 'product',
  promo: 'promotion code',
  pvc: 'provider connection',
  re: 'refund',
  req: 'request',
  txn: 'balance transaction',
  we: 'webhook endpoint',
} as const;

/** What this id names, or undefined if nothing is known to begin like it. */
export function nounOfId(id: string): string | undefined {
  const prefix = /^([a-z]+)_/.exec(id)?.[1] ?? '';
  return Object.hasOwn(idPrefixes, prefix) ? idPrefixes[prefix as keyof typeof idPrefixes] : undefined;
}

/** What ids of these objects begin with: `pi_` for a payment intent. */
export function prefixOfNoun(noun: string): string | undefined {
  const prefix = Object.entries(idPrefixes).find(([, each]) => each === noun)?.[0];
  return prefix && `${prefix}_`;
}

/** Paths whose last fixed segment is not what they lead to. */
const nouns: Readonly<Record<string, string>> = {
  checkout: 'checkout session',
  sessions: 'checkout session',
  accounts: 'account',
  merchantId: 'account',
  mails: 'mail',
  simulator: 'charge',
  keys: 'API key',
  keyId: 'API key',
  connectionId: 'provider connection',
  'api-keys': 'API key',
};

/** What a parameter refers to: `payment intent` for the `id` of `/payment-intents/{id}/confirm` and for `paymentIntentId`. */
export function nounOfParameter(param: string, path: string): string | undefined {
  const names = param.replaceAll(/\[\d+\]/g, '').split('.');
  const last = names.at(-1) ?? '';
  if (last !== 'id') return nouns[last] ?? nounOfName(last);
  const parent = names.at(-2);
  if (parent !== undefined) return nounOfName(parent);
  const [, segment = ''] = /([^/{}]+)\/\{id\}/.exec(path) ?? [];
  return nouns[segment] ?? nounOfName(segment);
}

/** `appliesToProductIds` as `product`: the longest noun of an ID that the name ends with. */
function nounOfName(name: string): string | undefined {
  const words = name
    .replace(/Ids?$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace(/s$/, '');
  const tails = words.split(' ').map((_, index, all) => all.slice(index).join(' '));
  return tails.find((tail) => prefixOfNoun(tail) !== undefined);
}
