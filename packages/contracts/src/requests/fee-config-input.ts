import { z } from 'zod';
import { FeeConfigSource } from '../enums.ts';

/** A percentage as it is written: at most four decimals. */
const plainPercent = /^\d{1,3}(\.\d{1,4})?$/;

/** VAT that a merchant collects, percent: 14 is 14 %. */
export const vatCollectionRateInput = z
  .number()
  .refine((rate) => rate > 0 && rate <= 100, 'must be above 0 and at most 100')
  .refine((rate) => plainPercent.test(String(rate)), 'must have at most four decimals')
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 100,
    description: 'Percentage: 14 means 14 %.',
    examples: [14],
  });

/** Who bears the fee and whether VAT is added, as a client sends it. What is left out is taken from the next wider place. */
export const feeConfigInput = z
  .strictObject({
    feesPassThrough: z.boolean().optional().describe('Whether the buyer pays the fee on top of the amount.'),
    vatCollectionEnabled: z
      .boolean()
      .optional()
      .describe('Whether VAT is added to the prices, which do not include it.'),
    vatCollectionRate: vatCollectionRateInput.optional(),
    source: FeeConfigSource.optional().meta({ readOnly: true, description: 'Ignored.' }),
  })
  .describe('Fields that you omit default to those of the payment link, then to those of the account.');
export type FeeConfigInput = z.infer<typeof feeConfigInput>;
