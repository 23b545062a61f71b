import { z } from 'zod';
import { CustomFieldType, LimitType } from '../enums.ts';
import { failWith, isGiven, requiredText, text } from '../primitives.ts';

const characters = z.int().min(1).max(255);

/** A question to add to a checkout. */
export const CustomFieldInput = z
  .strictObject({
    key: z.string().regex(/^[A-Za-z0-9_]{1,200}$/, 'must be 1 to 200 letters, digits or underscores'),
    label: requiredText(50),
    type: CustomFieldType,
    isOptional: z.boolean().default(false),
    hasLimits: z.boolean().default(false),
    limitType: LimitType.nullish(),
    minCharacters: characters.nullish(),
    maxCharacters: characters.nullish(),
    dropdownOptions: z
      .array(z.strictObject({ label: requiredText(200), value: requiredText(200) }))
      .max(200)
      .refine((options) => new Set(options.map((o) => o.value)).size === options.length, 'must have unique values')
      .default([]),
    text: z
      .strictObject({ value: z.null().optional(), defaultValue: text(255).nullish() })
      .nullish()
      .describe('TEXT only.'),
    numeric: z.strictObject({ value: z.null().optional() }).nullish(),
    dropdown: z.strictObject({ value: z.null().optional() }).nullish(),
  })
  .superRefine((field, context) => {
    const fail = (name: string, message: string, requires = false) =>
      context.issues.push({
        ...(requires ? failWith('parameter_requires_another', message) : { message }),
        code: 'custom',
        input: undefined,
        path: [name],
      });
    const { hasLimits, limitType, minCharacters: min, maxCharacters: max } = field;
    if (field.type === 'DROPDOWN' && field.dropdownOptions.length === 0) fail('dropdownOptions', 'needs an option');
    if (field.type !== 'DROPDOWN' && field.dropdownOptions.length > 0) fail('dropdownOptions', 'is for DROPDOWN only');
    if (field.type !== 'TEXT' && field.text) fail('text', 'is for TEXT only');
    if (hasLimits && !limitType) fail('hasLimits', 'needs limitType', true);
    if (!hasLimits && isGiven(limitType ?? min ?? max)) fail('hasLimits', 'must be true for limits to count');
    if (hasLimits && limitType !== 'AT_MOST' && !isGiven(min)) fail('minCharacters', `is required for ${limitType}`);
    if (hasLimits && (limitType === 'AT_MOST' || limitType === 'BETWEEN') && !isGiven(max)) {
      fail('maxCharacters', `is required for ${limitType}`);
    }
    if (isGiven(min) && isGiven(max) && min > max) fail('maxCharacters', 'must not be below minCharacters');
  })
  .meta({ id: 'CustomFieldInput', description: 'A question to add to a checkout.' });
export type CustomFieldInput = z.infer<typeof CustomFieldInput>;

/** The questions of a checkout: at most three, with keys of their own. */
export const customFieldsInput = z
  .array(CustomFieldInput)
  .refine((fields) => fields.length <= 3, failWith('parameter_out_of_range', 'must have at most 3 fields'))
  .refine((fields) => new Set(fields.map((f) => f.key)).size === fields.length, 'must have unique keys')
  .meta({ maxItems: 3 });
