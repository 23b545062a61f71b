import { toPublicPaymentIntent } from '@mizan/contracts';
import {
  acrossMerchants,
  type Database,
  phased,
  Problem,
  resourceMissing,
  type RoutesOf,
  type Scope,
  wrongClientSecret,
} from '@mizan/service-kit';
import { countCardAttempt } from '../card-testing/count-card-attempts.ts';
import type { App } from '../payment/app.ts';
import { authorizeAttempt, settleAttempt } from './authorize-attempt.ts';
import { confirmPaymentIntent, loadConfirm } from './confirm-payment-intent.ts';

/** The buyer's browser confirms a payment with its client secret: as `confirmPaymentIntent`, but without a key. */
export const confirmClientPaymentIntent = (app: App): RoutesOf<'payments'>['confirmClientPaymentIntent'] =>
  phased({
    scope: (db, { params, headers }) => buyerScope(db, app, { id: params.id, secret: headers['client-secret'] }),
    load: async (context, { params, body }) => {
      const attempt = await loadConfirm(context, app, { id: params.id, body, by: 'buyer' });
      await countCardAttempt(app, context.scope, { attempt });
      return attempt;
    },
    reserve: (tx, { params, body, clientPlace }, loaded) =>
      confirmPaymentIntent(tx, app, { id: params.id, body, loaded, geocoding: clientPlace }),
    call: (started, context) => authorizeAttempt(context, app, started),
    settle: async (tx, { reservation: started, outcome }) =>
      toPublicPaymentIntent(await settleAttempt(tx, app, { started, outcome })),
  });

/**
 * The account of the payment. The secret is checked first and in constant time, so that a wrong one does not reveal which
 * payments exist. @throws Problem `invalid_client_secret`, `resource_missing`
 */
async function buyerScope(
  db: Database,
  { secrets }: App,
  { id, secret }: { readonly id: string; readonly secret: string | undefined },
): Promise<Scope> {
  if (!secrets.ownsClientSecret(id, secret))
    throw new Problem('invalid_client_secret', wrongClientSecret('payment intent', secret), {
      param: 'Client-Secret',
    });
  const found = await db.system.one<Scope>`
    select merchant_id, livemode from payment_intents where ${acrossMerchants} and id = ${id}`;
  if (!found) throw resourceMissing();
  return found;
}
