import type {
  AccountProfile,
  CardInfo,
  ConfirmHostedCheckout,
  PaymentMethodType,
  UpdateHostedCheckout,
} from '@mizan/contracts';
import { feeTermsOf } from '@mizan/money';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { checkConfirm } from '../client/check-confirm.ts';
import { mayBeCard, type DescribeMethod } from '../client/describe-method.ts';
import type { Session } from '../sessions/session.ts';
import type { ChosenMethod } from './session-pricing.ts';

/**
 * What the method costs that a buyer's change names, and the card where its first digits are known.
 *
 * @returns undefined when the change names none; null when the account has no fee agreed for it
 * @throws Problem `payment_method_mismatch`: the buyer would pay a fee that nobody agreed
 */
export async function askForChosen(
  accounts: Accounts,
  context: LoadContext,
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
 * @throws Problem as `checkConfirm`
 * @throws Problem `payment_method_mismatch` and whatever else payments refuses a method with
 */
export async function askForPaidWith(
  accounts: Accounts,
  context: LoadContext,
  session: Session,
  body: ConfirmHostedCheckout,
  describe: DescribeMethod,
): Promise<ChosenMethod | null | undefined> {
  const { paymentMethod } = body;
  const { feesPassThrough } = session.settings.feeConfig;
  if (!feesPassThrough || session.amountTotal === 0 || !paymentMethod) return undefined;
  // What the session's own state refuses comes first; what the buyer saw is compared with the price that follows.
  checkConfirm(session, { ...body, expectedAmountTotal: undefined }, context.now);
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
