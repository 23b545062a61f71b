import { z } from 'zod';
import { type FawryContext, orderKey } from './fawry-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';

/** Has Fawry cancel an unpaid order. If Fawry refuses, its status says more than the refusal. */
export async function cancelUnpaid({ client, store }: FawryContext, chargeId: string): Promise<void> {
  const order = await store.get(orderKey(chargeId));
  if (order?.op !== 'order') return;
  const { merchantCode } = client.access;
  const lang = 'en-gb';
  try {
    await client.send({
      path: '/ECommerceWeb/api/orders/cancel-unpaid-order',
      body: {
        merchantAccount: merchantCode,
        orderRefNo: order.number,
        lang,
        signature: client.sign(order.number, merchantCode, lang),
      },
      answer: z.object({}),
    });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
  }
}
