import type { AccountProfile, CreateCustomer, Customer } from '@mizan/contracts';
import { asStored, countRows, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { emailTaken } from '../customer/email-taken.ts';
import { lockByEmail } from '../customer/find-customer.ts';
import { deletionOfMarks } from '../customer/guest-marks.ts';
import { insertCustomer, type Counted } from '../customer/insert-customer.ts';
import { normalizePhone } from '../customer/normalize-contact.ts';
import { firstOfEach } from '../customer/personal-data.ts';

/**
 * Creates a registered customer. A guest with the same e-mail becomes that customer and keeps its id and history. A unique
 * index on the e-mail lets only one of several requests at once succeed.
 *
 * @throws Problem `resource_already_exists`: a registered customer has the e-mail, regardless of case
 */
export async function createCustomer(tx: Tx, body: CreateCustomer, account: AccountProfile): Promise<Customer> {
  const values = {
    type: 'registered' as const,
    name: body.name ?? null,
    email: body.email ?? null,
    phone: normalizePhone(body, account.country),
    address: asStored(body.address ?? null),
    shipping: asStored(body.shipping ?? null),
    metadata: asStored(body.metadata ?? {}),
    currency: body.currency ?? account.defaultCurrency,
  };
  const inserted = await insertCustomer(tx, values);
  if (inserted) {
    const resource = toCustomerResource(inserted);
    tx.emit('customer.created', { object: resource, version: inserted.version });
    return resource;
  }
  const existing = values.email === null ? undefined : await lockByEmail(tx, values.email);
  if (existing?.type !== 'guest') throw emailTaken(existing?.id);
  const metadata = body.metadata ? values.metadata : existing.metadata;
  const currency = existing.numPayments === 0 ? (body.currency ?? existing.currency) : existing.currency;
  return toCustomerResource(await promoteGuest(tx, existing, { ...values, metadata, currency }));
}

/** Turns a guest into a registered customer. Values of the request replace those of its checkouts. */
async function promoteGuest(tx: Tx, guest: CustomerRow, values: Partial<CustomerRow>): Promise<CustomerRow> {
  const moved = new Map<Counted, number>([
    ['customers.guest', -1],
    ['customers.registered', 1],
  ]);
  await tx.sql`${countRows(tx, moved)}`;
  await tx.sql`${deletionOfMarks(tx, [guest])}`; // from now on it is found only by its own e-mail
  return changeCustomer(tx, guest, { ...values, ...firstOfEach([values, guest]) });
}
