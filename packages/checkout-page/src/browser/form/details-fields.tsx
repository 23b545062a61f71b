import type { CustomField } from '@mizan/contracts';
import type { Wording } from '../../texts/wording.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { AddressFields, NameField, PhoneField } from '../fields/address-fields.tsx';
import { SelectField, TextField } from '../fields/field.tsx';
import type { FormContext } from '../fields/form-context.ts';
import type { Detail } from '../methods/method-needs.ts';
import { type FormFields, sameAddressField } from './form-fields.ts';

interface DetailsProps {
  readonly form: FormContext;
  readonly wording: Wording;
}

/** E-mail, name and phone number, as far as the merchant collects them. */
export function ContactFields({ form, wording: { texts }, fields }: DetailsProps & { fields: FormFields }) {
  const isHere = (detail: Detail): boolean => !fields.methodDetails.includes(detail);
  const [hasName, hasPhone] = [fields.hasName && isHere('name'), fields.hasPhone && isHere('phone')];
  if (!fields.hasEmail && !hasName && !hasPhone) return null;
  return (
    <section class="group" aria-labelledby="contact-title">
      <h2 id="contact-title">{texts.contact}</h2>
      {fields.hasEmail && (
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

/** The shipping address. */
export function ShippingFields({ form, wording, fields }: DetailsProps & { fields: FormFields }) {
  return (
    <section class="group" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{wording.texts.shippingAddress}</h2>
      {!fields.hasName && (
        <TextField form={form} name="shipping.name" label={wording.texts.fullName} autocomplete="shipping name" />
      )}
      <AddressFields form={form} wording={wording} prefix="shipping" />
    </section>
  );
}

/** The billing address, which by default is that of the shipping. */
export function BillingFields({ form, wording, fields }: DetailsProps & { fields: FormFields }) {
  const isSame = form.values[sameAddressField] !== 'no';
  if (!fields.hasShipping) return <AddressFields form={form} wording={wording} prefix="billing" />;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isSame}
          disabled={form.isDisabled}
          onChange={(event) => form.change(sameAddressField, event.currentTarget.checked ? 'yes' : 'no')}
        />
        <span>{wording.texts.sameAsShipping}</span>
      </label>
      {!isSame && <AddressFields form={form} wording={wording} prefix="billing" />}
    </>
  );
}

/** The merchant's custom fields. */
export function CustomFields({ form, wording, view }: DetailsProps & { view: CheckoutView }) {
  if (view.customFields.length === 0) return null;
  return (
    <section class="group" aria-labelledby="questions-title">
      <h2 id="questions-title">{wording.texts.moreDetails}</h2>
      {view.customFields.map((field) => (
        <CustomFieldInput key={field.key} field={field} form={form} wording={wording} />
      ))}
    </section>
  );
}

function CustomFieldInput({ field, form, wording: { texts } }: DetailsProps & { field: CustomField }) {
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
