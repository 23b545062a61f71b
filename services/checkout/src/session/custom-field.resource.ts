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
    ...emptyAnswer(input),
  };
}

function emptyAnswer({ type, text }: CustomFieldInput): Pick<CustomField, 'text' | 'numeric' | 'dropdown'> {
  switch (type) {
    case 'TEXT':
      return { text: { value: null, defaultValue: text?.defaultValue ?? null } };
    case 'NUMERIC':
      return { numeric: { value: null } };
    case 'DROPDOWN':
      return { dropdown: { value: null } };
  }
}
