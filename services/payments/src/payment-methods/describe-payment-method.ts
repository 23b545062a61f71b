import type { calls, ReplyOf } from '@mizan/contracts';
import type { CallInput, Reader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { paymentsNotEnabled } from '../payment/payments-enabled.ts';
import { cardInfoOfBin } from '../providers/simulator/tokenize-card.ts';
import { readMethod } from './read-method.ts';

type DescribeMethodCall = typeof calls.describePaymentMethod;
type DescribeBinCall = typeof calls.describeCardBin;

/**
 * What the fee schedule asks about a method that is about to pay, and which card it is.
 *
 * @throws Problem as {@link readMethod}; `merchant_not_activated`: there is nobody to ask
 */
export async function describePaymentMethod(
  app: App,
  reader: Reader,
  { body }: CallInput<DescribeMethodCall>,
): Promise<ReplyOf<DescribeMethodCall>> {
  if (!(await app.takesPayments(reader.scope))) throw paymentsNotEnabled();
  const { method } = await readMethod(app, reader, { ...body, savedMethodsOf: body.savedMethodsOf ?? null });
  const { type, cardInfo, card } = method;
  return { paymentMethodType: type, cardInfo, cardFingerprint: card?.fingerprint ?? null };
}

/** What the fee schedule asks about a card whose number is being typed. Only test cards are known by their first digits. */
export const describeCardBin = ({ scope }: Reader, { body }: CallInput<DescribeBinCall>): ReplyOf<DescribeBinCall> => ({
  cardInfo: scope.livemode ? null : (cardInfoOfBin(body.cardBin) ?? null),
});
