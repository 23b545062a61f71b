import { event } from '../event.ts';
import { Customer } from '../resources/customer.ts';

const customer = { service: 'customers', object: Customer, audience: 'public' } as const;

/** What happens to customers. */
export const customerEvents = {
  'customer.created': event({
    ...customer,
    description: 'Occurs when a customer is created, or when a guest makes a first purchase.',
  }),
  'customer.updated': event({ ...customer, description: "Occurs when a customer or the customer's spending changes." }),
  'customer.deleted': event({
    ...customer,
    description:
      'Occurs when a customer is deleted or, with `mergedInto`, when a guest is merged into another customer. The object is its last state.',
  }),
};
