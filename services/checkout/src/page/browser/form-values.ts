import type { ConfirmHostedCheckout, CustomField, HostedCheckout, UpdateHostedCheckout } from '@mizan/contracts';
import type { CheckoutView } from '../checkout-view.ts';
import { fill, type Texts } from '../texts/texts.ts';
import { checkExpiry, parseExpiry } from './card-expiry.ts';
import { brandOf, checkCardNumber, digitsOf } from './card-number.ts';

/** Everything the buyer typed, by field: `email`, `card.number`, `shipping.line1`, `field.size`. */
export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** What a checkout asks for, in the order of the page. */
export interface Asked {
  readonly fields: readonly string[];
  readonly hasEmail: boolean;
  readonly hasName: boolean;
  readonly hasPhone: boolean;
  readonly hasShipping: boolean;
  readonly hasBilling: boolean;
  readonly hasCard: boolean;
}

const addressParts = ['country', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;
/** Parts of an address that not every country has. */
const optionalParts = ['line2', 'state', 'postalCode'];

/** Set while the billing address is that of the shipping. */
export const sameAddress = 'billing.same';

export function askedBy(view: CheckoutView, asksEmail: boolean, values: Values): Asked {
  const hasCard = view.amountTotal > 0;
  const asked = {
    hasEmail: asksEmail,
    hasName: view.nameCollection,
    hasPhone: view.phoneNumberCollection,
    hasShipping: view.shippingAddressCollection,
    hasBilling: view.billingAddressCollection,
    hasCard,
  };
  const addressOf = (prefix: string): string[] => addressParts.map((part) => `${prefix}.${part}`);
  const fields = [
    ...(asked.hasEmail ? ['email'] : []),
    ...(asked.hasName ? ['name'] : []),
    ...(asked.hasPhone ? ['phone'] : []),
    ...(asked.hasShipping ? ['shipping.name', ...addressOf('shipping')] : []),
    ...view.customFields.map(({ key }) => `field.${key}`),
    ...(hasCard ? ['card.number', 'card.expiry', 'card.cvc'] : []),
    ...(asked.hasBilling && !isSame(asked, values) ? addressOf('billing') : []),
  ];
  return { fields, ...asked };
}

const isSame = (asked: { hasShipping: boolean }, values: Values): boolean =>
  asked.hasShipping && values[sameAddress] !== 'no';

/** What the form begins with: what is known about the buyer, and the answers that the merchant suggests. */
export function firstValues(view: CheckoutView & Partial<HostedCheckout>, country: string): Values {
  const details = view.customerDetails;
  const known: Record<string, string | null | undefined> = {
    email: details?.email,
    name: details?.name,
    phone: details?.phone,
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

/** What is wrong with the form, by field, in the reader's language. */
export function checkValues(view: CheckoutView, asked: Asked, values: Values, texts: Texts, now: Date): Errors {
  const errors: Record<string, string> = {};
  for (const field of asked.fields) {
    const complaint = checkValue(view, field, values[field]?.trim() ?? '', values, texts, now);
    if (complaint) errors[field] = complaint;
  }
  return errors;
}

function checkValue(
  view: CheckoutView,
  field: string,
  value: string,
  values: Values,
  texts: Texts,
  now: Date,
): string | undefined {
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

function checkCustom(field: CustomField, value: string, texts: Texts): string | undefined {
  if (value === '') return field.isOptional ? undefined : texts.required;
  if (field.type === 'NUMERIC' && digitsOf(value) !== value) return texts.digitsOnly;
  if (!field.hasLimits || field.type === 'DROPDOWN') return undefined;
  const { limitType, minCharacters: min = 1, maxCharacters: max = 255 } = field;
  const length = [...value].length;
  const complain = (text: string, count: number): string => fill(text, { count: String(count) });
  if (limitType === 'EXACTLY' && length !== min) return complain(texts.exactly, min);
  if ((limitType === 'AT_LEAST' || limitType === 'BETWEEN') && length < min) return complain(texts.tooShort, min);
  if ((limitType === 'AT_MOST' || limitType === 'BETWEEN') && length > max) return complain(texts.tooLong, max);
  return undefined;
}

/** The personal part of the form as the platform takes it; undefined when nothing was asked. */
export function toChange(view: CheckoutView, asked: Asked, values: Values): UpdateHostedCheckout | undefined {
  const given = (name: string): string | null => values[name]?.trim() || null;
  const address = (prefix: string) =>
    Object.fromEntries(addressParts.map((part) => [part, given(`${prefix}.${part}`)]));
  const customerDetails = {
    ...(asked.hasEmail ? { email: given('email') } : {}),
    ...(asked.hasName ? { name: given('name') } : {}),
    ...(asked.hasPhone ? { phone: given('phone') } : {}),
    ...(asked.hasShipping ? { shipping: { name: given('shipping.name'), address: address('shipping') } } : {}),
    ...(asked.hasBilling
      ? { billingDetails: { address: address(isSame(asked, values) ? 'shipping' : 'billing') } }
      : {}),
  };
  const customFields = view.customFields.map(({ key, type }) => {
    const value = { value: given(`field.${key}`) };
    return {
      key,
      ...(type === 'TEXT' ? { text: value } : type === 'NUMERIC' ? { numeric: value } : { dropdown: value }),
    };
  });
  if (Object.keys(customerDetails).length === 0 && customFields.length === 0) return undefined;
  return {
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(customFields.length > 0 ? { customFields } : {}),
  };
}

/** What is sent to pay: the card, and the total that the buyer saw. */
export function toConfirm(view: CheckoutView, asked: Asked, values: Values): ConfirmHostedCheckout {
  const expiry = parseExpiry(values['card.expiry'] ?? '');
  return {
    expectedAmountTotal: view.amountTotal,
    ...(asked.hasCard && expiry
      ? {
          paymentMethod: {
            type: 'card',
            card: { number: digitsOf(values['card.number'] ?? ''), ...expiry, cvc: digitsOf(values['card.cvc'] ?? '') },
          },
        }
      : {}),
  };
}

/** The field that a refusal of the platform is about, if it is one of the form's. */
export function fieldOf(param: string | undefined): string | undefined {
  if (!param) return undefined;
  const custom = /^customFields\[([A-Za-z0-9_]+)\]$/.exec(param)?.[1];
  if (custom && !/^\d+$/.test(custom)) return `field.${custom}`;
  const names: readonly [RegExp, string][] = [
    [/^paymentMethod\.card\.exp.*$/, 'card.expiry'],
    [/^paymentMethod\.card\.cvc$/, 'card.cvc'],
    [/^paymentMethod.*$/, 'card.number'],
    [/^customerDetails\.(email|name|phone)$/, '$1'],
    [/^customerDetails\.shipping\.address(?:\.(\w+))?$/, 'shipping.$1'],
    [/^customerDetails\.billingDetails\.address(?:\.(\w+))?$/, 'billing.$1'],
  ];
  const found = names.find(([pattern]) => pattern.test(param));
  return found && param.replace(found[0], found[1]).replace(/\.$/, '.line1');
}
