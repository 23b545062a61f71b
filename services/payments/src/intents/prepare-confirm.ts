import { paymentMethods, type AccountProfile } from '@mizan/contracts';
import { Problem, type AskContext } from '@mizan/service-kit';
import { feeTermsFor } from '../ledger/fees.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { tokenizeMethod } from '../providers/simulator/tokenize-method.ts';
import type { Wiring } from '../wiring.ts';
import type { ConfirmFacts, ConfirmInput } from './confirmation.ts';

/**
 * What a confirm must know before its first transaction: the account, the method without its card number, the fee.
 *
 * @throws Problem `merchant_not_activated`: nobody moves money for this account in this mode
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `unsupported_currency`: it cannot be paid like this
 */
export async function prepareConfirm(wiring: Wiring, context: AskContext, input: ConfirmInput): Promise<ConfirmFacts> {
  const { scope, now } = context;
  const { paymentMethod, customer, currency } = input.body;
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Problem('merchant_not_activated', 'This account does not take payments in this mode yet.');
  const account = await wiring.accounts.get(context);
  const tokenized = tokenizeMethod(paymentMethod, { pepper: wiring.pepperOf(scope), now, email: customer.email });
  if ('refusal' in tokenized)
    throw new Problem(tokenized.refusal.code, tokenized.refusal.message, { param: tokenized.refusal.param });
  const { method } = tokenized;
  assertAccepted(account, method, input);
  const feeTerms = feeTermsFor(account, { paymentMethodType: method.type, currency, cardInfo: method.cardInfo });
  return { account, method, feeTerms, provider: provider.name };
}

function assertAccepted(account: AccountProfile, { type }: ProviderMethod, { body }: ConfirmInput): void {
  const supported = account.supportedCurrencies.find(({ code }) => code === body.currency);
  if (!supported) throw new Problem('unsupported_currency', `This account takes no payments in ${body.currency}.`);
  if (!supported.paymentMethodTypes.includes(type))
    throw new Problem('payment_method_mismatch', `${type} is not offered in ${body.currency}.`, {
      param: 'paymentMethod.type',
    });
  if (body.captureMethod === 'manual' && !paymentMethods[type].supportsManualCapture)
    throw new Problem('payment_method_mismatch', `${type} cannot be authorised first and captured later.`, {
      param: 'paymentMethod.type',
    });
}
