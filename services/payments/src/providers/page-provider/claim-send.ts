import { claimNext } from '../port/claim-next.ts';
import { expectRecord, lastNumbered, type Numbered } from '../port/record-store.ts';
import { type PageContext, underWayMs } from './page-api.ts';
import { sendKey, type SendRecord } from './page-records.ts';

interface Sending {
  /** Of the capture or refund. */
  readonly key: string;
  readonly now: Date;
  /** {@link lastSend}, read before the provider was queried, as {@link claimNext} demands. */
  readonly last: Numbered<SendRecord> | undefined;
  readonly refundedBefore?: number;
}

/**
 * Makes this the one call that sends a capture or refund now; false while another one may be under way. A provider that keeps
 * keys carries out both once, and needs no claim.
 */
export async function claimSend(
  { api, store }: PageContext,
  { key, now, last, refundedBefore = 0 }: Sending,
): Promise<boolean> {
  if (api.isIdempotent) return true;
  if (last && isUnderWay(last.record, now)) return false;
  const sending = { op: 'send', refundedBefore, at: now.toISOString() } as const;
  return claimNext(store, {
    last,
    keyOf: (n) => sendKey(key, n),
    recordOf: (nonce) => ({ ...sending, nonce }),
  });
}

/** Whether a request may still be on its way to the provider. */
export const isUnderWay = ({ at }: SendRecord, now: Date): boolean => now.getTime() - Date.parse(at) < underWayMs;

/** The last time that a capture or refund was sent, counted from 1; a provider that keeps keys needs no count. */
export async function lastSend(
  { api, store }: Pick<PageContext, 'api' | 'store'>,
  key: string,
): Promise<Numbered<SendRecord> | undefined> {
  if (api.isIdempotent) return undefined;
  const last = await lastNumbered(store, (n) => sendKey(key, n));
  return last && { n: last.n, record: expectRecord(last.record, 'send') };
}
