import type { Payout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toPayoutResource } from './payout.resource.ts';
import { lockPayout, settlePayout } from './settle-payout.ts';

/** Cancels a payout that was not sent; its amount returns. @throws Problem `resource_missing`, `resource_invalid_state` */
export const cancelPayout = async (tx: Tx, id: string): Promise<Payout> =>
  toPayoutResource(await settlePayout(tx, await lockPayout(tx, id), { trigger: 'cancel' }));
