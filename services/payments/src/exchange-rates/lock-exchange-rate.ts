import type { ExchangeRate } from '@mizan/contracts';
import { type Database, Problem, type Reader } from '@mizan/service-kit';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { type CurrencyPair, findRate, isStale } from './find-rates.ts';

/**
 * The rate that a payment in another currency is priced with, for its whole life: whoever asks keeps its id and value.
 *
 * @throws Problem `exchange_rate_not_found`: there is no such rate, or it is stale, which the account is told once
 */
export async function lockExchangeRate(
  db: Pick<Database, 'transact'>,
  reader: Reader,
  pair: CurrencyPair,
): Promise<{ exchangeRate: ExchangeRate }> {
  const { base, quote } = pair;
  const param = { param: 'currency' };
  const rate = await findRate(reader, pair);
  if (!rate) throw new Problem('exchange_rate_not_found', `There is no exchange rate from ${base} to ${quote}.`, param);
  if (!isStale(rate)) return { exchangeRate: toExchangeRateResource(rate) };
  await emitStale(db, reader, rate);
  const since = rate.fetched_at.toISOString();
  throw new Problem('exchange_rate_not_found', `The exchange rate from ${base} to ${quote} is of ${since}.`, param);
}

/** In a transaction of its own, for what asked is about to be refused. */
const emitStale = (db: Pick<Database, 'transact'>, { scope }: Reader, rate: ExchangeRateRow): Promise<void> =>
  db.transact(scope, async (tx) => {
    const isNews = await tx.one`
      insert into stale_rate_notices (merchant_id, livemode, rate_id, created_at)
      values (${scope.merchantId}, ${scope.livemode}, ${rate.id}, ${tx.now})
      on conflict do nothing returning rate_id`;
    if (isNews) tx.emit('exchange_rate.stale', { object: toExchangeRateResource(rate), version: 1 });
  });
