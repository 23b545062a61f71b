import { log } from '@mizan/service-kit';
import { z } from 'zod';
import type { PageRecord, PaymobContext } from './paymob-store.ts';
import { isOfPaymob } from './read-error.ts';

/**
 * Closes an intention as far as Paymob lets it be closed: it is open for another second. A step that the buyer has started
 * before can still be finished; that money is found by a later query, so nothing depends on this.
 */
export async function shortenIntention({ client }: PaymobContext, page: PageRecord): Promise<void> {
  try {
    await client.send({
      method: 'PUT',
      path: `/v1/intention/${encodeURIComponent(page.clientSecret)}`,
      body: { accept_order_id: page.orderId, expiration: 1 },
      answer: z.object({}),
    });
  } catch (thrown) {
    if (!isOfPaymob(thrown)) throw thrown;
    log.info({ event: 'paymob.intention_not_closed', reference: page.reference, err: thrown });
  }
}
