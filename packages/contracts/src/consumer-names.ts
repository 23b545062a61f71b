import type { ServiceName } from './operation.ts';

/**
 * The durable consumers of each service, and the consumers whose handlers take what each of them delivers: an event that
 * several of them handle is one row of the inbox and one transaction. The bus knows the durables by these names alone, so
 * the credentials of a service reach no other's.
 *
 * A durable of its own has what must not wait for others, or what others must not wait for: catalog changes come in bursts of
 * tens of thousands while a buyer waits for a session to complete, what is stored about a customer is moved or erased in as
 * many transactions as it takes, and no webhook waits until the account of a mail is known.
 */
export const consumerNames: Readonly<Record<ServiceName, Readonly<Record<string, readonly string[]>>>> = {
  gateway: {},
  catalog: { purchases: ['stock', 'sales', 'prices'] },
  customers: { purchases: ['spend', 'payment-methods'] },
  checkout: { complete: ['complete'], customers: ['customers'], catalog: ['catalog'] },
  payments: {
    purchases: ['ledger', 'configurations', 'disputes', 'refunds'],
    deletions: ['customers', 'payment-methods'],
  },
  webhooks: { fanout: ['fanout'], mail: ['mail'] },
};

/** What the server calls a durable of a service: `purchases` of catalog is `catalog-purchases`. */
export const durableOf = (service: ServiceName, durable: string): string => `${service}-${durable}`;

/** The durables of a service as the server calls them. */
export const durablesOf = (service: ServiceName): readonly string[] =>
  Object.keys(consumerNames[service]).map((name) => durableOf(service, name));

/** Every durable that is a service's. */
export const serviceDurables: readonly string[] = (Object.keys(consumerNames) as ServiceName[]).flatMap(durablesOf);
