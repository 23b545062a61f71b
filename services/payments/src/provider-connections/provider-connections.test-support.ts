import type { ProviderConnection } from '@mizan/contracts';
import type { AnyBody, ApiAnswer } from '@mizan/testing';
import { type LiveWorld, stripeKeys } from '../provider-callbacks/live.test-support.ts';

/** The operator's path to an account's connections, or to one of them. */
export const connectionPath = (account: string, id?: string): string =>
  `/operator/accounts/${account}/provider-connections${id === undefined ? '' : `/${id}`}`;

/** How the operator connects accounts to Stripe. @param world called when a command runs: tests start it later */
export const connectionCommands = (world: () => LiveWorld) => ({
  connect: (account: string, keys: object = {}, more: object = {}) =>
    world().operator<ProviderConnection & AnyBody>('POST', connectionPath(account), {
      provider: 'stripe',
      credentials: { ...stripeKeys, ...keys },
      ...more,
    }),
  replace: (account: string, id: string, keys: object) =>
    world().operator<ProviderConnection & AnyBody>('PATCH', connectionPath(account, id), {
      credentials: { ...stripeKeys, ...keys },
    }),
});

/** Status, code and parameter of a refusal. */
export const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];
