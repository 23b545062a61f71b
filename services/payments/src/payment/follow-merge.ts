import { type BoundCalls, Problem } from '@mizan/service-kit';

/** A guest, and the customer that it was merged into. */
export interface Merge {
  readonly from: string;
  readonly to: string;
}

/** What follows a customer. Both may be repeated. */
interface Followers {
  /** Moves all that belongs to a merged guest. */
  readonly move: (merge: Merge) => Promise<void>;
  /** Does what the deletion of a customer requires. */
  readonly remove: (customerId: string) => Promise<void>;
}

/**
 * Moves what a merged guest has to the customer that its id leads to now, and removes it if that customer was deleted: events of
 * merges and deletions come in any order. Customers is called after each move, so that a later merge or deletion finds what
 * was moved.
 */
export async function followMerge(calls: BoundCalls, merge: Merge, { move, remove }: Followers): Promise<void> {
  await move(merge);
  const current = await findCurrentId(calls, merge.to);
  if (current === undefined) await remove(merge.to);
  else if (current !== merge.to) await followMerge(calls, { from: merge.to, to: current }, { move, remove });
}

/**
 * What the guest gets between the last move and the event's own transaction: the event fails, so that it is prepared again and
 * this is followed like the rest.
 *
 * @param isLeft whether the guest still has something
 */
export function assertFollowed(isLeft: boolean): void {
  if (isLeft) throw new Error('a merged guest got more while it was being followed');
}

/** The id that this one leads to now; undefined: its customer was deleted. */
const findCurrentId = (calls: BoundCalls, customerId: string): Promise<string | undefined> =>
  calls.getCustomerSummary({ customerId }).then(
    ({ customer }) => customer.id,
    (thrown: unknown) => {
      if (thrown instanceof Problem && thrown.code === 'resource_missing') return undefined;
      throw thrown;
    },
  );
