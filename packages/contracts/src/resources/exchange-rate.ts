import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Timestamp } from '../primitives.ts';

/** What one major unit of a currency is in another. A rate never changes: a new one takes its place. */
export const ExchangeRate = z
  .object({
    id: z.string().describe('`fxr_…`'),
    object: z.literal('exchange_rate'),
    base: Currency.describe('What prices are in.'),
    quote: Currency.describe('What is processed.'),
    rate: z.number().describe('One major unit of `base` is `rate` major units of `quote`; at most six decimals.'),
    source: z.string().describe('Who said so; `seed` for the rates that test mode comes with.'),
    fetchedAt: Timestamp.describe('Real time. 26 hours later it is stale, and no payment is priced with it.'),
    isStale: z.boolean(),
    livemode: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'ExchangeRate', description: 'What one major unit of a currency is in another.' });
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** What setting rates did, or would do. */
export const ExchangeRateChanges = z
  .object({
    dryRun: z.boolean().describe('True: nothing was written.'),
    changes: z.array(
      z.object({
        base: Currency,
        quote: Currency,
        livemode: z.boolean(),
        rate: z.number(),
        previousRate: z.number().nullable().describe('The one that held before; null when there was none.'),
        id: z.string().nullable().describe('`fxr_…`; null in a dry run.'),
        warnings: z.array(z.string()).describe('Worth a look: few significant digits, or a large step.'),
      }),
    ),
  })
  .meta({ id: 'ExchangeRateChanges', description: 'What setting rates did, or would do.' });
export type ExchangeRateChanges = z.infer<typeof ExchangeRateChanges>;
