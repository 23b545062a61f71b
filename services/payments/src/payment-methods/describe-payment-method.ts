import type { calls, ReplyOf } from '@mizan/contracts';
import type { CallInput, Reader } from '@mizan/service-kit';
import { type App, paymentsNotEnabled } from '../payment/app.ts';
import { readMethod } from './read-method.ts';

type DescribeMethodCall = typeof calls.describePaymentMethod;
type DescribeBinCall = typeof calls.describeCardBin;

/**
 * What the fee of a method depends on, and which card it is.
 *
 * @throws Problem as {@link readMethod}; `merchant_not_activated`: the account is not connected to a provider
 */
export async function describePaymentMethod(
  reader: Reader,
  app: App,
  { body }: CallInput<DescribeMethodCall>,
): Promise<ReplyOf<DescribeMethodCall>> {
  const { connect } = app.providers.of(reader.scope);
  if (!(await connect.isConnected(reader.scope))) throw paymentsNotEnabled();
  const { method } = await readMethod(reader, app, { ...body, savedMethodsOf: body.savedMethodsOf ?? null });
  const { type, cardInfo, card } = method;
  return { paymentMethodType: type, cardInfo, cardFingerprint: card?.fingerprint ?? null };
}

/** What the fee of a card depends on, while its number is being typed. */
export const describeCardBin = (
  { scope }: Reader,
  { providers }: App,
  { body }: CallInput<DescribeBinCall>,
): ReplyOf<DescribeBinCall> => ({ cardInfo: providers.of(scope).cardField.cardInfo(body.cardBin) });
