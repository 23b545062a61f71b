import {
  paymentMethods,
  type AccountProfile,
  type AccountSettings,
  type Currency,
  type PaymentMethodType,
  type ProviderConnection,
  type ProviderName,
} from '@mizan/contracts';

/** A payment method that live mode of an account can take, if a fee is agreed for it. */
export interface LiveMethod {
  readonly type: PaymentMethodType;
  /** Null where the merchant receives the money itself. */
  readonly provider: ProviderName | null;
  readonly currencies: readonly Currency[];
}

/** Of the terms of an account, what decides which methods are offered. */
export interface OfferTerms {
  readonly supportedCurrencies: readonly Pick<
    AccountProfile['supportedCurrencies'][number],
    'code' | 'paymentMethodTypes'
  >[];
  readonly feeSchedule: readonly Pick<
    AccountProfile['feeSchedule'][number],
    'currency' | 'paymentMethodType' | 'provider'
  >[];
}

/** The types that the terms accept in a currency and a method takes in it; with an agreed fee they are offered. */
export function typesIn(
  { supportedCurrencies, feeSchedule }: OfferTerms,
  methods: readonly LiveMethod[],
  currency: Currency,
): { readonly offered: readonly PaymentMethodType[]; readonly withoutFee: readonly PaymentMethodType[] } {
  const hasFee = ({ type, provider }: LiveMethod): boolean =>
    feeSchedule.some(
      (rule) =>
        rule.currency === currency &&
        rule.paymentMethodType === type &&
        (rule.provider === null || rule.provider === provider),
    );
  const accepted = supportedCurrencies.find(({ code }) => code === currency)?.paymentMethodTypes ?? [];
  const taken = methods.filter(({ type, currencies }) => currencies.includes(currency) && accepted.includes(type));
  const typesOf = (some: readonly LiveMethod[]) => [...new Set(some.map(({ type }) => type))];
  return { offered: typesOf(taken.filter(hasFee)), withoutFee: typesOf(taken.filter((method) => !hasFee(method))) };
}

/** What a connection of an account takes. */
export const connectedMethodsOf = ({ status, provider, methods }: ProviderConnection): readonly LiveMethod[] =>
  status === 'ACTIVE' ? methods.map(({ type, currencies }) => ({ type, provider, currencies })) : [];

/** With what an account receives live money without any provider, in those of its currencies that the method has. */
export function manualMethodsOf(
  { manualMethods }: AccountSettings,
  { supportedCurrencies }: Pick<AccountProfile, 'supportedCurrencies'>,
): readonly LiveMethod[] {
  const { cash_on_delivery: cash, bank_transfer: accounts, instapay } = manualMethods;
  const codes = supportedCurrencies.map(({ code }) => code);
  const offer = (type: PaymentMethodType, among: readonly Currency[] = codes): LiveMethod => ({
    type,
    provider: null,
    currencies: paymentMethods[type].currencies.filter((code) => codes.includes(code) && among.includes(code)),
  });
  return [
    ...(cash.enabled ? [offer('cash_on_delivery')] : []),
    offer(
      'bank_transfer',
      accounts.map(({ currency }) => currency),
    ),
    ...(instapay.handle === null ? [] : [offer('instapay')]),
  ].filter(({ currencies }) => currencies.length > 0);
}
