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
