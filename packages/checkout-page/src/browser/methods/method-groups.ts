import type { PaymentMethodCategory, PaymentMethodType } from '@mizan/contracts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';

/** Methods of one category, which share a row of the page. */
export interface MethodGroup {
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

/** Whether the page shows buttons of wallets: they pay, and save nothing. */
export const drawsWallets = ({ mode, amountTotal, walletEntries }: CheckoutView): boolean =>
  mode !== 'setup' && amountTotal > 0 && walletEntries !== undefined;

/** The checkout without the wallets that this device does not have, or may not have. @param available undefined: not known yet */
export const withoutWallets = (
  view: CheckoutView,
  available: ReadonlySet<PaymentMethodType> | undefined,
): CheckoutView =>
  view.walletEntries
    ? { ...view, paymentMethodTypes: view.paymentMethodTypes.filter(({ type }) => isThere(view, type, available)) }
    : view;

const isThere = (
  { walletEntries }: CheckoutView,
  type: PaymentMethodType,
  available: ReadonlySet<PaymentMethodType> | undefined,
): boolean => !walletEntries?.some((entry) => entry.type === type) || available?.has(type) === true;

/** The field that holds the selected group, and the one that holds the method within it. */
export const groupField = 'methodGroup';
export const methodField = (group: PaymentMethodCategory): string => `methodGroup.${group}`;

/** The methods that accept this total, and a later capture if there is one. Live cards need the provider's field or page. */
export function offeredMethodGroups(view: CheckoutView, isCapturedLater: boolean): MethodGroup[] {
  const { mode, amountTotal: total } = view;
  const takesCards = !view.livemode || view.cardEntry !== undefined || view.cardOnProviderPage === true;
  const methods = view.paymentMethodTypes.filter(
    ({ category, minTransactionAmount: min, maxTransactionAmount: max, supportsPartialCapture: canWait }) =>
      (mode === 'setup' || (total >= min && total <= max)) &&
      (category !== 'card' || takesCards) &&
      (canWait || !isCapturedLater),
  );
  return order.flatMap((name) => {
    const types = methods.filter(({ category }) => category === name).map(({ type }) => type);
    return types.length > 0 ? [{ name, types }] : [];
  });
}

/** The method that the form pays with: the selected one, or the first. */
export function selectedMethod(groups: readonly MethodGroup[], values: FormValues): PaymentMethodType | undefined {
  const group = selectedGroup(groups, values);
  return group && (group.types.find((type) => type === values[methodField(group.name)]) ?? group.types[0]);
}

export const selectedGroup = (groups: readonly MethodGroup[], values: FormValues): MethodGroup | undefined =>
  groups.find(({ name }) => name === values[groupField]) ?? groups[0];

/** The form values that select a method; none for a method that is not offered. */
export function valuesSelecting(groups: readonly MethodGroup[], type: string | undefined): FormValues {
  const group = groups.find(({ types }) => types.some((each) => each === type));
  return group && type ? { [groupField]: group.name, [methodField(group.name)]: type } : {};
}
