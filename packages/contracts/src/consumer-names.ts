import type { ServiceName } from './operation.ts';

/**
 * The durable consumers of each service. The bus knows a service's consumers by these names alone, so the credentials of
 * a service reach no other's.
 */
export const consumerNames: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: [],
  catalog: ['stock', 'sales', 'prices'],
  customers: ['spend', 'payment-methods'],
  checkout: ['complete', 'customers', 'catalog'],
  payments: ['ledger', 'customers', 'payment-methods', 'configurations'],
  webhooks: ['fanout'],
};

/** What the server calls a consumer of a service: `stock` of catalog is `catalog-stock`. */
export const durableOf = (service: ServiceName, consumer: string): string => `${service}-${consumer}`;

/** Every durable that is a service's. */
export const serviceDurables: readonly string[] = Object.entries(consumerNames).flatMap(([service, names]) =>
  names.map((name) => durableOf(service as ServiceName, name)),
);
