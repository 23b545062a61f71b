import type { Operations } from '@mizan/contracts';
import { command, type OperationInput, query, type RoutesOf, type Scope } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { getStripeConnection } from './read-stripe-connection.ts';
import { removeStripeConnection } from './remove-stripe-connection.ts';
import { loadStripeAccountId, setStripeConnection } from './set-stripe-connection.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;
/** Test mode has the simulator; only live mode is connected to a real provider. */
const liveModeOf = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: true });

/** How the operator connects accounts to Stripe; the gateway has checked the operator's token. */
export const providerConnectionRoutes = (app: App) =>
  ({
    setStripeConnection: command({
      scope: (_db, { params }: InputOf<'setStripeConnection'>) => liveModeOf(params.id),
      load: (context, { body }) => loadStripeAccountId(context, app, body),
      run: (tx, { body }, stripeAccountId) => setStripeConnection(tx, app, { ...body, stripeAccountId }),
    }),
    getStripeConnection: query({
      scope: (_db, { params }: InputOf<'getStripeConnection'>) => liveModeOf(params.id),
      run: (reader) => getStripeConnection(reader, app),
    }),
    removeStripeConnection: command({
      scope: (_db, { params }: InputOf<'removeStripeConnection'>) => liveModeOf(params.id),
      run: (tx) => removeStripeConnection(tx),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;
