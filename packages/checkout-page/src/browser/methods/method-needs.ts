import type { CardEntry, PaymentMethodType, WalletEntry } from '@mizan/contracts';
import { type CheckoutView, needsPaymentMethod, type PageData } from '../../view/checkout-view.ts';
import type { FormValues } from '../fields/form-context.ts';
import { type MethodGroup, offeredMethodGroups, selectedMethod } from './method-groups.ts';

/** What a merchant may collect from a buyer, and what a method may need on top of that. */
export type Detail = 'name' | 'phone' | 'shipping';

/** How the buyer pays as the form stands, and what that needs. */
export interface MethodNeeds {
  readonly groups: readonly MethodGroup[];
  /** The selected method; undefined when there is nothing to pay, or the checkout offers no method. */
  readonly method: PaymentMethodType | undefined;
  /** The provider's field for the card; undefined for any other method, and in test mode. */
  readonly cardEntry: CardEntry | undefined;
  /** The provider's button for the wallet; undefined for any other method, and in test mode. */
  readonly walletEntry: WalletEntry | undefined;
  /** Details that only the method needs: the form shows them beside it. */
  readonly methodDetails: readonly Detail[];
}

/** What the server sent the page beside the checkout itself. */
export type PageContext = Pick<PageData, 'needsEmail' | 'needsName' | 'isCapturedLater'>;

export function methodNeedsOf(view: CheckoutView, page: PageContext, values: FormValues): MethodNeeds {
  const groups = needsPaymentMethod(view) ? offeredMethodGroups(view, page.isCapturedLater) : [];
  const method = selectedMethod(groups, values);
  return {
    groups,
    method,
    cardEntry: method === 'card' && view.livemode ? view.cardEntry : undefined,
    walletEntry: view.livemode ? view.walletEntries?.find(({ type }) => type === method) : undefined,
    methodDetails: method ? detailsNeededBy(method, view, page) : [],
  };
}

/** Methods that charge a phone number of the buyer, which need not be the number to call. */
const mobileWallets: readonly PaymentMethodType[] = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'];
const chargedByPhone: readonly PaymentMethodType[] = [...mobileWallets, 'valu', 'sympl'];

/** Details that the method needs and the merchant does not collect. */
function detailsNeededBy(method: PaymentMethodType, view: CheckoutView, { needsName }: PageContext): Detail[] {
  const needs = view.paymentMethodTypes.find(({ type }) => type === method)?.requiredCustomerFields ?? [];
  return [
    ...(needs.includes('name') && needsName && !view.nameCollection ? ['name' as const] : []),
    ...(needs.includes('phone') &&
    !(view.livemode ? mobileWallets : chargedByPhone).includes(method) &&
    !view.phoneNumberCollection
      ? ['phone' as const]
      : []),
    ...(needs.includes('shipping.address') && !view.shippingAddressCollection ? ['shipping' as const] : []),
  ];
}

/** The fields about the method itself. In live mode the buyer enters a card, or agrees to installments, on the provider's page. */
export function methodFieldNames(method: PaymentMethodType, { livemode }: Pick<CheckoutView, 'livemode'>): string[] {
  if (livemode) return mobileWallets.includes(method) ? ['method.phone'] : [];
  if (method === 'card') return ['card.number', 'card.expiry', 'card.cvc'];
  if (method === 'instapay') return ['method.handle'];
  return chargedByPhone.includes(method) ? ['method.phone'] : [];
}

const instapayDomain = '@instapay';

/** True for an InstaPay address; the domain may be left out. */
export const isInstapayAddress = (text: string): boolean => /^[a-z0-9][a-z0-9._-]*(@instapay)?$/i.test(text.trim());

/** The full InstaPay address: `mona@instapay`. */
export const toInstapayAddress = (text: string): string => {
  const address = text.trim().toLowerCase();
  return address.endsWith(instapayDomain) ? address : address + instapayDomain;
};

/** Months over which valU spreads a payment. */
export const tenures = [6, 12, 24] as const;
export const shortestTenure = tenures[0];

/** The monthly installment, minor units: rounded up, as the lender does. @param total minor units */
export const monthlyInstallment = (total: number, months: number): number => Math.ceil(total / months);
