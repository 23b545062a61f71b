import type { ExchangeRate, ExchangeRateChanges, SetExchangeRates, SetTestExchangeRate } from '@mizan/contracts';
import { fragment, Problem, type Tx } from '@mizan/service-kit';
import { everybody, type ExchangeRateRow } from './exchange-rate.entity.ts';
import { toExchangeRateResource } from './exchange-rate.resource.ts';
import { holdingRates } from './find-rates.ts';
import { insertRates } from './insert-rates.ts';
import { seedSource } from './staleness.ts';

/** How far a clock that is not ours may be ahead. */
const clockSkewMs = 5 * 60_000;
/** Below it six decimals leave five significant digits or fewer. */
const leastExactRate = 0.01;
/** A step that is more likely a slip of the keyboard than a market. */
const largeStep = 0.2;

/**
 * Sets rates for all accounts, or says what that would change.
 *
 * @throws Problem `parameter_invalid`: fetched in the future
 */
export async function setExchangeRates(tx: Tx, body: SetExchangeRates): Promise<ExchangeRateChanges> {
  const fetched = body.rates.map(({ fetchedAt }, index) => fetchedAtOf(fetchedAt, `rates[${index}].fetchedAt`));
  const modes = body.mode ? [body.mode === 'live'] : [false, true];
  const before = await tx.sql<ExchangeRateRow>`${holdingRates([fragment`and source <> ${seedSource}`])}`;
  const wanted = body.rates.flatMap(({ base, quote, rate }, index) =>
    modes.map((livemode) => ({
      merchantId: everybody,
      livemode,
      base,
      quote,
      rate,
      source: body.source,
      fetchedAt: fetched[index] ?? new Date(),
    })),
  );
  const rows = body.dryRun ? [] : await insertRates(tx, wanted);
  return {
    dryRun: body.dryRun,
    changes: wanted.map(({ base, quote, livemode, rate }, index) => {
      const former = before.find((each) => each.base === base && each.quote === quote && each.livemode === livemode);
      const previousRate = former ? Number(former.rate) : null;
      const id = rows[index]?.id ?? null;
      return { base, quote, livemode, rate, previousRate, id, warnings: warningsOf(rate, previousRate) };
    }),
  };
}

/** Sets a rate for the test mode of the account that asks. @throws Problem `parameter_invalid`: fetched in the future */
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

function fetchedAtOf(given: string | undefined, param: string): Date {
  const fetchedAt = given === undefined ? new Date() : new Date(given);
  if (fetchedAt.getTime() <= Date.now() + clockSkewMs) return fetchedAt;
  throw new Problem('parameter_invalid', `${param} must not be in the future.`, { param });
}

function warningsOf(rate: number, previousRate: number | null): string[] {
  const step = previousRate === null ? 0 : Math.abs(rate / previousRate - 1);
  return [
    ...(rate < leastExactRate ? [`${rate} has few significant digits: six decimals are kept.`] : []),
    ...(step > largeStep ? [`It differs from the one before, ${previousRate}, by ${Math.round(step * 100)} %.`] : []),
  ];
}
