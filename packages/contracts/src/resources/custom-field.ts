import { z } from 'zod';
import { CustomFieldType, LimitType } from '../enums.ts';

/** A question that the merchant adds to the checkout; the member named by `type` holds the answer. */
export const CustomField = z
  .object({
    key: z.string().describe('Yours, unique within the checkout.'),
    label: z.string().describe('Shown to the buyer.'),
    type: CustomFieldType,
    isOptional: z.boolean(),
    hasLimits: z.boolean(),
    limitType: LimitType.optional().describe('Which of the character limits count.'),
    minCharacters: z.int().optional(),
    maxCharacters: z.int().optional(),
    dropdownOptions: z.array(z.object({ label: z.string(), value: z.string() })).describe('For DROPDOWN.'),
    text: z
      .object({ value: z.string().nullable(), defaultValue: z.string().nullable() })
      .optional()
      .describe('For TEXT.'),
    numeric: z
      .object({ value: z.string().nullable().describe('Digits only.') })
      .optional()
      .describe('For NUMERIC.'),
    dropdown: z.object({ value: z.string().nullable() }).optional().describe('For DROPDOWN.'),
  })
  .meta({ id: 'CustomField', description: 'A question that the merchant adds to the checkout.' });
export type CustomField = z.infer<typeof CustomField>;
