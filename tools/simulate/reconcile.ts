import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerVerification, PaymentIntent } from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Client } from './client.ts';
import type { Effects } from './journeys.ts';
import type { Receiver } from './receiver.ts';

const retryDelayMs = 500;
const pageRows = 100;

/** What did not follow from what the API had acknowledged; all zero when everything did. */
export interface Reconciliation {
  readonly payments: number;
  readonly refunds: number;
  /** Acknowledged payments that the API does not list as received. */
  readonly paymentsLost: number;
  /** Acknowledged payments and refunds whose webhook never hasReceived. */
  readonly webhooksMissing: number;
  readonly webhooksReceived: number;
  readonly webhooksRepeated: number;
  readonly webhooksForged: number;
  /** What verification of the whole ledger found. */
  readonly ledgerFindings: number;
  /** How long it took after the last request until nothing was missing, seconds. */
  readonly settledInSeconds: number;
}

/**
 * Compares what the API acknowledged with the payments, the ledger and the webhooks, repeatedly until they agree or the
 * time is up.
 *
 * @param timeoutSeconds how long to wait for effects
 */
export async function reconcile(
  { client, dev, effects, receiver }: { client: Client; dev: DevFile; effects: Effects; receiver: Receiver },
  timeoutSeconds: number,
): Promise<Reconciliation> {
  const startedAtMs = performance.now();
  const elapsed = (): number => (performance.now() - startedAtMs) / 1_000;
  const paymentsLost = await lostPayments(client, effects);
  for (;;) {
    const webhooksMissing = missingWebhooks(effects, receiver);
    const ledgerFindings = await countFindings(client, dev);
    if (webhooksMissing + ledgerFindings === 0 || elapsed() > timeoutSeconds)
      return {
        payments: effects.paid.length,
        refunds: effects.refunded.length,
        paymentsLost,
        webhooksMissing,
        webhooksReceived: receiver.counts.verified,
        webhooksRepeated: receiver.counts.repeated,
        webhooksForged: receiver.counts.forged,
        ledgerFindings,
        settledInSeconds: Math.round(elapsed() * 10) / 10,
      };
    await delay(retryDelayMs);
  }
}

function missingWebhooks({ paid, refunded }: Effects, { seen }: Receiver): number {
  const hasReceived = (type: string, id: string): boolean => seen.get(type)?.has(id) === true;
  return (
    paid.filter(({ intentId }) => !hasReceived('payment_intent.succeeded', intentId)).length +
    refunded.filter(({ refundId }) => !hasReceived('refund.created', refundId)).length
  );
}

/** As the operator; a verification takes longer than a request may, the longer the ledger is. */
async function countFindings(client: Client, dev: DevFile): Promise<number> {
  const { findingsTotal } = await client.send<LedgerVerification>({
    method: 'GET',
    path: '/operator/ledger/verification',
    headers: { authorization: `Bearer ${dev.operatorToken}` },
    status: 200,
  });
  return findingsTotal;
}

/** Looks for every acknowledged payment in what the API lists. */
async function lostPayments(client: Client, { paid }: Effects): Promise<number> {
  let lost = 0;
  for (const [by, theirs] of Map.groupBy(paid, (each) => each.by)) {
    const wanted = new Set(theirs.map(({ intentId }) => intentId));
    for (let page = 1; wanted.size > 0; page++) {
      const { data } = await client.send<{ data: PaymentIntent[] }>({
        method: 'GET',
        path: `/payment-intents?limit=${pageRows}&page=${page}`,
        headers: { authorization: by.authorization },
        status: 200,
      });
      for (const { id, amountReceived } of data) if (amountReceived > 0) wanted.delete(id);
      if (data.length < pageRows) break;
    }
    lost += wanted.size;
  }
  return lost;
}
