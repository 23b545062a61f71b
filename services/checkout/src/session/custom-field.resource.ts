import type { CustomField, CustomFieldInput } from '@mizan/contracts';

/** A custom field as a session shows it, without an answer yet. */
export function toCustomField(input: CustomFieldInput): CustomField {
  return {
    key: input.key,
    label: input.label,
    type: input.type,
    isOptional: input.isOptional,
    hasLimits: input.hasLimits,
    ...(input.limitType ? { limitType: input.limitType } : {}),
    ...(input.minCharacters ? { minCharacters: input.minCharacters } : {}),
    ...(input.maxCharacters ? { maxCharacters: input.maxCharacters } : {}),
    dropdownOptions: input.dropdownOptions,
    ...(input.type === 'TEXT' && { text: { value: null, defaultValue: input.text?.defaultValue ?? null } }),
    ...(input.type === 'NUMERIC' && { numeric: { value: null } }),
    ...(input.type === 'DROPDOWN' && { dropdown: { value: null } }),
  };
}
