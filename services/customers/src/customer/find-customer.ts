import { fragment, own, Problem, resourceMissing, type Fragment, type Reader, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { customers } from './customer.table.ts';

/** The customer with this id, or the one that it was merged into. @throws Problem `resource_missing` */
export const findCustomer = (reader: Reader, id: string, param?: string): Promise<CustomerRow> =>
  findSurvivor(reader, { id, param, lock: fragment`` });

/** As {@link findCustomer}, locked until the transaction ends. */
export const lockCustomer = (tx: Tx, id: string, param?: string): Promise<CustomerRow> =>
  findSurvivor(tx, { id, param, lock: fragment`for no key update` });

/** As {@link lockCustomer}; undefined for an erased customer, whose payments no longer count for anyone. */
export const lockUnlessErased = (tx: Tx, id: string): Promise<CustomerRow | undefined> =>
  lockCustomer(tx, id).catch(asUndefined);

/** As {@link findCustomer}; undefined when there is none. */
export const findUnlessMissing = (reader: Reader, id: string): Promise<CustomerRow | undefined> =>
  findCustomer(reader, id).catch(asUndefined);

function asUndefined(thrown: unknown): undefined {
  if (thrown instanceof Problem && thrown.code === 'resource_missing') return undefined;
  throw thrown;
}

async function findSurvivor(
  reader: Reader,
  { id, param, lock }: { id: string; param: string | undefined; lock: Fragment },
): Promise<CustomerRow> {
  for (let next = id; ;) {
    // Tombstones are never locked: a merge would wait for this transaction while this one waits for the survivor.
    const customer = await reader.one<CustomerRow>`
      select ${customers.columns} from customers where ${own(reader)} and id = ${next} and merged_into is null ${lock}`;
    if (customer) return customer;
    const tombstone = await reader.one<{ mergedInto: string | null }>`
      select merged_into from customers where ${own(reader)} and id = ${next}`;
    if (!tombstone?.mergedInto) throw resourceMissing(param);
    next = tombstone.mergedInto;
  }
}

/** The ID of the customer with this e-mail, regardless of case. */
export const findHolder = async (reader: Reader, email: string): Promise<string | undefined> =>
  (
    await reader.one<{ id: string }>`
      select id from customers where ${own(reader)} and lower(email) = lower(${email}) and merged_into is null`
  )?.id;

/** The customer with this e-mail, regardless of case, locked until the transaction ends. */
export const lockByEmail = (tx: Tx, email: string): Promise<CustomerRow | undefined> => tx.one<CustomerRow>`
  select ${customers.columns} from customers where ${own(tx)} and lower(email) = lower(${email}) and merged_into is null
  for no key update`;
