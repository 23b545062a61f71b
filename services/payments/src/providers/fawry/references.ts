import { createHash } from 'node:crypto';
import { expectRecord } from '../port/record-store.ts';
import { type FawryStore, referenceKey } from './fawry-store.ts';

/** Fits a double exactly: Fawry's documents call the reference a number in places. */
const referenceDigits = 15;

/** The `merchantRefNum` of a charge, the same each time: digits alone, as letters are not promised to pass. */
export async function referenceOf(store: FawryStore, chargeId: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const hash = createHash('sha256').update(`${chargeId}:${n}`).digest('hex').slice(0, 16);
    const digits = String(BigInt(`0x${hash}`) % 10n ** BigInt(referenceDigits)).padStart(referenceDigits, '1');
    const stored = await store.putIfAbsent(referenceKey(digits), { op: 'reference', chargeId });
    if (expectRecord(stored, 'reference').chargeId === chargeId) return digits;
  }
}

/** The charge of a reference; undefined when it is of another integration at the same account. */
export async function chargeOfReference(store: FawryStore, reference: string): Promise<string | undefined> {
  const stored = await store.get(referenceKey(reference));
  return stored && expectRecord(stored, 'reference').chargeId;
}
