import type { ServiceName } from '../operation.ts';
import { catalogOperations } from './catalog.ts';
import { checkoutOperations } from './checkout.ts';
import { clientOperations } from './client.ts';
import { customerOperations } from './customers.ts';
import { discountOperations } from './discounts.ts';
import { disputeOperations } from './disputes.ts';
import { payoutOperations } from './payouts.ts';
import { exchangeRateOperations } from './exchange-rates.ts';
import { gatewayOperations } from './gateway.ts';
import { operatorOperations } from './operator.ts';
import { paymentMethodConfigurationOperations } from './payment-method-configurations.ts';
import { paymentLinkOperations } from './payment-links.ts';
import { paymentOperations } from './payments.ts';
import { reportOperations } from './reports.ts';
import { testHelperOperations } from './test-helpers.ts';
import { providerOperations } from './providers.ts';
import { reconciliationOperations } from './reconciliation.ts';
import { restoreOperations } from './restores.ts';
import { uploadOperations } from './uploads.ts';
import { webhookOperations } from './webhooks.ts';

/** Every HTTP operation. Nothing else lists routes. */
export const operations = {
  ...gatewayOperations,
  ...operatorOperations,
  ...catalogOperations,
  ...uploadOperations,
  ...customerOperations,
  ...checkoutOperations,
  ...clientOperations,
  ...paymentLinkOperations,
  ...discountOperations,
  ...paymentOperations,
  ...disputeOperations,
  ...payoutOperations,
  ...reportOperations,
  ...paymentMethodConfigurationOperations,
  ...providerOperations,
  ...reconciliationOperations,
  ...restoreOperations,
  ...exchangeRateOperations,
  ...webhookOperations,
  ...testHelperOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** The operations that a service answers. */
export type OperationsOf<S extends ServiceName> = {
  [Id in OperationId as Operations[Id]['service'] extends S ? Id : never]: Operations[Id];
};

/** All operation ids in table order. */
export const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];
