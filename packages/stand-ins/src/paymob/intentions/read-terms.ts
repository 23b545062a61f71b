import type { Integration } from '../account.ts';
import type { Caller } from '../authenticate.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { isObject, type FieldReader } from '../read-fields.ts';
import { PaymobRefusal, refusal } from '../refusal.ts';
import type { IntentionTerms } from '../state.ts';

/** 36 days: the longest that an intention is open, and how long it is open unless the merchant says otherwise. */
export const longestExpirationSeconds = 3_110_400;
const maxCardTokens = 3;

const requiredBilling = ['first_name', 'last_name', 'email', 'phone_number'] as const;
const optionalBilling = [
  'apartment',
  'floor',
  'street',
  'building',
  'city',
  'state',
  'country',
  'postal_code',
  'shipping_method',
  'extra_description',
] as const;
/** Paymob publishes no lengths for these. */
const longestAddressPart = 255;

/** `billing_data`: four required parts; a blank one is refused like a missing one, optional parts too. */
export function readBilling(reader: FieldReader): Record<string, string> | undefined {
  return reader.object('billing_data', reader.needed('billing_data'), (billing) => {
    const parts: Record<string, string> = {};
    for (const name of requiredBilling) {
      const max = name.endsWith('_name') ? 50 : 100;
      parts[name] = billing.text(name, billing.needed(name), { max, isEmail: name === 'email' });
    }
    for (const name of optionalBilling)
      parts[name] = billing.text(name, billing.optional(name), { max: longestAddressPart });
    return parts;
  });
}

/** `items`: each with a name and an amount. */
export function readItems(reader: FieldReader): IntentionTerms['items'] {
  return reader.list('items', reader.optional('items')).flatMap((item) => {
    const read = reader.object('items', item, (fields) => ({
      name: fields.text('name', fields.needed('name'), { max: 50 }),
      amount: fields.integer('amount', fields.needed('amount')),
      description: fields.text('description', fields.optional('description'), { max: 255 }),
      quantity: fields.optional('quantity') === undefined ? 1 : fields.integer('quantity', fields.optional('quantity')),
      image: fields.optional('image') ?? null,
    }));
    return read ? [read] : [];
  });
}

/**
 * Checks that the items make up the amount. Paymob's documents disagree on whether an item's amount is that of one piece or
 * of the line: here both sums must be right.
 *
 * @throws PaymobRefusal 406 `unmatched_item_prices`
 */
export function assertItemsMatch({ items, amount }: Pick<IntentionTerms, 'items' | 'amount'>): void {
  const sum = (price: (item: IntentionTerms['items'][number]) => number): number =>
    items.reduce((total, item) => total + price(item), 0);
  const lines = sum((item) => Number(item['amount']));
  const pieces = sum((item) => Number(item['amount']) * Number(item['quantity']));
  if (items.length > 0 && (lines !== amount || pieces !== amount))
    throw new PaymobRefusal(406, {
      code: 'unmatched_item_prices',
      detail: 'The sum of the item amounts does not equal the amount.',
    });
}

/**
 * `payment_methods`: ids as numbers, or names.
 *
 * @throws PaymobRefusal 404 when the account has no such integration in the mode of the key
 */
export function findIntegrations(app: PaymobApp, methods: readonly unknown[], { isLive }: Caller): Integration[] {
  return methods.map((method) => {
    const found = app.state.account.integrations.find(({ id, name }) => id === method || name === method);
    if (!found || found.isLive !== isLive) throw refusal(404, 'Integration ID/Name does not exist in our system.');
    return found;
  });
}

/** The addresses, the reference, the extras and the expiration of an intention, as far as they are given. */
export function readOptions(reader: FieldReader): Partial<IntentionTerms> {
  const address = (name: string): string | null => {
    const value = reader.optional(name);
    return value === undefined ? null : reader.text(name, value, { max: 2000, isUrl: true });
  };
  const {
    expiration,
    special_reference: reference,
    extras,
  } = {
    expiration: reader.optional('expiration'),
    special_reference: reader.optional('special_reference'),
    extras: reader.optional('extras'),
  };
  if (extras !== undefined && !isObject(extras)) reader.fail('extras', 'Invalid data. Expected a dictionary.');
  return {
    ...(reader.optional('notification_url') !== undefined && { notificationUrl: address('notification_url') }),
    ...(reader.optional('redirection_url') !== undefined && { redirectionUrl: address('redirection_url') }),
    ...(reference !== undefined && { specialReference: reader.text('special_reference', reference, { max: 255 }) }),
    ...(expiration !== undefined && {
      expirationSeconds: reader.integer('expiration', expiration, longestExpirationSeconds),
    }),
    ...(isObject(extras) && { extras }),
  };
}

/** `card_tokens`: saved cards of the account, three at most, for an integration that can charge them. */
export function readCardTokens(app: PaymobApp, reader: FieldReader, integrations: readonly Integration[]): string[] {
  const tokens = reader.list('card_tokens', reader.optional('card_tokens'));
  if (tokens.length > maxCardTokens) reader.fail('card_tokens', `Ensure this field has no more than 3 elements.`);
  for (const token of tokens)
    if (!app.state.cardTokens.some((each) => each.token === token && each.isLive === integrations[0]?.isLive))
      reader.fail('card_tokens', 'A token does not exist.');
  // In live mode only a card-on-file integration charges saved cards; in test mode the 3-D Secure one does too.
  const charges = ({ slot, isLive }: Integration): boolean =>
    slot === 'cardOnFile' || (!isLive && (slot === 'card' || slot === 'cardAuth'));
  if (tokens.length > 0 && !integrations.some(charges))
    reader.fail('card_tokens', 'No integration among the payment methods charges saved cards.');
  return tokens.filter((token) => typeof token === 'string');
}
