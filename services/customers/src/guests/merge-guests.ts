import { metadataInput, type Metadata } from '@mizan/contracts';
import { countRows, fragment, own, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { customers } from '../customer/customer.table.ts';
import { combinedMarks, deletionOfMarks, replaceMarks } from '../customer/guest-marks.ts';
import type { Counted } from '../customer/insert-customer.ts';
import { laterMethod } from '../customer/latest-payment-method.ts';
import { firstOfEach, noPerson } from '../customer/personal-data.ts';
import { combineSpending } from '../spend/recount-spending.ts';

/**
 * Merges guests into the oldest of them, which gets the values of all; the others become tombstones that point to it.
 * Emits `customer.updated` for the oldest and `customer.deleted` with `mergedInto` for each of the others.
 *
 * @returns undefined when another transaction merged or registered one of them first: find them again
 */
export async function mergeGuests(tx: Tx, found: readonly CustomerRow[]): Promise<CustomerRow | undefined> {
  const ids = found.filter(({ type }) => type === 'guest').map(({ id }) => id);
  const guests = await lockGuests(tx, ids);
  const [survivor, ...others] = guests;
  if (!survivor || others.length === 0 || guests.length !== found.length) return undefined;
  const spending = await combineSpending(tx, guests);
  await turnIntoTombstones(tx, survivor.id, others);
  const marks = combinedMarks(guests);
  await replaceMarks(tx, survivor, marks);
  const changed = await changeCustomer(tx, survivor, {
    ...firstOfEach(guests),
    metadata: others.reduce(withMetadataOf, survivor.metadata),
    ...marks,
    ...spending,
    latestPaymentMethod: guests.map((guest) => guest.latestPaymentMethod).reduce(laterMethod, null),
  });
  const mergedInto = survivor.id;
  for (const other of others)
    tx.emit('customer.deleted', { object: toCustomerResource(other), version: other.version + 1, mergedInto });
  return changed;
}

/** Metadata with the keys that only another guest has, up to the limits of what may be sent: beyond them no change is accepted. */
const withMetadataOf = (metadata: Metadata, other: Pick<CustomerRow, 'metadata'>): Metadata =>
  Object.entries(other.metadata).reduce((joined, [key, value]) => {
    if (Object.hasOwn(joined, key)) return joined;
    const more = { ...joined, [key]: value };
    return metadataInput.safeParse(more).success ? more : joined;
  }, metadata);

/** Locks in the order of ids, so that two merges cannot wait for each other. @returns the oldest first */
async function lockGuests(tx: Tx, ids: readonly string[]): Promise<CustomerRow[]> {
  const guests = await tx.sql<CustomerRow>`
    select ${customers.columns} from customers where ${own(tx)} and id = any(${ids}::text[])
      and type = 'guest' and merged_into is null
    order by id for no key update`;
  return guests.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Empties the others, and points them and their own tombstones to the survivor, so that erasing it finds all at once. */
async function turnIntoTombstones(tx: Tx, survivorId: string, others: readonly CustomerRow[]): Promise<void> {
  const ids = others.map(({ id }) => id);
  const tombstone = customers.set({
    mergedInto: survivorId,
    version: fragment`version + 1`,
    updatedAt: tx.now,
    ...noPerson,
  });
  await tx.sql`
    with marks as (${deletionOfMarks(tx, others)}),
    counted as (${countRows(tx, new Map<Counted, number>([['customers.guest', -ids.length]]))}),
    earlier as (
      update customers set merged_into = ${survivorId}
      where ${own(tx)} and merged_into = any(${ids}::text[]))
    update customers set ${tombstone}
    where ${own(tx)} and id = any(${ids}::text[])`;
}
