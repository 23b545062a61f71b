import type { ExchangeRateChanges, SetExchangeRates } from '@mizan/contracts';
import { fragment, type Tx } from '@mizan/service-kit';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { allMerchants, applicableRates, seedSource } from './find-rates.ts';
import { fetchedAtOf, insertRates } from './insert-rates.ts';

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
  const before = await tx.sql<ExchangeRateRow>`${applicableRates([fragment`source <> ${seedSource}`])}`;
  const wanted = body.rates.flatMap(({ base, quote, rate }, index) =>
    modes.map((livemode) => ({
      merchantId: allMerchants,
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

function warningsOf(rate: number, previousRate: number | null): string[] {
  const step = previousRate === null ? 0 : Math.abs(rate / previousRate - 1);
  return [
    ...(rate < leastExactRate ? [`${rate} has few significant digits: six decimals are kept.`] : []),
    ...(step > largeStep ? [`It differs from the one before, ${previousRate}, by ${Math.round(step * 100)} %.`] : []),
  ];
}
