import { command, query, type RoutesOf } from '@mizan/service-kit';
import { accounts } from '../accounts.ts';
import { createCustomer } from './create-customer.ts';
import { toCustomerResource } from './customer.resource.ts';
import { findCustomer } from './find-customer.ts';
import { listCustomers } from './list-customers.ts';

/** Operations on customers. */
export const customerRoutes: RoutesOf<'customers'> = {
  createCustomer: command({
    ask: (context) => accounts.get(context),
    run: (tx, { body }, account) => createCustomer(tx, body, account),
  }),
  listCustomers: query((reader, { query }) => listCustomers(reader, query)),
  getCustomer: query(async (reader, { params }) => toCustomerResource(await findCustomer(reader, params.id))),
};
