import { createHash } from 'node:crypto';
import { acrossMerchants, type Database } from '@mizan/service-kit';
import type { Connection } from '../port/connection.ts';
import { expectRecord } from '../port/record-store.ts';
import { type FawryRecord, type FawryStore, referenceKey } from './fawry-store.ts';

/** Fits a double exactly: Fawry's documents call the reference a number in places. */
const referenceDigits = 15;

/** Whether a reference has the form of the platform's. Those of another integration at the same account may have it, too. */
export const isReference = (reference: string): boolean =>
  reference.length === referenceDigits && /^[1-9]\d*$/.test(reference);

/** The `merchantRefNum` of a charge, the same each time: digits alone, as letters are not promised to pass. */
export async function referenceOf(store: FawryStore, chargeId: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const hash = createHash('sha256').update(`${chargeId}:${n}`).digest('hex').slice(0, 16);
    const digits = String(BigInt(`0x${hash}`) % 10n ** BigInt(referenceDigits)).padStart(referenceDigits, '1');
    const stored = await store.putIfAbsent(referenceKey(digits), { op: 'reference', chargeId });
    if (expectRecord(stored, 'reference').chargeId === chargeId) return digits;
  }
}

/**
 * The charge of a reference; undefined when it is of another integration at the same account. Fawry notifies the one address that is
 * registered at the account: that of another connection than the charge's, or of another merchant's.
 */
export async function chargeOfReference(
  { system }: Database,
  { provider, providerAccount, scope }: Pick<Connection, 'provider' | 'providerAccount' | 'scope'>,
  reference: string,
): Promise<string | undefined> {
  const row = await system.one<{ record: FawryRecord }>`
    select record from connections join fawry_records records
      on records.merchant_id = connections.merchant_id and records.livemode = connections.livemode
        and records.key = connections.id || ' ' || ${referenceKey(reference)}
    where ${acrossMerchants} and connections.provider = ${provider} and connections.provider_account = ${providerAccount}
      and connections.livemode = ${scope.livemode}
    order by connections.created_at desc, connections.id desc limit 1`;
  return row && expectRecord(row.record, 'reference').chargeId;
}
