import type { Operations } from '@mizan/contracts';
import {
  command,
  type LoadContext,
  newId,
  type OperationInput,
  query,
  type RoutesOf,
  type Scope,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { requireSecondFactor } from '../payment/second-factor.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkProviderConnection, loadConnectionCheck } from './check-provider-connection.ts';
import { createProviderConnection, type NewConnection } from './create-provider-connection.ts';
import { deleteProviderConnection } from './delete-provider-connection.ts';
import { probeAccountProviderConnection } from './probe-account-provider-connection.ts';
import { getProviderConnection, getProviderRoutes, listProviderConnections } from './read-provider-connections.ts';
import { listProviderDomains } from './read-provider-domains.ts';
import { registerProviderDomain } from './register-provider-domain.ts';
import { setCallbacks } from './set-callbacks.ts';
import { setProviderRoutes } from './set-provider-routes.ts';
import { loadConnectionUpdate, updateProviderConnection } from './update-provider-connection.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;

/** Test mode has the simulator; only live mode is connected to a real provider. */
const ofAccount = async (_db: unknown, { params }: { readonly params: { readonly id: string } }): Promise<Scope> => ({
  merchantId: params.id,
  livemode: true,
});

const beforeReplay = requireSecondFactor(true);

/** How merchants connect their accounts to providers, and say which is to be used first. */
export const providerConnectionRoutes = (app: App) =>
  ({
    createProviderConnection: command({
      load: async (context, input: InputOf<'createProviderConnection'>) => {
        const made = { ...input.body, settlesTo: 'merchant', sentBy: 'merchant' } as const;
        const checked = await checkNew(context, app, made);
        await requireSecondFactor(false)(context, input);
        return checked;
      },
      run: (tx, _input, made) => createProviderConnection(tx, app, made),
      afterCommit: (_context, _input, made) => setCallbacks(app, made, made.checked),
      beforeReplay,
    }),
    listProviderConnections: query((reader, input) => listProviderConnections(reader, app, input.query)),
    getProviderConnection: query((reader, { params }) => getProviderConnection(reader, app, params.id)),
    updateProviderConnection: command({
      load: async (context, input: InputOf<'updateProviderConnection'>) => {
        const { params, body } = input;
        const loaded = await loadConnectionUpdate(context, app, { id: params.id, body });
        await requireSecondFactor(false)(context, input);
        return loaded;
      },
      run: (tx, { params, body }, loaded) =>
        updateProviderConnection(tx, app, { id: params.id, body, sentBy: 'merchant', ...loaded }),
      afterCommit: (_context, { params: { id } }, { provider, checked }) =>
        setCallbacks(app, { id, provider }, checked),
      beforeReplay,
    }),
    checkProviderConnection: command({
      load: (context, { params }: InputOf<'checkProviderConnection'>) => loadConnectionCheck(context, app, params.id),
      run: (tx, _input, check) => checkProviderConnection(tx, app, check),
    }),
    deleteProviderConnection: command((tx, { params }) => deleteProviderConnection(tx, params.id)),
    listProviderDomains: query((reader, { params }) => listProviderDomains(reader, app, params.id)),
    registerProviderDomain: command({
      load: (context, { params, body }: InputOf<'registerProviderDomain'>) =>
        registerProviderDomain(context, app, { id: params.id, body }),
      run: async (_tx, _input, registered) => registered,
    }),
    getProviderRoutes: query((reader) => getProviderRoutes(reader)),
    setProviderRoutes: command({
      load: requireSecondFactor(false),
      run: (tx, { body }: InputOf<'setProviderRoutes'>) => setProviderRoutes(tx, body),
      beforeReplay,
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;

/** The same for the operator, whose token the gateway has checked. */
export const accountConnectionRoutes = (app: App) =>
  ({
    createAccountProviderConnection: command({
      scope: ofAccount,
      load: async (context, { body }: InputOf<'createAccountProviderConnection'>) => {
        await app.accounts.get(context); // resource_missing unless there is such an account
        return checkNew(context, app, { ...body, sentBy: 'operator' });
      },
      run: (tx, _input, made) => createProviderConnection(tx, app, made),
      afterCommit: (_context, _input, made) => setCallbacks(app, made, made.checked),
    }),
    listAccountProviderConnections: query({
      scope: ofAccount,
      run: (reader, input: InputOf<'listAccountProviderConnections'>) =>
        listProviderConnections(reader, app, input.query),
    }),
    getAccountProviderConnection: query({
      scope: ofAccount,
      run: (reader, { params }: InputOf<'getAccountProviderConnection'>) =>
        getProviderConnection(reader, app, params.connectionId),
    }),
    updateAccountProviderConnection: command({
      scope: ofAccount,
      load: (context, { params, body }: InputOf<'updateAccountProviderConnection'>) =>
        loadConnectionUpdate(context, app, { id: params.connectionId, body }),
      run: (tx, { params, body }, loaded) =>
        updateProviderConnection(tx, app, { id: params.connectionId, body, sentBy: 'operator', ...loaded }),
      afterCommit: (_context, { params: { connectionId: id } }, { provider, checked }) =>
        setCallbacks(app, { id, provider }, checked),
    }),
    checkAccountProviderConnection: command({
      scope: ofAccount,
      load: (context, { params }: InputOf<'checkAccountProviderConnection'>) =>
        loadConnectionCheck(context, app, params.connectionId),
      run: (tx, _input, check) => checkProviderConnection(tx, app, check),
    }),
    deleteAccountProviderConnection: command({
      scope: ofAccount,
      run: (tx, { params }: InputOf<'deleteAccountProviderConnection'>) =>
        deleteProviderConnection(tx, params.connectionId),
    }),
    listAccountProviderDomains: query({
      scope: ofAccount,
      run: (reader, { params }: InputOf<'listAccountProviderDomains'>) =>
        listProviderDomains(reader, app, params.connectionId),
    }),
    registerAccountProviderDomain: command({
      scope: ofAccount,
      load: (context, { params, body }: InputOf<'registerAccountProviderDomain'>) =>
        registerProviderDomain(context, app, { id: params.connectionId, body }),
      run: async (_tx, _input, registered) => registered,
    }),
    probeAccountProviderConnection: command({
      scope: ofAccount,
      load: (context, { params }: InputOf<'probeAccountProviderConnection'>) =>
        probeAccountProviderConnection(context, app, params.connectionId),
      run: async (_tx, _input, probed) => probed,
    }),
    getAccountProviderRoutes: query({
      scope: ofAccount,
      run: (reader, _input: InputOf<'getAccountProviderRoutes'>) => getProviderRoutes(reader),
    }),
    setAccountProviderRoutes: command({
      scope: ofAccount,
      run: (tx, { body }: InputOf<'setAccountProviderRoutes'>) => setProviderRoutes(tx, body),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;

/** A new connection with its id, once the provider has accepted its credentials. */
async function checkNew(
  context: LoadContext,
  app: App,
  {
    provider,
    credentials,
    methods,
    settlesTo,
    sentBy,
  }: InputOf<'createAccountProviderConnection'>['body'] & Pick<NewConnection, 'sentBy'>,
): Promise<NewConnection> {
  const checked = await checkCredentials(context, app, { provider, credentials, areNew: true, methods });
  return { id: newId('pvc'), provider, settlesTo, sentBy, checked };
}
