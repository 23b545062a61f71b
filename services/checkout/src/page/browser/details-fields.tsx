import type { CustomField } from '@mizan/contracts';
import { useMemo } from 'preact/hooks';
import type { CheckoutView } from '../checkout-view.ts';
import type { Texts } from '../texts/texts.ts';
import type { Wording } from '../wording.ts';
import { countriesIn } from './countries.ts';
import { SelectField, TextField, type FormContext } from './field.tsx';
import { sameAddress, type Asked, type Detail } from './asked.ts';

interface DetailsProps {
  readonly form: FormContext;
  readonly wording: Wording;
}

/** Who the buyer is, as far as the merchant asks. */
export function ContactFields({ form, wording: { texts }, asked }: DetailsProps & { asked: Asked }) {
  const isHere = (detail: Detail): boolean => !asked.forMethod.includes(detail);
  const [hasName, hasPhone] = [asked.hasName && isHere('name'), asked.hasPhone && isHere('phone')];
  if (!asked.hasEmail && !hasName && !hasPhone) return null;
  return (
    <section class="group" aria-labelledby="contact-title">
      <h2 id="contact-title">{texts.contact}</h2>
      {asked.hasEmail && (
        <TextField
          form={form}
          name="email"
          label={texts.email}
          type="email"
          autocomplete="email"
          inputmode="email"
          maxLength={254}
          isLatin
        />
      )}
      {hasName && <NameField form={form} texts={texts} />}
      {hasPhone && <PhoneField form={form} name="phone" label={texts.phone} />}
    </section>
  );
}

export const NameField = ({ form, texts }: { form: FormContext; texts: Texts }) => (
  <TextField form={form} name="name" label={texts.fullName} autocomplete="name" />
);

interface PhoneProps {
  readonly form: FormContext;
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

export const PhoneField = (props: PhoneProps) => (
  <TextField {...props} type="tel" autocomplete="tel" inputmode="tel" maxLength={40} isLatin />
);

/** @param prefix `shipping` or `billing`: also what browsers fill it in by */
export function AddressFields({ form, wording, prefix }: DetailsProps & { prefix: 'shipping' | 'billing' }) {
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

/** Where the goods go. */
export function ShippingFields({ form, wording }: DetailsProps) {
  return (
    <section class="group" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{wording.texts.shippingAddress}</h2>
      <TextField form={form} name="shipping.name" label={wording.texts.fullName} autocomplete="shipping name" />
      <AddressFields form={form} wording={wording} prefix="shipping" />
    </section>
  );
}

/** Whose card it is; most buyers live where they have things sent. */
export function BillingFields({ form, wording, asked }: DetailsProps & { asked: Asked }) {
  const isSame = form.values[sameAddress] !== 'no';
  if (!asked.hasShipping) return <AddressFields form={form} wording={wording} prefix="billing" />;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isSame}
          disabled={form.isDisabled}
          onChange={(event) => form.change(sameAddress, event.currentTarget.checked ? 'yes' : 'no')}
        />
        <span>{wording.texts.sameAsShipping}</span>
      </label>
      {!isSame && <AddressFields form={form} wording={wording} prefix="billing" />}
    </>
  );
}

/** The merchant's own questions. */
export function CustomFields({ form, wording, view }: DetailsProps & { view: CheckoutView }) {
  if (view.customFields.length === 0) return null;
  return (
    <section class="group" aria-labelledby="questions-title">
      <h2 id="questions-title">{wording.texts.moreDetails}</h2>
      {view.customFields.map((field) => (
        <Question key={field.key} field={field} form={form} wording={wording} />
      ))}
    </section>
  );
}

function Question({ field, form, wording: { texts } }: DetailsProps & { field: CustomField }) {
  const common = { form, name: `field.${field.key}`, label: field.label, isOptional: field.isOptional };
  if (field.type === 'DROPDOWN')
    return <SelectField {...common} placeholder={texts.choose} options={field.dropdownOptions} />;
  return (
    <TextField
      {...common}
      autocomplete="off"
      inputmode={field.type === 'NUMERIC' ? 'numeric' : undefined}
      isLatin={field.type === 'NUMERIC'}
      maxLength={255}
    />
  );
}
