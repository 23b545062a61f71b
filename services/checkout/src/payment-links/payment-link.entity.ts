import { defineEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';
import type { LinkSnapshot } from './link.ts';

const id = () => p.text().collation('C');
/** `json`, not `jsonb`: it is read and written as a whole, and fields come back in the order they were written. */
const snapshot = <T>() => p.json<T>().columnType('json');

/** A payment link with its lines as they were offered when they were last written. */
export const PaymentLinkEntity = defineEntity({
  name: 'PaymentLink',
  tableName: 'payment_links',
  properties: {
    id: id().primary(),
    merchantId: id(),
    livemode: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** The last part of its address, which cannot be guessed. */
    slug: id(),
    active: p.boolean(),
    expiresAt: p.datetime(3).strictNullable(),
    /** True once `payment_link.expired` was published for `expiresAt`. */
    hasExpired: p.boolean(),
    maxCompletions: p.integer().strictNullable(),
    currency: p.text().$type<Currency>(),
    computedAmount: p.bigint('number'),
    lineItems: snapshot<LinkSnapshot['lineItems']>(),
    customFields: snapshot<LinkSnapshot['customFields']>(),
    settings: snapshot<LinkSnapshot['settings']>(),
    /** What a search matches: names, descriptions and unit labels of the products. */
    searchText: p.text(),
    /** The products of that text. */
    productIds: p.array().default([]),
  },
  uniques: [{ name: 'payment_links_slug', properties: ['slug'] }],
  checks: checksOf('payment_links', {
    computed_amount: 'computed_amount >= 0 and computed_amount <= 999999999999',
    max_completions: 'max_completions > 0',
    expired: 'not has_expired or expires_at is not null',
  }),
  indexes: indexesOf('payment_links', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    search: 'using gin (search_text public.gin_trgm_ops)',
    products: 'using gin (product_ids)',
    due: '(expires_at) where not has_expired and expires_at is not null',
  }),
});
