import { lengthError, type CustomField, type UpdateHostedCheckout } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

type Answers = NonNullable<UpdateHostedCheckout['customFields']>;

/**
 * The custom fields with a buyer's answers; those not sent keep theirs, and a blank answer removes one,
 * or the default.
 *
 * @throws Problem `parameter_invalid` | `validation_error`: no such field, or not an answer that it accepts
 */
export function answerFields(fields: readonly CustomField[], answers: Answers): CustomField[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  answers.forEach((answer, index) => {
    const param = `customFields[${index}]`;
    const field = byKey.get(answer.key);
    if (!field) throw new Problem('parameter_invalid', 'No such custom field.', { param: `${param}.key` });
    const form = formOf(field);
    const other = (['text', 'numeric', 'dropdown'] as const).find((name) => name !== form && answer[name]);
    const wrongForm = `Answer a ${field.type} field with ${form}.`;
    if (other) throw new Problem('parameter_invalid', wrongForm, { param: `${param}.${other}` });
    const value = answer[form]?.value;
    if (value !== undefined) byKey.set(field.key, withValue(field, toAnswer(field, value)));
  });
  return [...byKey.values()];
}

/** The custom fields as a confirm stores them, with defaults. @throws Problem `validation_error`: one has no answer */
export function completeFields(fields: readonly CustomField[]): CustomField[] {
  return fields.map((field) => {
    const given = valueOf(field);
    if (given === cleared && field.isOptional) return field;
    const value = nonBlank(given) ?? defaultOf(field);
    if (value === null && !field.isOptional) throw refused(field, 'is required');
    return value === given ? field : withValue(field, value);
  });
}

/** The answer of a buyer who removed the default of an optional field; null there is no answer yet. */
const cleared = '';

const toAnswer = (field: CustomField, value: string | null): string | null =>
  nonBlank(value) ?? (field.isOptional && defaultOf(field) !== null ? cleared : null);

const defaultOf = ({ text }: CustomField): string | null => nonBlank(text?.defaultValue ?? null);

/** Null for blank text. */
const nonBlank = (value: string | null): string | null => (value?.trim() ? value : null);

const formOf = ({ type }: CustomField): 'text' | 'numeric' | 'dropdown' =>
  type === 'TEXT' ? 'text' : type === 'NUMERIC' ? 'numeric' : 'dropdown';

const valueOf = (field: CustomField): string | null => field[formOf(field)]?.value ?? null;

function withValue(field: CustomField, value: string | null): CustomField {
  if (value !== null && value !== cleared) assertValue(field, value);
  const form = formOf(field);
  if (form === 'text') return { ...field, text: { value, defaultValue: field.text?.defaultValue ?? null } };
  return { ...field, [form]: { value } };
}

function assertValue(field: CustomField, value: string): void {
  if (field.type === 'NUMERIC' && !/^\d+$/.test(value)) throw refused(field, 'must be digits only');
  if (field.type === 'DROPDOWN' && !field.dropdownOptions.some((option) => option.value === value))
    throw refused(field, 'must be one of its options');
  const complaint = field.type === 'DROPDOWN' ? undefined : lengthError(field, value);
  if (complaint) throw refused(field, complaint);
}

const refused = ({ key, label }: CustomField, complaint: string): Problem =>
  new Problem('validation_error', `${label} ${complaint}.`, { param: `customFields[${key}]` });
