import { z } from 'zod';
import { expectRecord } from '../port/record-store.ts';
import { type AttemptRecord, type FawryContext, orderKey } from './fawry-store.ts';
import { isNotFound } from './read-error.ts';
import { referenceOf } from './references.ts';

const text = z.union([z.string(), z.number()]).transform(String);

/** What notification v2 and status v2 have of use. Amounts are pounds. */
export const FawryOrder = z.object({
  fawryRefNumber: text,
  merchantRefNumber: text,
  /** Without what the buyer pays to Fawry on top. */
  orderAmount: z.coerce.number(),
  orderStatus: z.string(),
  paymentRefrenceNumber: text.nullish(),
  failureErrorCode: text.nullish(),
  failureReason: z.string().nullish(),
});
export type FawryOrder = z.infer<typeof FawryOrder>;

/** How the order of a charge stands at Fawry; undefined when it has none. */
export async function findOrder(
  context: FawryContext,
  chargeId: string,
  attempt: AttemptRecord,
): Promise<FawryOrder | undefined> {
  const reference = await referenceOf(context.store, chargeId);
  const order = await queryStatus(context, reference);
  if (!order) return undefined;
  const stored = await context.store.putIfAbsent(orderKey(chargeId), { op: 'order', number: order.fawryRefNumber });
  const known = expectRecord(stored, 'order', 'refused');
  const isSame =
    order.merchantRefNumber === reference &&
    Math.round(order.orderAmount * 100) === attempt.amount &&
    (known.op === 'refused' || known.number === order.fawryRefNumber);
  if (!isSame) throw new Error(`Fawry: order ${order.fawryRefNumber} is not the payment that was requested`);
  return order;
}

/** The order of a reference as Fawry shows it; undefined when it has none. */
export async function queryStatus(
  { client }: Pick<FawryContext, 'client'>,
  reference: string,
): Promise<FawryOrder | undefined> {
  const { merchantCode } = client.access;
  const query = new URLSearchParams({
    merchantCode,
    merchantRefNumber: reference,
    signature: client.sign(merchantCode, reference),
  });
  try {
    return await client.send({ path: `/ECommerceWeb/Fawry/payments/status/v2?${query}`, answer: FawryOrder });
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
}
