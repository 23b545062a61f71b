import { command, query, readRepair, type RoutesOf } from '@mizan/service-kit';
import { createPaymentMethodConfiguration } from './create-payment-method-configuration.ts';
import { deletePaymentMethodConfiguration } from './delete-payment-method-configuration.ts';
import {
  getPaymentMethodConfiguration,
  listPaymentMethodConfigurations,
} from './read-payment-method-configurations.ts';
import { updatePaymentMethodConfiguration } from './update-payment-method-configuration.ts';

/** Operations on payment method configurations. */
export const configurationRoutes = {
  createPaymentMethodConfiguration: command((tx, { body }) => createPaymentMethodConfiguration(tx, body)),
  listPaymentMethodConfigurations: readRepair((context, { query }) => listPaymentMethodConfigurations(context, query)),
  getPaymentMethodConfiguration: query((reader, { params }) => getPaymentMethodConfiguration(reader, params.id)),
  updatePaymentMethodConfiguration: command((tx, { params, body }) =>
    updatePaymentMethodConfiguration(tx, params.id, body),
  ),
  deletePaymentMethodConfiguration: command((tx, { params }) => deletePaymentMethodConfiguration(tx, params.id)),
} satisfies Partial<RoutesOf<'payments'>>;
