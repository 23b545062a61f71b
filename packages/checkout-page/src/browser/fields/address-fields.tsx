import { countryCodes } from '@mizan/contracts/country-codes';
import { useMemo } from 'preact/hooks';
import type { Texts } from '../../texts/texts.ts';
import type { Wording } from '../../texts/wording.ts';
import { type FieldProps, SelectField, TextField } from './field.tsx';
import type { FormContext } from './form-context.ts';

/** The buyer's full name. */
export const NameField = ({ form, texts }: { form: FormContext; texts: Texts }) => (
  <TextField form={form} name="name" label={texts.fullName} autocomplete="name" />
);

/** A phone number: the one to call, or the one that a method charges. */
export const PhoneField = (props: FieldProps) => (
  <TextField {...props} type="tel" autocomplete="tel" inputmode="tel" maxLength={40} isLatin />
);

interface AddressProps {
  readonly form: FormContext;
  readonly wording: Wording;
  /** Also tells browsers which address to fill in. */
  readonly prefix: 'shipping' | 'billing';
}

/** Country, street and city of an address. */
export function AddressFields({ form, wording, prefix }: AddressProps) {
  const { texts, locale } = wording;
  const countries = useMemo(() => countriesIn(locale.tag), [locale.tag]);
  const field = (part: string) => ({ form, name: `${prefix}.${part}` });
  return (
    <div class="fields">
      <SelectField
        {...field('country')}
        label={texts.country}
        autocomplete={`${prefix} country`}
        placeholder={form.values[`${prefix}.country`] ? undefined : texts.choose}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField {...field('line1')} label={texts.addressLine1} autocomplete={`${prefix} address-line1`} />
      <TextField {...field('line2')} label={texts.addressLine2} autocomplete={`${prefix} address-line2`} isOptional />
      <TextField {...field('city')} label={texts.city} autocomplete={`${prefix} address-level2`} isHalf />
      <TextField
        {...field('postalCode')}
        label={texts.postalCode}
        autocomplete={`${prefix} postal-code`}
        maxLength={40}
        isHalf
        isOptional
      />
      <TextField {...field('state')} label={texts.state} autocomplete={`${prefix} address-level1`} isOptional />
    </div>
  );
}

/** Every country by its name in a language, in the order of that language. */
function countriesIn(tag: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, tag));
}
