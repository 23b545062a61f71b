import type { PaymentMethodCategory, PaymentMethodType } from '@mizan/contracts';
import type { CheckoutView } from '../checkout-view.ts';
import type { Values } from './form-values.ts';

/** Methods of one kind, which share a row of the page. */
export interface Way {
  readonly name: PaymentMethodCategory;
  /** At least one. */
  readonly types: readonly PaymentMethodType[];
}

/** The order on the page: what most buyers know first, what takes longest last. */
const order: readonly PaymentMethodCategory[] = [
  'card',
  'wallet',
  'mobile_wallet',
  'bank_app',
  'bnpl',
  'voucher',
  'bank_transfer',
  'cash',
];

/** The field that holds the chosen way, and the one that holds the method within it. */
export const wayField = 'way';
export const methodField = (way: PaymentMethodCategory): string => `way.${way}`;

/**
 * The ways to pay this total; a merchant who captures later gets none that cannot wait. In live mode that is what its
 * provider takes: cards, typed into the provider's own field.
 */
export function offeredWays(view: CheckoutView, isCapturedLater: boolean): Way[] {
  const { mode, amountTotal: total } = view;
  const methods = view.paymentMethodTypes.filter(
    ({ category, minTransactionAmount: min, maxTransactionAmount: max, supportsPartialCapture: canWait }) =>
      (mode === 'setup' || (total >= min && total <= max)) &&
      (!view.livemode || (category === 'card' && view.cardEntry !== undefined)) &&
      (canWait || !isCapturedLater),
  );
  return order.flatMap((name) => {
    const types = methods.filter(({ category }) => category === name).map(({ type }) => type);
    return types.length > 0 ? [{ name, types }] : [];
  });
}

/** What the buyer pays with as the form stands: the chosen method, or the first one. */
export function chosenMethod(ways: readonly Way[], values: Values): PaymentMethodType | undefined {
  const way = chosenWay(ways, values);
  return way && (way.types.find((type) => type === values[methodField(way.name)]) ?? way.types[0]);
}

export const chosenWay = (ways: readonly Way[], values: Values): Way | undefined =>
  ways.find(({ name }) => name === values[wayField]) ?? ways[0];

/** The values that choose a method; none for a method that is not offered. */
export function valuesChoosing(ways: readonly Way[], type: string | undefined): Values {
  const way = ways.find(({ types }) => types.some((each) => each === type));
  return way && type ? { [wayField]: way.name, [methodField(way.name)]: type } : {};
}
