import type { ExchangeRate } from '@mizan/contracts';
import { Problem, type Reader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { staleRateNotices } from './exchange-rate.table.ts';
import { type CurrencyPair, findRate, isStale } from './find-rates.ts';

/**
 * The rate that a payment in another currency is priced with, for its whole life: the caller stores its id and value.
 *
 * @throws Problem `exchange_rate_not_found`: none, or a stale one, of which the account is notified once
 */
export async function lockExchangeRate(
  reader: Reader,
  { db }: Pick<App, 'db'>,
  pair: CurrencyPair,
): Promise<{ exchangeRate: ExchangeRate }> {
  const { base, quote } = pair;
  const param = { param: 'currency' };
  const rate = await findRate(reader, pair);
  if (!rate) throw new Problem('exchange_rate_not_found', `There is no exchange rate from ${base} to ${quote}.`, param);
  if (!isStale(rate)) return { exchangeRate: toExchangeRateResource(rate) };
  await emitStale(reader, db, rate);
  const message = `The exchange rate from ${base} to ${quote} is too old. It was fetched at ${rate.fetchedAt.toISOString()}.`;
  throw new Problem('exchange_rate_not_found', message, param);
}

/** In a transaction of its own, because the caller's request is about to be refused. */
const emitStale = ({ scope }: Reader, db: App['db'], rate: ExchangeRateRow): Promise<void> =>
  db.transact(scope, async (tx) => {
    const isFirst = await tx.one`
      ${staleRateNotices.insert([{ ...scope, rateId: rate.id, createdAt: tx.now }])}
      on conflict do nothing returning rate_id`;
    if (isFirst) tx.emit('exchange_rate.stale', { object: toExchangeRateResource(rate), version: 1 });
  });
