import { z } from 'zod';
import { Currency } from '../enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** What one major unit of a currency is in another. A rate never changes: a new one takes its place. */
export const ExchangeRate = namedObject('ExchangeRate', 'The exchange rate between two currencies.', {
  id: z.string().describe('`fxr_…`'),
  object: z.literal('exchange_rate'),
  base: Currency.describe('Currency of the prices.'),
  quote: Currency.describe('Currency in which payments are processed.'),
  rate: z.number().describe('One major unit of `base` equals `rate` major units of `quote`. At most six decimals.'),
  source: z.string().describe('Source of the rate. `seed` for the rates that test mode starts with.'),
  fetchedAt: Timestamp.describe(
    'In real time. The rate becomes stale after 26 hours and is then not used for payments.',
  ),
  isStale: z.boolean(),
  livemode: z.boolean(),
  createdAt: Timestamp,
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** The result of setting exchange rates, or of a dry run. */
export const ExchangeRateChanges = z
  .object({
    dryRun: z.boolean().describe('True if nothing was saved.'),
    changes: z.array(
      z.object({
        base: Currency,
        quote: Currency,
        livemode: z.boolean(),
        rate: z.number(),
        previousRate: z.number().nullable().describe('The previous rate. `null` if there was none.'),
        id: z.string().nullable().describe('`fxr_…`. `null` in a dry run.'),
        warnings: z
          .array(z.string())
          .describe(
            'Why you should check the rate: few significant digits, a large change, or a time of `fetchedAt` with which it does not apply.',
          ),
      }),
    ),
  })
  .meta({ id: 'ExchangeRateChanges', description: 'The result of setting exchange rates, or of a dry run.' });
export type ExchangeRateChanges = z.infer<typeof ExchangeRateChanges>;
