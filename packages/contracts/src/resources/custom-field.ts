import { z } from 'zod';
import { cuttable } from '../bounds.ts';
import { CustomFieldType, LimitType } from '../enums.ts';
import { namedObject } from '../primitives.ts';

/** A question that the merchant adds to the checkout; the member named by `type` holds the answer. */
export const CustomField = namedObject('CustomField', 'A custom field that the buyer fills in during checkout.', {
  key: z.string().describe('Your key of the field. Unique within the checkout.'),
  label: z.string().describe('Label shown to the buyer.'),
  type: CustomFieldType,
  isOptional: z.boolean(),
  hasLimits: z.boolean(),
  limitType: LimitType.optional().describe('Which of the length limits apply.'),
  minCharacters: z.int().optional(),
  maxCharacters: z.int().optional(),
  dropdownOptions: cuttable(
    z.array(z.object({ label: z.string(), value: z.string() })).describe('DROPDOWN fields only.'),
    'first',
  ),
  text: z
    .object({
      value: z.string().nullable().describe('Empty if the buyer removed the `defaultValue` of an optional field.'),
      defaultValue: z.string().nullable(),
    })
    .optional()
    .describe('TEXT fields only.'),
  numeric: z
    .object({ value: z.string().nullable().describe('Contains digits only.') })
    .optional()
    .describe('NUMERIC fields only.'),
  dropdown: z.object({ value: z.string().nullable() }).optional().describe('DROPDOWN fields only.'),
});
export type CustomField = z.infer<typeof CustomField>;
