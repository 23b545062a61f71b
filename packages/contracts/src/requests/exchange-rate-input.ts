import { z } from 'zod';
import { Currency, Mode } from '../enums.ts';
import { requiredText, timestampInput } from '../primitives.ts';

/** At most fifteen digits in all, so that a number holds them exactly. */
const plainRate = /^\d{1,9}(\.\d{1,6})?$/;

/** An exchange rate that a client sends, as a number or as text: above 0, below a thousand million, six decimals. */
export const rateInput = z
  .union([z.number(), z.string()], 'must be a number')
  .refine(
    (value) => plainRate.test(String(value)),
    'must be a number above 0 and below 1000000000 with at most six decimals',
  )
  .refine((value) => Number(value) > 0, 'must be above 0')
  .transform(Number)
  .meta({ type: ['number', 'string'], examples: [48.5] });

const pair = {
  base: Currency.describe('Currency of the prices.'),
  quote: Currency.describe('Currency in which payments are processed.'),
  rate: rateInput.describe(
    'One major unit of `base` equals `rate` major units of `quote`. At most six decimals, as a number or a string; stored exactly.',
  ),
  fetchedAt: timestampInput.optional().describe('When the rate was fetched, in real time. Defaults to now.'),
};
const isPair = ({ base, quote }: { base: string; quote: string }): boolean => base !== quote;
const samePair = { message: 'must be another currency than base', path: ['quote'] };

/** The body of PUT /test-helpers/exchange-rates. */
export const SetTestExchangeRate = z
  .strictObject(pair)
  .refine(isPair, samePair)
  .meta({ id: 'SetTestExchangeRate', description: 'A test-mode exchange rate of one account.' });
export type SetTestExchangeRate = z.infer<typeof SetTestExchangeRate>;

/** The body of PUT /operator/exchange-rates. */
export const SetExchangeRates = z
  .strictObject({
    rates: z.array(z.strictObject(pair).refine(isPair, samePair)).min(1).max(1_000),
    source: requiredText(100)
      .refine(
        (source) => source !== 'seed',
        'must not be seed, which is reserved for the rates that test mode starts with',
      )
      .default('operator')
      .describe('Source of the rates.'),
    mode: Mode.optional().describe('Mode of the rates. If absent, both modes.'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Validates the rates and returns what would change, without saving anything.'),
  })
  .superRefine(({ rates }, { addIssue }) => {
    const seen = new Set<string>();
    rates.forEach(({ base, quote }, index) => {
      const name = `${base} to ${quote}`;
      if (seen.has(name))
        addIssue({ code: 'custom', message: `must name ${name} only once`, path: ['rates', index], input: rates });
      seen.add(name);
    });
  })
  .meta({ id: 'SetExchangeRates', description: 'Exchange rates for all accounts.' });
export type SetExchangeRates = z.infer<typeof SetExchangeRates>;
