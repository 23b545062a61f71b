import { command, query, type Database, type RoutesOf } from '@mizan/service-kit';
import { createConfiguration } from './create-configuration.ts';
import { deleteConfiguration } from './delete-configuration.ts';
import { getConfiguration, listConfigurations } from './read-configurations.ts';
import { updateConfiguration } from './update-configuration.ts';

type Routes = Pick<
  RoutesOf<'payments'>,
  | 'createPaymentMethodConfiguration'
  | 'listPaymentMethodConfigurations'
  | 'getPaymentMethodConfiguration'
  | 'updatePaymentMethodConfiguration'
  | 'deletePaymentMethodConfiguration'
>;

/** Operations on payment method configurations. */
export const configurationRoutes = (db: Database): Routes => ({
  createPaymentMethodConfiguration: command((tx, { body }) => createConfiguration(tx, body)),
  listPaymentMethodConfigurations: query((reader, { query }) => listConfigurations(db, reader, query)),
  getPaymentMethodConfiguration: query((reader, { params }) => getConfiguration(reader, params.id)),
  updatePaymentMethodConfiguration: command((tx, { params, body }) => updateConfiguration(tx, params.id, body)),
  deletePaymentMethodConfiguration: command((tx, { params }) => deleteConfiguration(tx, params.id)),
});
