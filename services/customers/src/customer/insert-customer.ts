import { countRows, fragment, newId, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { customers } from './customer.table.ts';
import { guestMarks } from './guest-mark.table.ts';
import { markKeysOf } from './guest-marks.ts';
import { type EnteredData, noPerson, type PersonalData } from './personal-data.ts';

/** Lists whose length is stored. */
export type Counted = 'customers.registered' | 'customers.guest';

/** A customer to create; what is left out is empty. */
type NewCustomer = Pick<CustomerRow, 'type' | 'currency'> & Omit<EnteredData, 'metadata'> & Partial<PersonalData>;

/** Inserts a customer and counts it, in one statement; undefined when another customer has the e-mail. */
export async function insertCustomer(tx: Tx, values: NewCustomer): Promise<CustomerRow | undefined> {
  const customer: CustomerRow = {
    id: newId('cus'),
    merchantId: tx.scope.merchantId,
    livemode: tx.scope.livemode,
    ...noPerson,
    ...values,
    grossSpend: 0,
    amountRefunded: 0,
    amountDisputeLosses: 0,
    numPayments: 0,
    firstPurchaseAt: null,
    lastPurchaseAt: null,
    mergedInto: null,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const oneMore = new Map<Counted, number>([[`customers.${customer.type}`, 1]]);
  const inserted = await tx.one`
    with inserted as (
      ${customers.insert([customer])}
      on conflict (merchant_id, livemode, lower(email)) where email is not null and merged_into is null do nothing
      returning id),
    marked as (
      ${guestMarks.into('merchantId', 'livemode', 'mark', 'customerId')}
      select ${customer.merchantId}, ${customer.livemode}, mark, inserted.id
      from inserted, unnest(${customer.type === 'guest' ? markKeysOf(customer) : []}::text[]) as mark),
    counted as (${countRows(tx, oneMore, fragment`where exists (select from inserted)`)})
    select 1 from inserted`;
  return inserted ? customer : undefined;
}
