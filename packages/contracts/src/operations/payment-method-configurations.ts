import { listOf, listQuery } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import {
  CreatePaymentMethodConfiguration,
  UpdatePaymentMethodConfiguration,
} from '../requests/payment-method-configuration-input.ts';
import { PaymentMethodConfiguration } from '../resources/payment-method-configuration.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const reading = { ...merchant, permission: 'PAYMENT_METHOD_CONFIGURATION_READ' } as const;
const writing = { ...merchant, permission: 'PAYMENT_METHOD_CONFIGURATION_WRITE' } as const;
const invalid = ['amount_invalid', 'currency_invalid', 'must_have_enabled_method'] as const;

/** Which ways to pay a checkout offers. */
export const paymentMethodConfigurationOperations = {
  createPaymentMethodConfiguration: operation('POST /payment-method-configurations', {
    ...writing,
    summary: 'Create a payment method configuration',
    description:
      'A checkout session that sets `paymentMethodConfigurationId` offers only the methods that the configuration enables.',
    body: CreatePaymentMethodConfiguration,
    example: {
      name: 'Kiosk',
      paymentMethodTypes: [
        { type: 'card' },
        { type: 'fawry', limits: [{ currency: 'EGP', minTransactionAmount: 5000, maxTransactionAmount: 1000000 }] },
      ],
    },
    echoes: [...commonEchoes, 'isDefault'],
    response: PaymentMethodConfiguration,
    status: 201,
    errors: invalid,
  }),
  listPaymentMethodConfigurations: operation('GET /payment-method-configurations', {
    ...reading,
    summary: 'List payment method configurations',
    description: 'Includes the default configuration.',
    query: listQuery({}),
    response: listOf(PaymentMethodConfiguration).meta({
      id: 'PaymentMethodConfigurationList',
      description: 'A page of payment method configurations.',
    }),
    errors: ['parameter_out_of_range'],
  }),
  getPaymentMethodConfiguration: operation('GET /payment-method-configurations/{id}', {
    ...reading,
    summary: 'Retrieve a payment method configuration',
    description: 'Contains every payment method and whether it is offered.',
    response: PaymentMethodConfiguration,
  }),
  updatePaymentMethodConfiguration: operation('PATCH /payment-method-configurations/{id}', {
    ...writing,
    summary: 'Update a payment method configuration',
    description:
      'Open sessions keep offering the methods they were created with. Sessions that name no configuration follow a change of the default one within seconds.',
    body: UpdatePaymentMethodConfiguration,
    example: { paymentMethodTypes: [{ type: 'card' }, { type: 'fawry' }] },
    echoes: commonEchoes,
    response: PaymentMethodConfiguration,
    errors: ['cannot_rename_default', ...invalid],
  }),
  deletePaymentMethodConfiguration: operation('DELETE /payment-method-configurations/{id}', {
    ...writing,
    summary: 'Delete a payment method configuration',
    description:
      'Fails while an open session or a payment link uses the configuration. The default configuration cannot be deleted.',
    response: deletedResource('payment_method_configuration').meta({
      id: 'DeletedPaymentMethodConfiguration',
      description: 'A deleted payment method configuration.',
    }),
    errors: ['cannot_delete_default', 'configuration_in_use'],
  }),
};
