import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Texts } from '../../texts/texts.ts';
import { controlId, type FormContext } from '../fields/form-context.ts';
import { brandMarks } from './brand-marks.tsx';
import { formatExpiry } from './card-expiry.ts';
import { brandOf, caretAfter, digitsOf, formatCardNumber } from './card-number.ts';

const names = ['card.number', 'card.expiry', 'card.cvc'] as const;

/** Number, expiry date and security code of a card, in one frame. */
export function CardFields({ form, texts }: { form: FormContext; texts: Texts }) {
  const wrong = names.filter((name) => form.errors[name]);
  return (
    <div class="field">
      <fieldset class="card" disabled={form.isDisabled}>
        <legend>{texts.cardDetails}</legend>
        <div class={`card-frame${wrong.length > 0 ? ' card-frame-wrong' : ''}`}>
          <NumberInput form={form} label={texts.cardNumber} />
          <div class="card-half">
            <ExpiryInput form={form} label={texts.expiryLong} placeholder={texts.expiryFormat} />
          </div>
          <div class="card-half">
            <CvcInput form={form} label={texts.cvcLong} placeholder={texts.cvc} />
          </div>
        </div>
      </fieldset>
      {wrong.map((name) => (
        <p key={name} class="note note-wrong" id={`${controlId(name)}-note`}>
          {form.errors[name]}
        </p>
      ))}
    </div>
  );
}

const attributesOf = (form: FormContext, name: (typeof names)[number], label: string) => ({
  id: controlId(name),
  name,
  'aria-label': label,
  'aria-required': 'true' as const,
  'aria-invalid': form.errors[name] ? ('true' as const) : undefined,
  'aria-describedby': form.errors[name] ? `${controlId(name)}-note` : undefined,
  class: 'card-input',
  type: 'text' as const,
  inputMode: 'numeric' as const,
  dir: 'ltr' as const,
  spellcheck: false,
  value: form.values[name] ?? '',
  onBlur: () => form.leave(name),
});

function NumberInput({ form, label }: { form: FormContext; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const value = form.values['card.number'] ?? '';
  const brand = brandOf(digitsOf(value));
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  const onInput = (field: HTMLInputElement) => {
    const formatted = formatCardNumber(digitsOf(field.value));
    const end = field.selectionStart ?? field.value.length;
    const before = digitsOf(field.value.slice(0, end)).length;
    caret.current = end === field.value.length ? formatted.length : caretAfter(formatted, before);
    field.value = formatted; // also when the digits are the same and nothing renders again
    form.change('card.number', formatted);
  };
  return (
    <div class={`card-number ${brand.name === 'unknown' ? 'marks-all' : 'marks-one'}`}>
      <input
        {...attributesOf(form, 'card.number', label)}
        ref={input}
        autocomplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={30}
        onInput={(event) => onInput(event.currentTarget)}
      />
      <span class="brands" aria-hidden="true">
        {brandMarks(brand.name)}
      </span>
    </div>
  );
}

function ExpiryInput({ form, label, placeholder }: { form: FormContext; label: string; placeholder: string }) {
  return (
    <input
      {...attributesOf(form, 'card.expiry', label)}
      autocomplete="cc-exp"
      placeholder={placeholder}
      maxLength={12}
      onInput={({ currentTarget }) => {
        currentTarget.value = formatExpiry(currentTarget.value, form.values['card.expiry']);
        form.change('card.expiry', currentTarget.value);
      }}
    />
  );
}

function CvcInput({ form, label, placeholder }: { form: FormContext; label: string; placeholder: string }) {
  const { cvcLength } = brandOf(digitsOf(form.values['card.number'] ?? ''));
  return (
    <input
      {...attributesOf(form, 'card.cvc', label)}
      autocomplete="cc-csc"
      placeholder={placeholder}
      maxLength={8}
      onInput={({ currentTarget }) => {
        currentTarget.value = digitsOf(currentTarget.value).slice(0, cvcLength);
        form.change('card.cvc', currentTarget.value);
      }}
    />
  );
}
