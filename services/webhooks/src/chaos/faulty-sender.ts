import { createSecretKey, randomBytes } from 'node:crypto';
import type { WebhookChaosMode } from '@mizan/contracts';
import { own, type Scope, type SystemReader } from '@mizan/service-kit';
import type { Attempt, Sender } from '../sending/send.ts';
import type { SendResult } from '../sending/send-result.ts';
import { endpointFaults } from './endpoint-fault.table.ts';

/** What goes wrong with one delivery. */
export interface Fault {
  readonly mode: WebhookChaosMode;
  readonly delaySeconds: number;
}

/** Consumes one of an endpoint's faults; undefined when none is left. */
export const consumeFault = (
  db: SystemReader,
  { endpointId, ...scope }: Scope & { readonly endpointId: string },
): Promise<Fault | undefined> =>
  db.one<Fault>`
    update endpoint_faults set remaining = remaining - 1
    where ${own({ scope })} and endpoint_id = ${endpointId} and remaining > 0
    returning ${endpointFaults.pick('mode', 'delaySeconds')}`;

/** A lost request: nothing is sent and no response arrives. */
const lost: SendResult = {
  outcome: 'failed',
  error: 'connection_reset',
  durationMs: 0,
  statusCode: null,
  responseHeaders: null,
  responseSnippet: null,
  retryAfterSeconds: null,
};

/** Makes an attempt with an injected fault. */
export async function sendWithFault(sender: Sender, attempt: Attempt, { mode }: Fault): Promise<SendResult> {
  if (mode === 'drop') return lost;
  if (mode === 'corrupt_signature') return sender.send({ ...attempt, signingKeys: [createSecretKey(randomBytes(32))] });
  if (mode !== 'duplicate') return sender.send(attempt);
  // In parallel, because a delivery's lease is as long as one attempt may take. The first response counts.
  const [result] = await Promise.all([sender.send(attempt), sender.send(attempt)]);
  return result;
}

/**
 * Postpones a claimed delivery by its account's clock. With `reorder` it no longer holds back later events of its object.
 */
export async function postpone(
  db: SystemReader,
  {
    id,
    claimId,
    aheadMs,
    ...scope
  }: Scope & { readonly id: string; readonly claimId: string; readonly aheadMs: number },
  { mode, delaySeconds }: Fault,
): Promise<void> {
  const delay = `${delaySeconds} seconds`;
  await db.sql`
    with later as (
      update delivery_queue
      set next_at = next_at + ${delay}::interval, claim_id = null, lease_until = null,
          wake_at = next_at + ${delay}::interval - ${aheadMs} * interval '1 millisecond',
          is_replay = is_replay or ${mode === 'reorder'}
      where ${own({ scope })} and delivery_id = ${id} and claim_id = ${claimId}
      returning delivery_id, next_at)
    update deliveries d set next_at = later.next_at from later where d.id = later.delivery_id`;
}
