import type { AccountProfile, CreateCustomer, Customer } from '@mizan/contracts';
import { asStored, countRows, Problem, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { lockByEmail } from '../customer/find-customer.ts';
import { dropMarks } from '../customer/guest-marks.ts';
import { insertCustomer, type Counted } from '../customer/insert-customer.ts';
import { normalizePhone } from '../customer/normalize-contact.ts';

/**
 * Registers a customer. An e-mail that only a guest has turns that guest into the customer, with its id and history.
 * That e-mails are unique is the database's to say, so two requests at once cannot both succeed.
 *
 * @throws Problem `resource_already_exists`: a registered customer has the e-mail, whatever its case
 */
export async function createCustomer(tx: Tx, body: CreateCustomer, account: AccountProfile): Promise<Customer> {
  const known = {
    type: 'registered' as const,
    name: body.name ?? null,
    email: body.email ?? null,
    phone: normalizePhone(body, account.country),
    address: asStored(body.address ?? null),
    metadata: asStored(body.metadata ?? {}),
    currency: body.currency ?? account.defaultCurrency,
  };
  const made = await insertCustomer(tx, known);
  if (made) {
    const resource = toCustomerResource(made);
    tx.emit('customer.created', { object: resource, version: made.version });
    return resource;
  }
  const holder = known.email === null ? undefined : await lockByEmail(tx, known.email);
  if (holder?.type !== 'guest')
    throw new Problem('resource_already_exists', 'Another customer has this e-mail.', { param: 'email' });
  return toCustomerResource(await promoteGuest(tx, holder, body, known));
}

/** What the merchant says replaces what the guest's checkouts said; what it leaves out stays. */
async function promoteGuest(
  tx: Tx,
  guest: CustomerRow,
  body: CreateCustomer,
  known: Partial<CustomerRow>,
): Promise<CustomerRow> {
  const moved = new Map<Counted, number>([
    ['customers.guest', -1],
    ['customers.registered', 1],
  ]);
  await tx.sql`${countRows(tx, moved)}`;
  await dropMarks(tx, guest);
  return changeCustomer(tx, guest, {
    type: 'registered',
    name: known.name ?? guest.name,
    email: known.email,
    phone: known.phone ?? guest.phone,
    address: known.address ?? guest.address,
    metadata: body.metadata ? known.metadata : guest.metadata,
    currency: guest.numPayments === 0 ? (body.currency ?? guest.currency) : guest.currency,
  });
}
