import { z } from 'zod';
import { Currency, Mode } from '../enums.ts';
import { requiredText, timestampInput } from '../primitives.ts';

/** At most fifteen digits in all, so that a number holds them exactly. */
const plainRate = /^\d{1,9}(\.\d{1,6})?$/;

/** An exchange rate that a client sends, as a number or as text: above 0, below a thousand million, six decimals. */
export const rateInput = z
  .union([z.number(), z.string()], 'must be a number')
  .refine((value) => plainRate.test(String(value)), 'must be below 1000000000 with at most six decimals')
  .refine((value) => Number(value) > 0, 'must be above 0')
  .transform(Number)
  .meta({ type: ['number', 'string'], examples: [48.5] });

const pair = {
  base: Currency.describe('What prices are in.'),
  quote: Currency.describe('What is processed.'),
  rate: rateInput.describe(
    'One major unit of `base` is `rate` major units of `quote`; at most six decimals. As a number or as text, and kept exactly.',
  ),
  fetchedAt: timestampInput.optional().describe('When it was fetched, real time; now when absent.'),
};
const isPair = ({ base, quote }: { base: string; quote: string }): boolean => base !== quote;
const samePair = { message: 'must be another currency than base', path: ['quote'] };

/** The body of PUT /test-helpers/exchange-rates. */
export const SetTestExchangeRate = z
  .strictObject(pair)
  .refine(isPair, samePair)
  .meta({ id: 'SetTestExchangeRate', description: 'A rate of the test mode of one account.' });
export type SetTestExchangeRate = z.infer<typeof SetTestExchangeRate>;

/** The body of PUT /operator/exchange-rates. */
export const SetExchangeRates = z
  .strictObject({
    rates: z.array(z.strictObject(pair).refine(isPair, samePair)).min(1).max(1_000),
    source: requiredText(100)
      .refine((source) => source !== 'seed', 'must not be seed: that is what test mode comes with')
      .default('operator')
      .describe('Where the rates come from.'),
    mode: Mode.optional().describe('Of which mode; both when absent.'),
    dryRun: z.boolean().default(false).describe('Checks and answers what would change, and writes nothing.'),
  })
  .superRefine(({ rates }, { addIssue }) => {
    const seen = new Set<string>();
    rates.forEach(({ base, quote }, index) => {
      const name = `${base} to ${quote}`;
      if (seen.has(name))
        addIssue({ code: 'custom', message: `must name ${name} once only`, path: ['rates', index], input: rates });
      seen.add(name);
    });
  })
  .meta({ id: 'SetExchangeRates', description: 'Rates for all accounts.' });
export type SetExchangeRates = z.infer<typeof SetExchangeRates>;
