import type { Customer, UpdateCustomer } from '@mizan/contracts';
import { asStored, mergeMetadata, Problem, violatedConstraint, type Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { lockCustomer } from '../customer/find-customer.ts';
import { normalizePhone } from '../customer/normalize-contact.ts';

/**
 * Updates a customer; a guest stays a guest.
 *
 * @param input `country` is that of the account, where parsing a phone number needs one
 * @throws Problem `resource_missing`: no such customer for this merchant and mode
 * @throws Problem `resource_already_exists`: another customer has the e-mail, regardless of case
 * @throws Problem `parameter_invalid`: neither e-mail nor phone would remain; a currency other than that of the
 *   payments
 */
export async function updateCustomer(
  tx: Tx,
  { id, body, country }: { id: string; body: UpdateCustomer; country: string | undefined },
): Promise<Customer> {
  const customer = await lockCustomer(tx, id);
  const changes = changesOf(customer, body, country);
  if ((changes.email ?? null) === null && (changes.phone ?? null) === null)
    throw new Problem('parameter_invalid', 'A customer needs an email or a phone. Keep at least one of them.', {
      param: body.email === null ? 'email' : 'phone',
    });
  if (customer.numPayments > 0 && changes.currency !== customer.currency)
    throw new Problem('parameter_invalid', 'currency cannot change after the first payment of the customer.', {
      param: 'currency',
    });
  const changed = await changeCustomer(tx, customer, changes).catch((thrown: unknown) => {
    if (violatedConstraint(thrown) !== 'customers_email') throw thrown;
    throw new Problem('resource_already_exists', 'Another customer already has this email.', {
      param: 'email',
      cause: thrown,
    });
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
    metadata: mergeMetadata(customer.metadata, body.metadata) ?? {},
    currency: body.currency ?? customer.currency,
  } satisfies Partial<CustomerRow>;
}
