import type { ComponentChildren } from 'preact';
import { controlId, type FormContext } from './form-context.ts';

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly form: FormContext;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** Narrow fields share a row. */
  readonly isHalf?: boolean;
}

type ControlAttributes = ReturnType<typeof controlAttributes>;

const controlAttributes = ({ name, form, hint, isOptional }: FieldProps) => ({
  id: controlId(name),
  name,
  disabled: form.isDisabled,
  value: form.values[name] ?? '',
  'aria-invalid': form.errors[name] ? ('true' as const) : undefined,
  'aria-describedby': (form.errors[name] ?? hint) ? `${controlId(name)}-note` : undefined,
  'aria-required': isOptional ? undefined : ('true' as const),
  onBlur: () => form.leave(name),
});

/** A label, a control, and below it a hint or what is wrong. */
function Field(props: FieldProps & { readonly children: (attributes: ControlAttributes) => ComponentChildren }) {
  const { name, label, form, hint, isOptional, isHalf, children } = props;
  const id = controlId(name);
  const error = form.errors[name];
  const note = error ?? hint;
  return (
    <div class={`field${isHalf ? ' field-half' : ''}${error ? ' field-wrong' : ''}`}>
      <label for={id}>
        {label} {isOptional && <span class="optional">({form.optional})</span>}
      </label>
      {children(controlAttributes(props))}
      {note && (
        <p class={error ? 'note note-wrong' : 'note'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

type InputProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly inputmode?: 'email' | 'tel' | 'numeric' | undefined;
  readonly maxLength?: number;
  /** Written from left to right in every language: addresses of e-mail, numbers. */
  readonly isLatin?: boolean;
};

/** A field of one line of text. */
export function TextField({ type = 'text', autocomplete, inputmode, maxLength = 250, isLatin, ...field }: InputProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          class="control"
          type={type as 'text'} // the library's types know each type as an element of its own
          autocomplete={autocomplete}
          inputMode={inputmode}
          maxLength={maxLength}
          dir={isLatin ? 'ltr' : undefined}
          onInput={(event) => field.form.change(field.name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

type SelectProps = FieldProps & {
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** A field with a closed list of answers. */
export function SelectField({ autocomplete, placeholder, options, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select
          {...attributes}
          class="control select"
          autocomplete={autocomplete}
          onChange={(event) => field.form.change(field.name, event.currentTarget.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
