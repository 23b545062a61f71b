import type { calls as callTable, ConfirmHostedCheckout, PaymentMethodType, ReplyOf } from '@mizan/contracts';
import type { LoadContext } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import type { Session } from '../sessions/session.ts';
import { buyerOf } from './buyer-details.ts';

/** Methods behind which there is a card. */
const cardTypes: ReadonlySet<PaymentMethodType> = new Set(['card', 'apple_pay', 'google_pay', 'samsung_pay']);

type SentMethod = NonNullable<ConfirmHostedCheckout['paymentMethod']>;

/** False for methods behind which there is certainly no card; of a saved one payments knows the type. */
export const mayBeCard = (type: PaymentMethodType | undefined): boolean => type === undefined || cardTypes.has(type);

/** What payments says about the method of a confirm. @throws Problem: it is one that payments refuses */
export type DescribeMethod = (method: SentMethod) => Promise<ReplyOf<(typeof callTable)['describePaymentMethod']>>;

/** Asks payments about the method that a confirm of this session pays with: once, however many want to know. */
export function describingOnce(accounts: Accounts, context: LoadContext, session: Session): DescribeMethod {
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
export async function askForCard(
  { amountTotal, settings, discounts }: Session,
  { paymentMethod }: ConfirmHostedCheckout,
  describe: DescribeMethod,
): Promise<string | null> {
  if (amountTotal === 0 || !paymentMethod || !mayBeCard(paymentMethod.type)) return null;
  if (settings.customerId !== undefined && discounts.length === 0) return null;
  return (await describe(paymentMethod)).cardFingerprint ?? null;
}
