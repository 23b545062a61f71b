import type { CreateCheckoutSession } from '@mizan/contracts';
import { command, query, readRepair, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { expireCheckoutSession } from './expire-checkout-session.ts';
import { prepareSession } from './prepare-session.ts';
import { prepareSetupSession } from './prepare-setup-session.ts';
import { getCheckoutSession, listCheckoutSessions } from './read-checkout-sessions.ts';
import { updateCheckoutSession } from './update-checkout-session.ts';

/** Whether what is read for a session leaves nothing behind: neither a new product nor the use of a configuration. */
const onlyReads = ({ lineItems = [], paymentMethodConfigurationId }: CreateCheckoutSession): boolean =>
  paymentMethodConfigurationId === undefined && lineItems.every(({ priceData }) => priceData === undefined);

/** What a merchant's server does with checkout sessions. */
export const sessionRoutes = (app: App) =>
  ({
    createCheckoutSession: command({
      load: (context, input) =>
        input.body.mode === 'setup'
          ? prepareSetupSession(context, app, input.body)
          : prepareSession(context, app, input),
      isLoadRepeatable: (_scope, { body }) => onlyReads(body),
      run: (tx, { body }, loaded) => createCheckoutSession(tx, app, { body, loaded }),
    }),
    listCheckoutSessions: query((reader, input) => listCheckoutSessions(reader, app, input.query)),
    getCheckoutSession: readRepair((context, { params }) => getCheckoutSession(context, app, params.id)),
    updateCheckoutSession: updateCheckoutSession(app),
    expireCheckoutSession: expireCheckoutSession(app),
  }) satisfies Partial<RoutesOf<'checkout'>>;
