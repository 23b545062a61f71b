import { expectRecord, lastNumbered, type RecordStore } from './record-store.ts';

/** Whose turn it is: a provider without idempotency keys receives the refunds of a charge one after the other. */
export interface RefundTurnRecord {
  readonly op: 'refund_turn';
  readonly refundId: string;
}

/** The store of an adapter, as far as turns are written. */
interface Turns {
  putIfAbsent(key: string, record: RefundTurnRecord): Promise<{ readonly op: string }>;
}

/** A refund that waits for its turn, and how to find out whether another one of its charge has ended. */
interface Waiting {
  readonly chargeId: string;
  readonly refundId: string;
  readonly hasEnded: (refundId: string) => Promise<boolean>;
}

const turnKey = (chargeId: string, turn: number): string => `${chargeId}:refund:${turn}`;

/**
 * Waits in the line of the charge's refunds. A place in the line is kept.
 *
 * @returns the refunds before it, oldest first, all of which have ended; undefined while one of them is undecided
 */
export async function takeTurn(
  store: Turns,
  { chargeId, refundId, hasEnded }: Waiting,
): Promise<readonly string[] | undefined> {
  const before: string[] = [];
  for (;;) {
    const taken = await store.putIfAbsent(turnKey(chargeId, before.length + 1), { op: 'refund_turn', refundId });
    const holder = expectRecord(taken as RefundTurnRecord, 'refund_turn').refundId;
    if (holder === refundId) return before;
    if (!(await hasEnded(holder))) return undefined;
    before.push(holder);
  }
}

/** The refund of the charge whose turn came last, the only one that may be sent and undecided; undefined before the first. */
export async function lastInTurn<Stored extends { readonly op: string }>(
  store: Pick<RecordStore<Stored | RefundTurnRecord>, 'get'>,
  chargeId: string,
): Promise<string | undefined> {
  const last = await lastNumbered(store, (turn) => turnKey(chargeId, turn));
  return last && expectRecord(last.record as RefundTurnRecord, 'refund_turn').refundId;
}

/** The refunds of the charge that have had their turn, oldest first. */
export async function allInTurn<Stored extends { readonly op: string }>(
  store: Pick<RecordStore<Stored | RefundTurnRecord>, 'get'>,
  chargeId: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const turn = await store.get(turnKey(chargeId, ids.length + 1));
    if (!turn) return ids;
    ids.push(expectRecord(turn as RefundTurnRecord, 'refund_turn').refundId);
  }
}
