import { newId, Problem, type Tx } from '@mizan/service-kit';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { exchangeRates } from './exchange-rate.table.ts';
import type { CurrencyPair } from './find-rates.ts';

/** A rate that is to be set. */
export interface NewRate extends CurrencyPair {
  readonly merchantId: string;
  readonly livemode: boolean;
  /** At most six decimals. */
  readonly rate: number;
  readonly source: string;
  readonly fetchedAt: Date;
}

/** Writes rates; earlier ones are kept for the payments that were priced with them. Returns the rows in the order given. */
export async function insertRates(tx: Tx, rates: readonly NewRate[]): Promise<ExchangeRateRow[]> {
  const createdAt = new Date();
  const rows = rates.map(({ merchantId, livemode, base, quote, rate, source, fetchedAt }): ExchangeRateRow => ({
    id: newId('fxr'),
    merchantId,
    livemode,
    base,
    quote,
    rate: rate.toFixed(6),
    source,
    fetchedAt,
    createdAt,
  }));
  await tx.sql`
    ${exchangeRates.insert(rows)}`;
  return rows;
}

/** How far a clock that is not ours may be ahead. */
const clockSkewMs = 5 * 60_000;

export function fetchedAtOf(given: string | undefined, param: string): Date {
  const fetchedAt = given === undefined ? new Date() : new Date(given);
  if (fetchedAt.getTime() <= Date.now() + clockSkewMs) return fetchedAt;
  throw new Problem('parameter_invalid', `${param} must not be in the future.`, { param });
}
