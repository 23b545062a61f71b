import type { CustomField, HostedCheckout } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { fill, type Texts } from '../../texts/texts.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormErrors, FormValues } from '../fields/form-context.ts';
import { checkExpiry } from '../methods/card-expiry.ts';
import { brandOf, checkCardNumber, digitsOf } from '../methods/card-number.ts';
import { carrierPrefix, checkWalletPhone } from '../methods/egyptian-phone.ts';
import { isInstapayAddress } from '../methods/method-needs.ts';
import { addressParts, type FormFields } from './form-fields.ts';

/** Parts of an address that not every country has. */
const optionalParts = ['line2', 'state', 'postalCode'];

/** What is known about the buyer, and the default answers of the merchant's custom fields. */
export function knownValues(view: CheckoutView & Partial<HostedCheckout>, country: string): FormValues {
  const details = view.customerDetails;
  const known: Record<string, string | null | undefined> = {
    email: details?.email,
    name: details?.name,
    phone: details?.phone,
    'method.phone': details?.phone && !checkWalletPhone('valu', details.phone) ? details.phone : undefined,
    'shipping.name': details?.shipping?.name ?? details?.name,
    'shipping.country': country,
    'billing.country': country,
  };
  for (const part of addressParts) {
    known[`shipping.${part}`] = details?.shipping?.address?.[part] ?? known[`shipping.${part}`];
    known[`billing.${part}`] = details?.billingDetails?.address?.[part] ?? known[`billing.${part}`];
  }
  for (const field of view.customFields)
    known[`field.${field.key}`] =
      field.text?.value ?? field.numeric?.value ?? field.dropdown?.value ?? field.text?.defaultValue;
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** A form as the buyer filled it in, and what it is checked by. */
export interface FormCheck {
  readonly view: CheckoutView;
  readonly fields: FormFields;
  readonly values: FormValues;
  readonly texts: Texts;
  readonly now: Date;
}

/** What is wrong with the form, by field, in the reader's language. */
export function checkValues({ view, fields, values, texts, now }: FormCheck): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of fields.names) {
    const value = values[field]?.trim() ?? '';
    const error = field.startsWith('method.')
      ? checkMethodValue(field, value, { method: fields.method, texts })
      : checkValue(field, value, { view, values, texts, now });
    if (error) errors[field] = error;
  }
  return errors;
}

type Check = Omit<FormCheck, 'fields'>;

function checkValue(field: string, value: string, { view, values, texts, now }: Check): string | undefined {
  if (field === 'card.number') {
    const wrong = checkCardNumber(digitsOf(value));
    return wrong && (wrong === 'incomplete' ? texts.numberIncomplete : texts.numberInvalid);
  }
  if (field === 'card.expiry') {
    const wrong = checkExpiry(value, now);
    return wrong && { incomplete: texts.expiryIncomplete, invalid: texts.expiryInvalid, past: texts.expiryPast }[wrong];
  }
  if (field === 'card.cvc') {
    const { cvcLength } = brandOf(digitsOf(values['card.number'] ?? ''));
    return digitsOf(value).length === cvcLength ? undefined : texts.cvcIncomplete;
  }
  if (field.startsWith('field.')) {
    const custom = view.customFields.find(({ key }) => `field.${key}` === field);
    return custom && checkCustom(custom, value, texts);
  }
  if (value === '') return optionalParts.includes(field.split('.')[1] ?? '') ? undefined : texts.required;
  if (field === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return texts.emailInvalid;
  if (field === 'phone' && digitsOf(value).length < 6) return texts.phoneInvalid;
  return undefined;
}

type MethodCheck = Pick<FormFields, 'method'> & Pick<FormCheck, 'texts'>;

function checkMethodValue(field: string, value: string, { method, texts }: MethodCheck): string | undefined {
  const { methods } = texts;
  if (value === '') return texts.required;
  if (field === 'method.handle') return isInstapayAddress(value) ? undefined : methods.handleInvalid;
  if (field !== 'method.phone' || !method) return undefined;
  const wrong = checkWalletPhone(method, value);
  const known = { method: methods.names[method], prefix: carrierPrefix(method) ?? '' };
  return wrong && fill(wrong === 'carrier' ? methods.phoneOfOther : methods.phoneInvalid, known);
}

function checkCustom(field: CustomField, value: string, texts: Texts): string | undefined {
  if (value === '') return field.isOptional ? undefined : texts.required;
  if (field.type === 'NUMERIC' && !/^\d+$/.test(inLatinDigits(value))) return texts.digitsOnly;
  if (!field.hasLimits || field.type === 'DROPDOWN') return undefined;
  const { limitType, minCharacters: min = 1, maxCharacters: max = 255 } = field;
  const length = [...value].length;
  const complain = (text: string, count: number): string => fill(text, { count: String(count) });
  if (limitType === 'EXACTLY' && length !== min) return complain(texts.exactly, min);
  if ((limitType === 'AT_LEAST' || limitType === 'BETWEEN') && length < min) return complain(texts.tooShort, min);
  if ((limitType === 'AT_MOST' || limitType === 'BETWEEN') && length > max) return complain(texts.tooLong, max);
  return undefined;
}
