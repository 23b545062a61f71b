import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';
import {
  type Detail,
  methodFieldNames,
  type MethodNeeds,
  methodNeedsOf,
  type PageContext,
} from '../methods/method-needs.ts';

/** The fields of a checkout's form. */
export interface FormFields extends MethodNeeds {
  /** Every field, in the order of the page. */
  readonly names: readonly string[];
  readonly hasEmail: boolean;
  readonly hasName: boolean;
  readonly hasPhone: boolean;
  readonly hasShipping: boolean;
  readonly hasBilling: boolean;
}

export const addressParts = ['country', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;

/** The checkbox that makes the billing address that of the shipping. */
export const sameAddressField = 'billing.same';

/** The fields that the form of this checkout has while the buyer's entries are `values`. */
export function formFieldsOf(view: CheckoutView, page: PageContext, values: FormValues): FormFields {
  const needs = methodNeedsOf(view, page, values);
  const { method, cardEntry, methodDetails } = needs;
  const has = {
    hasEmail: page.needsEmail,
    hasName: view.nameCollection || methodDetails.includes('name'),
    hasPhone: view.phoneNumberCollection || methodDetails.includes('phone'),
    hasShipping: view.shippingAddressCollection || methodDetails.includes('shipping'),
    hasBilling: view.billingAddressCollection,
  };
  const detail = (name: Detail, isBesideMethod: boolean): string[] =>
    has[flags[name]] && methodDetails.includes(name) === isBesideMethod ? detailFieldNames(name, has.hasName) : [];
  const details = (isBesideMethod: boolean): string[] =>
    (['name', 'phone', 'shipping'] as const).flatMap((name) => detail(name, isBesideMethod));
  const names = [
    ...(has.hasEmail ? ['email'] : []),
    ...details(false),
    ...view.customFields.map(({ key }) => `field.${key}`),
    ...(method && !cardEntry ? methodFieldNames(method, view) : []),
    ...details(true),
    ...(has.hasBilling && !billsToShipping(has, values) ? addressFieldNames('billing') : []),
  ];
  return { names, ...has, ...needs };
}

/** True while the billing address is that of the shipping. */
export const billsToShipping = ({ hasShipping }: Pick<FormFields, 'hasShipping'>, values: FormValues): boolean =>
  hasShipping && values[sameAddressField] !== 'no';

const flags = { name: 'hasName', phone: 'hasPhone', shipping: 'hasShipping' } as const;

const addressFieldNames = (prefix: string): string[] => addressParts.map((part) => `${prefix}.${part}`);

/** A buyer who gives a name is not asked for that of the recipient as well. */
const detailFieldNames = (name: Detail, hasName: boolean): string[] =>
  name === 'shipping' ? [...(hasName ? [] : ['shipping.name']), ...addressFieldNames('shipping')] : [name];
