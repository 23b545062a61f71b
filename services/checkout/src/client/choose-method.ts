import type {
  AccountProfile,
  CardInfo,
  ConfirmHostedCheckout,
  PaymentMethodType,
  UpdateHostedCheckout,
  calls as callTable,
  ReplyOf,
} from '@mizan/contracts';
import { feeTermsOf } from '@mizan/money';
import { Problem, type AskContext } from '@mizan/service-kit';
import type { Accounts } from '../config.ts';
import type { ChosenMethod } from '../session/session-pricing.ts';
import type { Session } from '../session/session.ts';
import { assertConfirmable } from './assert-confirmable.ts';
import { buyerOf } from './buyer-details.ts';

/**
 * What the method costs that a buyer's change names, and the card where its first digits are known.
 *
 * @returns undefined when the change names none; null when the account has no fee agreed for it
 * @throws Problem `payment_method_mismatch`: the buyer would pay a fee that nobody agreed
 */
export async function chooseMethod(
  accounts: Accounts,
  context: AskContext,
  session: Session,
  { paymentMethodType, cardBin }: Pick<UpdateHostedCheckout, 'paymentMethodType' | 'cardBin'>,
): Promise<ChosenMethod | null | undefined> {
  const type = paymentMethodType ?? (cardBin === undefined ? undefined : 'card');
  if (type === undefined) return undefined;
  const isKnown = cardBin !== undefined && mayBeCard(type);
  const { cardInfo } = isKnown ? await context.calls.describeCardBin({ cardBin }) : { cardInfo: null };
  return chosenOf(await accounts.get(context), session, type, cardInfo);
}

/**
 * What the method costs that a confirm pays with, by the card itself. Asked only where the buyer pays the fee.
 *
 * @returns undefined where that changes nothing
 * @throws Problem as `assertConfirmable`
 * @throws Problem `payment_method_mismatch` and whatever else payments refuses a method with
 */
export async function askForPaidWith(
  accounts: Accounts,
  context: AskContext,
  session: Session,
  body: ConfirmHostedCheckout,
  describe: DescribeMethod,
): Promise<ChosenMethod | null | undefined> {
  const { paymentMethod } = body;
  const { feesPassThrough } = session.settings.feeConfig;
  if (!feesPassThrough || session.amountTotal === 0 || !paymentMethod) return undefined;
  // What the session's own state refuses comes first; what the buyer saw is compared with the price that follows.
  assertConfirmable(session, { ...body, expectedAmountTotal: undefined }, context.now);
  const account = await accounts.get(context);
  const { type } = paymentMethod;
  if (type !== undefined && !mayBeCard(type)) return chosenOf(account, session, type, null);
  const { paymentMethodType, cardInfo } = await describe(paymentMethod);
  return chosenOf(account, session, paymentMethodType, cardInfo);
}

function chosenOf(
  { feeSchedule, vatOnFeesPpm }: AccountProfile,
  { currency, settings }: Session,
  paymentMethodType: PaymentMethodType,
  cardInfo: CardInfo | null,
): ChosenMethod | null {
  const card = cardInfo ?? { brand: null, isOnUs: null, isInternational: null };
  const terms = feeTermsOf(feeSchedule, vatOnFeesPpm, { paymentMethodType, currency, ...card });
  if (terms) return { paymentMethodType, cardInfo, terms };
  if (!settings.feeConfig.feesPassThrough) return null;
  throw new Problem('payment_method_mismatch', `No fee is agreed for ${paymentMethodType} in ${currency}.`, {
    param: 'paymentMethodType',
  });
}

/** Methods behind which there is a card. */
const cardTypes: ReadonlySet<PaymentMethodType> = new Set(['card', 'apple_pay', 'google_pay', 'samsung_pay']);

type SentMethod = NonNullable<ConfirmHostedCheckout['paymentMethod']>;

/** False for methods behind which there is certainly no card; of a saved one payments knows the type. */
export const mayBeCard = (type: PaymentMethodType | undefined): boolean => type === undefined || cardTypes.has(type);

/** What payments says about the method of a confirm. @throws Problem: it is one that payments refuses */
export type DescribeMethod = (method: SentMethod) => Promise<ReplyOf<(typeof callTable)['describePaymentMethod']>>;

/** Asks payments about the method that a confirm of this session pays with: once, however many want to know. */
export function describeOnce(accounts: Accounts, context: AskContext, session: Session): DescribeMethod {
  let asked: ReturnType<DescribeMethod> | undefined;
  const ask: DescribeMethod = async (paymentMethod) => {
    const { email, phone } = buyerOf(session.customerDetails, paymentMethod);
    const { country } = await accounts.get(context);
    const savedMethodsOf = session.settings.customerId === undefined ? null : session.customerId;
    return context.calls.describePaymentMethod({ paymentMethod, email, phone, country, savedMethodsOf });
  };
  return (paymentMethod) => (asked ??= ask(paymentMethod));
}

/**
 * Fingerprint of the card that a confirm pays with. Asked only where somebody is recognised by it: a buyer whom the
 * merchant did not choose, or one who pays with a discount.
 *
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
