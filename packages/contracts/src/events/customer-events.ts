import { event } from '../event.ts';
import { Customer } from '../resources/customer.ts';

const customer = { service: 'customers', object: Customer, audience: 'public' } as const;

/** What happens to customers. */
export const customerEvents = {
  'customer.created': event({ ...customer, description: 'A customer was registered, or a guest bought first.' }),
  'customer.updated': event({ ...customer, description: 'A customer or its spending changed.' }),
  'customer.deleted': event({
    ...customer,
    description:
      'A customer was deleted or, with `mergedInto`, a guest became part of another; the object is its last state.',
  }),
};
