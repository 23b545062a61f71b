import type { ExchangeRate, SetTestExchangeRate } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { fetchedAtOf, insertRates } from './set-exchange-rates.ts';

/** Sets a rate for the test mode of the caller's account. @throws Problem `parameter_invalid`: fetched in the future */
export async function setTestExchangeRate(
  tx: Tx,
  { base, quote, rate, fetchedAt }: SetTestExchangeRate,
): Promise<ExchangeRate> {
  const { merchantId, livemode } = tx.scope;
  const own = { merchantId, livemode, base, quote, rate, source: 'test_helper' };
  const [row] = await insertRates(tx, [{ ...own, fetchedAt: fetchedAtOf(fetchedAt, 'fetchedAt') }]);
  if (!row) throw new Error('bug: a rate was not written');
  return toExchangeRateResource(row);
}
