import type { Operations } from '@mizan/contracts';
import {
  command,
  query,
  type OperationInput,
  type RoutesOf,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { getStripeConnection } from './get-stripe-connection.ts';
import { removeStripeConnection } from './remove-stripe-connection.ts';
import { assertAllowed, setStripeConnection, type ConnectionRules } from './set-stripe-connection.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;
type Routes = Pick<RoutesOf<'payments'>, 'setStripeConnection' | 'getStripeConnection' | 'removeStripeConnection'>;

/** The simulator is what test mode has; only live money goes to a real provider. */
const liveModeOf = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: true });

/** How the operator connects accounts to Stripe; the front has checked the operator's token. */
export const providerConnectionRoutes = (wiring: Wiring, secrets: ServiceSecrets, rules: ConnectionRules): Routes => ({
  setStripeConnection: command({
    scope: (_db, { params }: InputOf<'setStripeConnection'>) => liveModeOf(params.id),
    load: async (context, { body }) => {
      await wiring.accounts.get(context); // resource_missing unless there is such an account
      assertAllowed(rules, body);
      await wiring.knowStripeAccount(context.scope); // while its keys are still there to ask with
      return wiring.stripeAccountIdOf(body.secretKey);
    },
    run: (tx, { body }, stripeAccountId) => setStripeConnection(tx, secrets, rules, { ...body, stripeAccountId }),
  }),
  getStripeConnection: query({
    scope: (_db, { params }: InputOf<'getStripeConnection'>) => liveModeOf(params.id),
    run: (reader) => getStripeConnection(reader, rules.publicUrl),
  }),
  removeStripeConnection: command({
    scope: (_db, { params }: InputOf<'removeStripeConnection'>) => liveModeOf(params.id),
    run: (tx) => removeStripeConnection(tx),
  }),
});
