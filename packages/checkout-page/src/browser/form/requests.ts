import type { ConfirmHostedCheckout, PaymentMethodInput, UpdateHostedCheckout } from '@mizan/contracts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';
import { parseExpiry } from '../methods/card-expiry.ts';
import { digitsOf } from '../methods/card-number.ts';
import { toInternational } from '../methods/egyptian-phone.ts';
import { shortestTenure, tenures, toInstapayAddress } from '../methods/method-needs.ts';
import type { CardHolder } from '../provider-card/provider-field.ts';
import { addressParts, billsToShipping, type FormFields } from './form-fields.ts';

/** The personal part of the form as a request to the platform; undefined when the form has none. */
export function toChange(view: CheckoutView, fields: FormFields, values: FormValues): UpdateHostedCheckout | undefined {
  const entered = (name: string): string | null => values[name]?.trim() || null;
  const address = (prefix: string) =>
    Object.fromEntries(addressParts.map((part) => [part, entered(`${prefix}.${part}`)]));
  const customerDetails = {
    ...(fields.hasEmail ? { email: entered('email') } : {}),
    ...(fields.hasName ? { name: entered('name') } : {}),
    ...(fields.hasPhone ? { phone: entered('phone') } : {}),
    ...(fields.hasShipping
      ? { shipping: { name: entered(fields.hasName ? 'name' : 'shipping.name'), address: address('shipping') } }
      : {}),
    ...(fields.hasBilling
      ? { billingDetails: { address: address(billsToShipping(fields, values) ? 'shipping' : 'billing') } }
      : {}),
  };
  const customFields = view.customFields.map(({ key, type }) => {
    const value = { value: entered(`field.${key}`) };
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

interface Entered {
  readonly values: FormValues;
  /** Of the provider's card field, where the card was entered there. */
  readonly token?: string | undefined;
}

/** The request that pays the total that the buyer saw. */
export function toConfirm(view: CheckoutView, fields: FormFields, { values, token }: Entered): ConfirmHostedCheckout {
  const paymentMethod =
    token === undefined
      ? fields.method && toPaymentMethod(view, { ...fields, method: fields.method }, values)
      : { type: fields.method, token };
  const { amountTotal, currency } = view;
  return {
    expectedAmountTotal: amountTotal,
    expectedCurrency: currency,
    ...(paymentMethod ? { paymentMethod } : {}),
  };
}

/** The cardholder, for the provider's card field. */
export function toCardHolder(fields: FormFields, values: FormValues): CardHolder {
  const entered = (name: string): string | undefined => values[name]?.trim() || undefined;
  const prefix = billsToShipping(fields, values) ? 'shipping' : 'billing';
  const address = Object.fromEntries(addressParts.map((part) => [part, entered(`${prefix}.${part}`)]));
  return {
    name: entered('name'),
    email: entered('email'),
    phone: entered('phone'),
    ...(fields.hasBilling ? { address } : {}),
  };
}

/** In test mode no wallet opens: every wallet pays with this token. */
const testToken = 'test_token:4242424242424242';

function toPaymentMethod(
  { livemode }: Pick<CheckoutView, 'livemode'>,
  { method: type, groups, hasPhone }: FormFields & { method: PaymentMethodInput['type'] },
  values: FormValues,
): PaymentMethodInput {
  const group = groups.find(({ types }) => types.some((each) => each === type))?.name;
  const contactPhone = hasPhone ? values['phone']?.trim() : undefined;
  if (livemode && group !== 'mobile_wallet') return { type, ...(contactPhone ? { phone: contactPhone } : {}) };
  if (type === 'card') return { type, card: toCard(values) };
  if (group === 'wallet') return { type, token: testToken };
  if (type === 'instapay') return { type, handle: toInstapayAddress(values['method.handle'] ?? '') };
  const phone = values['method.phone']?.trim();
  if (group === 'mobile_wallet' || type === 'sympl') return { type, phone: toInternational(phone ?? '') };
  if (type === 'valu') return { type, phone: toInternational(phone ?? ''), valu: { tenureMonths: tenureOf(values) } };
  return { type, ...(group === 'voucher' && contactPhone ? { phone: contactPhone } : {}) };
}

function toCard(values: FormValues): PaymentMethodInput['card'] {
  const expiry = parseExpiry(values['card.expiry'] ?? '');
  if (!expiry) throw new Error('bug: a form with a wrong expiry date was sent');
  return { number: digitsOf(values['card.number'] ?? ''), ...expiry, cvc: digitsOf(values['card.cvc'] ?? '') };
}

const tenureOf = (values: FormValues) =>
  tenures.find((months) => String(months) === values['method.tenure']) ?? shortestTenure;

/** The form field that a rejected parameter belongs to, if any. */
export function fieldOf(param: string | undefined): string | undefined {
  if (!param) return undefined;
  const custom = /^customFields\[([A-Za-z0-9_]+)\]$/.exec(param)?.[1];
  if (custom && !/^\d+$/.test(custom)) return `field.${custom}`;
  const names: readonly [RegExp, string][] = [
    [/^paymentMethod\.card\.exp.*$/, 'card.expiry'],
    [/^paymentMethod\.card\.cvc$/, 'card.cvc'],
    [/^paymentMethod\.card(\.number)?$/, 'card.number'],
    [/^paymentMethod\.(phone|handle)$/, 'method.$1'],
    [/^customerDetails\.(email|name|phone)$/, '$1'],
    [/^customerDetails\.shipping\.address(?:\.(\w+))?$/, 'shipping.$1'],
    [/^customerDetails\.billingDetails\.address(?:\.(\w+))?$/, 'billing.$1'],
  ];
  const found = names.find(([pattern]) => pattern.test(param));
  return found && param.replace(found[0], found[1]).replace(/\.$/, '.line1');
}
