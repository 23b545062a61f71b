import type {
  AccountProfile,
  Calls,
  ConfirmHostedCheckout,
  PaymentMethodType,
  ReplyOf,
  UpdateHostedCheckout,
} from '@mizan/contracts';
import { feeTermsOf } from '@mizan/money';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { ChosenMethod } from '../session/session-pricing.ts';
import type { Session } from '../session/session.ts';
import { assertConfirmable } from '../session/assert-confirmable.ts';
import { buyerOf } from '../session/buyer-details.ts';
import { savedMethodsOwner } from './saved-methods-owner.ts';

interface MethodChange {
  readonly session: Session;
  readonly body: UpdateHostedCheckout;
}

/**
 * The payment method that a buyer's change names, with its fee terms, and the card where its first digits are known.
 *
 * @returns undefined when the change names none; null when the account has no fee agreed for it
 * @throws Problem `payment_method_mismatch`: the buyer would pay a fee, and none is agreed
 */
export async function chooseMethod(context: LoadContext, { accounts }: App, { session, body }: MethodChange) {
  const { paymentMethodType, cardBin } = body;
  const type = paymentMethodType ?? (cardBin === undefined ? undefined : 'card');
  if (type === undefined) return undefined;
  const isKnown = cardBin !== undefined && mayBeCard(type);
  const { cardInfo } = isKnown ? await context.calls.describeCardBin({ cardBin }) : { cardInfo: null };
  return withTerms(await accounts.get(context), session, { paymentMethodType: type, cardInfo });
}

interface MethodToPay {
  readonly session: Session;
  readonly body: ConfirmHostedCheckout;
  readonly describe: DescribeMethod;
}

/**
 * The payment method of a confirm with its fee terms, by the card itself; undefined where it does not change the price.
 * @throws Problem as `assertConfirmable`; `payment_method_mismatch`, or as payments refuses the method
 */
export async function chooseMethodToPay(
  context: LoadContext,
  { accounts }: App,
  { session, body, describe }: MethodToPay,
): Promise<ChosenMethod | null | undefined> {
  const { paymentMethod } = body;
  if (!session.settings.feeConfig.feesPassThrough || session.amountTotal === 0 || !paymentMethod) return undefined;
  // The session's own state is checked first; the total that the buyer has seen is compared with the price that follows.
  assertConfirmable(session, { ...body, expectedAmountTotal: undefined }, context.now);
  const account = await accounts.get(context);
  const { type } = paymentMethod;
  if (type !== undefined && !mayBeCard(type))
    return withTerms(account, session, { paymentMethodType: type, cardInfo: null });
  return withTerms(account, session, await describe(paymentMethod));
}

/** @throws Problem `payment_method_mismatch`: the buyer would pay a fee, and none is agreed */
function withTerms(
  { feeSchedule, vatOnFeesPpm }: AccountProfile,
  { currency, settings }: Session,
  { paymentMethodType, cardInfo }: Pick<ChosenMethod, 'paymentMethodType' | 'cardInfo'>,
): ChosenMethod | null {
  const card = cardInfo ?? { brand: null, isOnUs: null, isInternational: null };
  const terms = feeTermsOf(feeSchedule, vatOnFeesPpm, { paymentMethodType, currency, ...card });
  if (terms) return { paymentMethodType, cardInfo, terms };
  if (!settings.feeConfig.feesPassThrough) return null;
  const param = 'paymentMethodType';
  throw new Problem('payment_method_mismatch', `No fee is agreed for ${paymentMethodType} in ${currency}.`, { param });
}

/** Methods that pay with a card. */
const cardTypes: ReadonlySet<PaymentMethodType> = new Set(['card', 'apple_pay', 'google_pay', 'samsung_pay']);

/** False for methods that certainly have no card; the type of a saved method is known to payments only. */
const mayBeCard = (type: PaymentMethodType | undefined): boolean => type === undefined || cardTypes.has(type);

/** The description of a confirm's payment method by payments. @throws Problem: payments refuses the method */
export type DescribeMethod = (
  method: NonNullable<ConfirmHostedCheckout['paymentMethod']>,
) => Promise<ReplyOf<Calls['describePaymentMethod']>>;

/** Has payments describe the method of a confirm, at most once however often it is called. */
export function describeOnce(context: LoadContext, { accounts }: App, session: Session): DescribeMethod {
  let described: ReturnType<DescribeMethod> | undefined;
  const describe: DescribeMethod = async (paymentMethod) => {
    const { email, phone } = buyerOf(session.customerDetails, paymentMethod);
    const { country } = await accounts.get(context);
    const savedMethodsOf = await savedMethodsOwner(context.reader, session);
    const { currency } = session;
    return context.calls.describePaymentMethod({ paymentMethod, email, phone, country, currency, savedMethodsOf });
  };
  return (paymentMethod) => (described ??= describe(paymentMethod));
}

/**
 * Fingerprint of a confirm's card, where the merchant did not choose the customer or the buyer pays with a discount.
 * @throws Problem as payments refuses the method
 */
export async function fetchCardFingerprint(
  { amountTotal, settings, discounts }: Session,
  { paymentMethod }: ConfirmHostedCheckout,
  describe: DescribeMethod,
): Promise<string | null> {
  if (amountTotal === 0 || !paymentMethod || !mayBeCard(paymentMethod.type)) return null;
  if (settings.customerId !== undefined && discounts.length === 0) return null;
  return (await describe(paymentMethod)).cardFingerprint ?? null;
}
