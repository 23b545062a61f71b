import { LimitType, CustomFieldType } from '../enums.ts';
import { charactersOf, failWith, isGiven, requiredText, text } from '../primitives.ts';
import { z } from 'zod';

/** The length limits of a custom field. */
export interface LengthLimits {
  readonly hasLimits: boolean;
  readonly limitType?: LimitType | null | undefined;
  readonly minCharacters?: number | null | undefined;
  readonly maxCharacters?: number | null | undefined;
}

/** What is wrong with the length of an answer, as the end of a sentence; undefined when nothing is. */
export function lengthError(limits: LengthLimits, value: string): string | undefined {
  const { hasLimits, limitType } = limits;
  if (!hasLimits) return undefined;
  const [min, max] = [limits.minCharacters ?? 1, limits.maxCharacters ?? 255];
  const length = charactersOf(value);
  if (limitType === 'EXACTLY' && length !== min) return `must have ${min} characters`;
  if ((limitType === 'AT_LEAST' || limitType === 'BETWEEN') && length < min)
    return `must have at least ${min} characters`;
  if ((limitType === 'AT_MOST' || limitType === 'BETWEEN') && length > max)
    return `must have at most ${max} characters`;
  return undefined;
}

const characters = z.int().min(1).max(255);

const answer = z
  .string()
  .nullish()
  .meta({ readOnly: true, description: "Read-only: the buyer's answer. Accepted and ignored in requests." });

/** What {@link checkCustomField} looks at. */
interface CheckedField extends LengthLimits {
  readonly type: CustomFieldType;
  readonly dropdownOptions: readonly unknown[];
  readonly text?: { readonly defaultValue?: string | null | undefined } | null | undefined;
}

/** A custom field to add to a checkout. */
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
      .describe('TEXT fields only.'),
    numeric: z.strictObject({ value: z.null().optional() }).nullish(),
    dropdown: z.strictObject({ value: z.null().optional() }).nullish(),
  })
  .superRefine(checkCustomField)
  .meta({ id: 'CustomFieldInput', description: 'A custom field to add to a checkout.' });
export type CustomFieldInput = z.infer<typeof CustomFieldInput>;

/** A question as it shall be; the answer that it shows may come back with it and is left as it is. */
export const CustomFieldChange = z
  .strictObject({
    ...CustomFieldInput.shape,
    text: z
      .strictObject({ value: answer, defaultValue: text(255).nullish() })
      .nullish()
      .describe('TEXT fields only.'),
    numeric: z.strictObject({ value: answer }).nullish(),
    dropdown: z.strictObject({ value: answer }).nullish(),
  })
  .superRefine(checkCustomField)
  .meta({ id: 'CustomFieldChange', description: 'The custom field after the update.' });

const fieldsOf = <S extends z.ZodType<{ key: string }>>(field: S) =>
  z
    .array(field)
    .refine((fields) => fields.length <= 3, failWith('parameter_out_of_range', 'must have at most 3 fields'))
    .refine((fields) => new Set(fields.map((f) => f.key)).size === fields.length, 'must have unique keys')
    .meta({ maxItems: 3 });

/** The questions of a checkout: at most three, with keys of their own. */
export const customFieldsInput = fieldsOf(CustomFieldInput);
/** All questions as they shall be. */
export const customFieldChanges = fieldsOf(CustomFieldChange).describe('Replaces all custom fields.');

function checkCustomField(field: CheckedField, context: z.RefinementCtx): void {
  const fail = (name: string, message: string, requires = false) => failAt([name], message, requires);
  const failAt = (path: string[], message: string, requires = false) =>
    context.issues.push({
      ...(requires ? failWith('parameter_requires_another', message) : { message }),
      code: 'custom',
      input: undefined,
      path,
    });
  const { hasLimits, limitType, minCharacters: min, maxCharacters: max } = field;
  if (field.type === 'DROPDOWN' && field.dropdownOptions.length === 0)
    fail('dropdownOptions', 'must have at least one option');
  if (field.type !== 'DROPDOWN' && field.dropdownOptions.length > 0)
    fail('dropdownOptions', 'is allowed only for DROPDOWN fields');
  if (field.type !== 'TEXT' && field.text) fail('text', 'is allowed only for TEXT fields');
  if (hasLimits && !limitType) fail('hasLimits', 'requires limitType', true);
  if (!hasLimits && isGiven(limitType ?? min ?? max)) fail('hasLimits', 'must be true if limits are set');
  if (hasLimits && limitType !== 'AT_MOST' && !isGiven(min)) fail('minCharacters', `is required for ${limitType}`);
  if (hasLimits && (limitType === 'AT_MOST' || limitType === 'BETWEEN') && !isGiven(max)) {
    fail('maxCharacters', `is required for ${limitType}`);
  }
  if (isGiven(min) && isGiven(max) && min > max) fail('maxCharacters', 'must not be below minCharacters');
  const complaint = field.text?.defaultValue && lengthError(field, field.text.defaultValue);
  if (complaint) failAt(['text', 'defaultValue'], complaint);
}
