import type { Customer, UpdateCustomer } from '@mizan/contracts';
import { asStored, mergeMetadata, Problem, violatedConstraint, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { emailTaken } from '../customer/email-taken.ts';
import { findHolder, lockCustomer } from '../customer/find-customer.ts';
import { normalizePhone } from '../customer/normalize-contact.ts';
import type { EnteredData } from '../customer/personal-data.ts';

interface Update {
  readonly id: string;
  readonly body: UpdateCustomer;
  /** The account's, where parsing a phone number needs one. */
  readonly country: string | undefined;
}

/**
 * Updates a customer; a guest stays a guest.
 *
 * @throws Problem `resource_already_exists`: another customer has the e-mail, regardless of case
 * @throws Problem `parameter_invalid`: neither e-mail nor phone would remain; a currency other than that of the
 *   payments
 */
export async function updateCustomer(tx: Tx, { id, body, country }: Update): Promise<Customer> {
  const customer = await lockCustomer(tx, id);
  const changes = changesOf(customer, body, country);
  if ((changes.email ?? null) === null && (changes.phone ?? null) === null)
    throw new Problem('parameter_invalid', 'A customer needs an email or a phone. Keep at least one of them.', {
      param: body.email === null ? 'email' : 'phone',
    });
  const fixed = 'currency cannot change after the first payment of the customer.';
  if (customer.numPayments > 0 && changes.currency !== customer.currency)
    throw new Problem('parameter_invalid', fixed, { param: 'currency' });
  const holder = body.email ? await findHolder(tx, body.email) : undefined;
  if (holder !== undefined && holder !== customer.id) throw emailTaken(holder);
  const changed = await changeCustomer(tx, customer, changes).catch((thrown: unknown) => {
    throw violatedConstraint(thrown) === 'customers_email' ? emailTaken(undefined, thrown) : thrown; // taken just now
  });
  return toCustomerResource(changed);
}

function changesOf(customer: CustomerRow, body: UpdateCustomer, country: string | undefined) {
  const address = body.address === undefined ? customer.address : asStored(body.address);
  const phone = body.phone === undefined ? customer.phone : normalizePhone({ phone: body.phone, address }, country);
  return {
    name: body.name === undefined ? customer.name : body.name,
    email: body.email === undefined ? customer.email : body.email,
    phone,
    address,
    shipping: body.shipping === undefined ? customer.shipping : asStored(body.shipping),
    metadata: mergeMetadata(customer.metadata, body.metadata) ?? {},
    currency: body.currency ?? customer.currency,
  } satisfies EnteredData & Partial<CustomerRow>;
}
