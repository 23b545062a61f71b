import type { ExchangeRateChanges, SetExchangeRates } from '@mizan/contracts';
import { fragment, newId, Problem, type Tx } from '@mizan/service-kit';
import type { ExchangeRateRow } from './exchange-rate.entity.ts';
import { exchangeRates } from './exchange-rate.table.ts';
import { allMerchants, applicableRates, isStale, maxRateAgeMs, seedSource } from './find-rates.ts';

/** Below it six decimals leave five significant digits or fewer. */
const leastExactRate = 0.01;
/** A step that is more likely a slip of the keyboard than a market. */
const largeStep = 0.2;

/** Sets rates for all accounts, or says what that would change. @throws Problem `parameter_invalid`: fetched in the future */
export async function setExchangeRates(tx: Tx, body: SetExchangeRates): Promise<ExchangeRateChanges> {
  const { source } = body;
  const modes = body.mode ? [body.mode === 'live'] : [false, true];
  const wanted = body.rates.flatMap(({ base, quote, rate, ...given }, index) => {
    const fetchedAt = fetchedAtOf(given.fetchedAt, `rates[${index}].fetchedAt`);
    return modes.map((livemode) => ({ merchantId: allMerchants, livemode, base, quote, rate, source, fetchedAt }));
  });
  const before = await tx.sql<ExchangeRateRow>`${applicableRates([fragment`source <> ${seedSource}`])}`;
  const rows = body.dryRun ? [] : await insertRates(tx, wanted);
  return {
    dryRun: body.dryRun,
    changes: wanted.map((each, index) => {
      const { base, quote, livemode, rate } = each;
      const former = before.find((one) => one.base === base && one.quote === quote && one.livemode === livemode);
      const previousRate = former ? Number(former.rate) : null;
      const id = rows[index]?.id ?? null;
      return { base, quote, livemode, rate, previousRate, id, warnings: warningsOf(each, former) };
    }),
  };
}

/** A rate that is to be set, with at most six decimals. */
type NewRate = Omit<ExchangeRateRow, 'id' | 'rate' | 'createdAt'> & { readonly rate: number };

/** @param former the rate that applied before */
function warningsOf(wanted: NewRate, former: ExchangeRateRow | undefined): string[] {
  const { rate, fetchedAt } = wanted;
  const step = former ? Math.abs(rate / Number(former.rate) - 1) : 0;
  const isOlder = former !== undefined && !isStale(former) && former.fetchedAt > fetchedAt;
  return [
    ...(rate < leastExactRate ? [`${rate} has few significant digits: six decimals are kept.`] : []),
    ...(former && step > largeStep
      ? [`It differs from the one before, ${Number(former.rate)}, by ${Math.round(step * 100)} %.`]
      : []),
    ...(isStale(wanted)
      ? [
          `It cannot be used: it was fetched more than ${maxRateAgeMs / 3_600_000} hours ago, at ${fetchedAt.toISOString()}.`,
        ]
      : []),
    ...(isOlder
      ? [`It does not apply: ${Number(former.rate)}, fetched at ${former.fetchedAt.toISOString()}, is newer.`]
      : []),
  ];
}

/** Writes rates; earlier ones are kept for the payments that were priced with them. Returns the rows in the order given. */
export async function insertRates(tx: Tx, rates: readonly NewRate[]): Promise<ExchangeRateRow[]> {
  const createdAt = new Date();
  const rows = rates.map((rate) => ({ ...rate, id: newId('fxr'), rate: rate.rate.toFixed(6), createdAt }));
  await tx.sql`${exchangeRates.insert(rows)}`;
  return rows;
}

/** How far a clock that is not ours may be ahead. */
const clockSkewMs = 5 * 60_000;

export function fetchedAtOf(given: string | undefined, param: string): Date {
  const fetchedAt = given === undefined ? new Date() : new Date(given);
  if (fetchedAt.getTime() <= Date.now() + clockSkewMs) return fetchedAt;
  throw new Problem('parameter_invalid', `${param} must not be in the future.`, { param });
}
