import { randomUUID } from 'node:crypto';
import { expectRecord, type Numbered, type RecordStore } from './record-store.ts';

/** What is about to be sent. */
interface Claim<Stored> {
  /** Read before the provider was queried: a call that sends it meanwhile takes the next number. */
  readonly last: Numbered<unknown> | undefined;
  readonly keyOf: (n: number) => string;
  /** @param nonce of the call */
  readonly recordOf: (nonce: string) => Stored;
}

/** Makes this the one call that sends something for the next time; false when another one does. */
export async function claimNext<Stored extends { readonly op: string }>(
  store: Pick<RecordStore<Stored>, 'putIfAbsent'>,
  { last, keyOf, recordOf }: Claim<Stored>,
): Promise<boolean> {
  const nonce = randomUUID();
  const claim = recordOf(nonce);
  const stored = await store.putIfAbsent(keyOf((last?.n ?? 0) + 1), claim);
  const sender: object = expectRecord(stored, claim.op);
  return 'nonce' in sender && sender.nonce === nonce;
}
