import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Currency } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** What one major unit of a currency is in another. Rows are never changed: payments keep the one they were priced with. */
export const ExchangeRateEntity = defineEntity({
  name: 'ExchangeRate',
  tableName: 'exchange_rates',
  properties: {
    id: id().primary(),
    /** {@link allMerchants}, or the account whose test mode alone has it. */
    ...scopeColumns(),
    base: p.text().$type<Currency>(),
    quote: p.text().$type<Currency>(),
    rate: p.decimal().precision(20).scale(6),
    source: p.text(),
    /** Real time, whatever the clock of test mode says. */
    fetchedAt: moment(),
    createdAt: moment(),
  },
  checks: [
    { name: 'exchange_rates_rate', expression: 'rate > 0 and rate < 1000000000' },
    { name: 'exchange_rates_pair', expression: 'base <> quote' },
    { name: 'exchange_rates_own', expression: `merchant_id = '' or not livemode` },
  ],
  indexes: indexesOf('exchange_rates', { newest: '(merchant_id, livemode, base, quote, fetched_at desc, id desc)' }),
});

/** Which accounts were notified that a rate is stale: each is notified once. */
export const StaleRateNoticeEntity = defineEntity({
  name: 'StaleRateNotice',
  tableName: 'stale_rate_notices',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    rateId: id().primary(),
    createdAt: moment(),
  },
});

/** A row of `exchange_rates`, as raw SQL reads it: the rate as exact decimal text. */
export type ExchangeRateRow = InferEntity<typeof ExchangeRateEntity>;
