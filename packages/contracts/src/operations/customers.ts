import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { CustomerType } from '../enums.ts';
import { searchParameter } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { CreateCustomer, UpdateCustomer } from '../requests/customer-input.ts';
import { Customer, ListCustomer } from '../resources/customer.ts';
import { CustomerStats } from '../resources/customer-stats.ts';
import { statsQuery } from '../stats-query.ts';

const merchant = { service: 'customers', audience: 'merchant' } as const;

/** Customers, registered and guests. */
export const customerOperations = {
  createCustomer: operation('POST /customers', {
    ...merchant,
    permission: 'CUSTOMER_WRITE',
    summary: 'Create a customer',
    description: 'If the email belongs to a guest, the guest becomes a registered customer with the same ID.',
    body: CreateCustomer,
    example: { name: 'Mona Adel', phone: '+201001234567', address: { city: 'Cairo', country: 'EG' } },
    echoes: [...commonEchoes, 'type', 'spendData', 'balance', 'guestFingerprint'],
    response: Customer,
    status: 201,
    errors: ['resource_already_exists'],
  }),
  listCustomers: operation('GET /customers', {
    ...merchant,
    permission: 'CUSTOMER_READ',
    summary: 'List customers',
    description: 'Newest first. `search` finds parts of names, email addresses and phone numbers.',
    query: cursorListQuery({ search: searchParameter.optional(), type: CustomerType.optional() }),
    response: cursorListOf(ListCustomer).meta({ id: 'CustomerList', description: 'A page of customers.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getCustomer: operation('GET /customers/{id}', {
    ...merchant,
    permission: 'CUSTOMER_READ',
    summary: 'Retrieve a customer',
    description: 'A customer who was merged into another one is answered by the remaining one.',
    response: Customer,
  }),
  getCustomerStats: operation('GET /customers/{id}/stats', {
    ...merchant,
    permission: 'CUSTOMER_READ',
    summary: 'Retrieve the purchases of a customer',
    description: 'Updated from payment and refund events, usually within a second.',
    query: statsQuery,
    response: CustomerStats,
    errors: ['parameter_out_of_range'],
  }),
  updateCustomer: operation('PATCH /customers/{id}', {
    ...merchant,
    permission: 'CUSTOMER_WRITE',
    summary: 'Update a customer',
    description:
      'Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.',
    body: UpdateCustomer,
    example: { name: 'Mona Adel Hassan' },
    echoes: [...commonEchoes, 'type', 'spendData', 'balance', 'guestFingerprint'],
    response: Customer,
    errors: ['resource_already_exists'],
  }),
  deleteCustomer: operation('DELETE /customers/{id}', {
    ...merchant,
    permission: 'CUSTOMER_WRITE',
    summary: 'Delete a customer',
    description:
      'Erases the personal data of the customer, including in checkouts, payments and disputes that have ended. Payments are kept, and the email can be used again. Descriptions, metadata and the other evidence of disputes stay as you wrote them, and events published earlier keep their content until they expire. Refused while a payment, refund or dispute has not ended.',
    response: deletedResource('customer').meta({ id: 'DeletedCustomer', description: 'A deleted customer.' }),
    errors: ['resource_in_use'],
  }),
};
