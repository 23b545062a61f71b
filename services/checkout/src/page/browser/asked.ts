import type { CardEntry, PaymentMethodType } from '@mizan/contracts';
import type { CheckoutView, PageData } from '../checkout-view.ts';
import { takesMethod } from '../takes-method.ts';
import type { Values } from './form-values.ts';
import { chosenMethod, offeredWays, type Way } from './ways.ts';

/** What a merchant may collect and a method may need on top of that. */
export type Detail = 'name' | 'phone' | 'shipping';

/** What a checkout asks for, in the order of the page. */
export interface Asked {
  readonly fields: readonly string[];
  readonly hasEmail: boolean;
  readonly hasName: boolean;
  readonly hasPhone: boolean;
  readonly hasShipping: boolean;
  readonly hasBilling: boolean;
  readonly ways: readonly Way[];
  /** What is paid with; undefined when nothing is to be paid, or this page knows no way. */
  readonly method: PaymentMethodType | undefined;
  /** The provider's field in which the card is typed; undefined for any other method, and in test mode. */
  readonly cardEntry: CardEntry | undefined;
  /** Details that only the method needs: they are asked beside it. */
  readonly forMethod: readonly Detail[];
}

/** What the page knows beside the checkout itself. */
type Known = Pick<PageData, 'asksEmail' | 'asksName' | 'isCapturedLater'>;

export const addressParts = ['country', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;

/** Set while the billing address is that of the shipping. */
export const sameAddress = 'billing.same';

/** Methods that belong to a number of the buyer's own, which need not be the one to call. */
const boundToPhone: readonly PaymentMethodType[] = [
  'vodafone_cash',
  'etisalat_cash',
  'orange_cash',
  'we_pay',
  'valu',
  'sympl',
];

export function askedBy(view: CheckoutView, known: Known, values: Values): Asked {
  const ways = takesMethod(view) ? offeredWays(view, known.isCapturedLater) : [];
  const method = chosenMethod(ways, values);
  const cardEntry = method === 'card' && view.livemode ? view.cardEntry : undefined;
  const forMethod = method ? neededBy(method, view, known) : [];
  const asked = {
    hasEmail: known.asksEmail,
    hasName: view.nameCollection || forMethod.includes('name'),
    hasPhone: view.phoneNumberCollection || forMethod.includes('phone'),
    hasShipping: view.shippingAddressCollection || forMethod.includes('shipping'),
    hasBilling: view.billingAddressCollection,
  };
  const detail = (name: Detail, isBesideMethod: boolean): string[] =>
    asked[flags[name]] && forMethod.includes(name) === isBesideMethod ? fieldsOfDetail(name) : [];
  const details = (isBesideMethod: boolean): string[] =>
    (['name', 'phone', 'shipping'] as const).flatMap((name) => detail(name, isBesideMethod));
  const fields = [
    ...(asked.hasEmail ? ['email'] : []),
    ...details(false),
    ...view.customFields.map(({ key }) => `field.${key}`),
    ...(method && !cardEntry ? methodFields(method) : []),
    ...details(true),
    ...(asked.hasBilling && !isSame(asked, values) ? fieldsOfAddress('billing') : []),
  ];
  return { fields, ...asked, ways, method, cardEntry, forMethod };
}

export const isSame = (asked: Pick<Asked, 'hasShipping'>, values: Values): boolean =>
  asked.hasShipping && values[sameAddress] !== 'no';

const flags = { name: 'hasName', phone: 'hasPhone', shipping: 'hasShipping' } as const;

const fieldsOfAddress = (prefix: string): string[] => addressParts.map((part) => `${prefix}.${part}`);

const fieldsOfDetail = (name: Detail): string[] =>
  name === 'shipping' ? ['shipping.name', ...fieldsOfAddress('shipping')] : [name];

/** Details that the method needs and nobody else asks for. */
function neededBy(method: PaymentMethodType, view: CheckoutView, { asksName }: Known): Detail[] {
  const needs = view.paymentMethodTypes.find(({ type }) => type === method)?.requiredCustomerFields ?? [];
  return [
    ...(needs.includes('name') && asksName && !view.nameCollection ? ['name' as const] : []),
    ...(needs.includes('phone') && !boundToPhone.includes(method) && !view.phoneNumberCollection
      ? ['phone' as const]
      : []),
    ...(needs.includes('shipping.address') && !view.shippingAddressCollection ? ['shipping' as const] : []),
  ];
}

/** What is asked about the method itself. */
export function methodFields(method: PaymentMethodType): string[] {
  if (method === 'card') return ['card.number', 'card.expiry', 'card.cvc'];
  if (method === 'instapay') return ['method.handle'];
  return boundToPhone.includes(method) ? ['method.phone'] : [];
}
