/** Everything the buyer typed, by field: `email`, `card.number`, `shipping.line1`, `field.size`. */
export type FormValues = Readonly<Record<string, string>>;
/** What is wrong, by field, in the reader's language. */
export type FormErrors = Readonly<Record<string, string>>;

/** What every field needs to know about its form. */
export interface FormContext {
  readonly values: FormValues;
  /** Errors that the buyer should see by now. */
  readonly errors: FormErrors;
  readonly isDisabled: boolean;
  /** The word "optional" in the reader's language. */
  readonly optional: string;
  readonly change: (name: string, value: string) => void;
  readonly leave: (name: string) => void;
}

/** The id of a field's control, by which a field with an error is found and focused. */
export const controlId = (name: string): string => `f-${name.replace(/[^\w-]/g, '-')}`;
