import { fragment, newId, type Tx } from '@mizan/service-kit';
import { rowsOf } from '../rows.ts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import type { CurrencyPair } from './find-rates.ts';

/** A rate that somebody sets. */
export interface NewRate extends CurrencyPair {
  readonly merchantId: string;
  readonly livemode: boolean;
  /** At most six decimals. */
  readonly rate: number;
  readonly source: string;
  readonly fetchedAt: Date;
}

/** Writes rates; those before them stay for the payments that began with them. Answers the rows in the order given. */
export async function insertRates(tx: Tx, rates: readonly NewRate[]): Promise<ExchangeRateRow[]> {
  const createdAt = new Date();
  const rows = rates.map(({ merchantId, livemode, base, quote, rate, source, fetchedAt }): ExchangeRateRow => ({
    id: newId('fxr'),
    merchant_id: merchantId,
    livemode,
    base,
    quote,
    rate: rate.toFixed(6),
    source,
    fetched_at: fetchedAt,
    created_at: createdAt,
  }));
  await tx.sql`
    insert into exchange_rates select * from ${rowsOf(fragment`null::exchange_rates`, rows)}`;
  return rows;
}
