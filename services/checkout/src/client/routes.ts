import { command, phased, query, type Database, type RoutesOf } from '@mizan/service-kit';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { expireIfDue, isDue } from '../sessions/expire-session.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { beginConfirm, type BegunSessions } from './begin-confirm.ts';
import { BuyerSessions } from './buyer-sessions.ts';
import { checkConfirm } from './check-confirm.ts';
import { checkOpen } from './check-open.ts';
import { toHostedCheckout } from './hosted-checkout.resource.ts';
import { paySession } from './pay-session.ts';
import { resolveBuyer } from './resolve-buyer.ts';
import { settleConfirm } from './settle-confirm.ts';
import { askForStock, updateHostedCheckout } from './update-hosted-checkout.ts';

type Routes = Pick<RoutesOf<'checkout'>, 'getHostedCheckout' | 'updateHostedCheckout' | 'confirmHostedCheckout'>;

/** What a buyer's browser does with the one session whose secret it has. */
export function clientRoutes(db: Database, rendering: Rendering, discounting: Discounting): Routes {
  const buyers = new BuyerSessions(rendering.secrets);
  const begun: BegunSessions = new WeakMap();
  return {
    getHostedCheckout: query({
      scope: buyers.scope,
      run: async (reader, input) => {
        const opened = buyers.opened(input);
        const session = isDue(opened, reader.now)
          ? await db.transact(reader.scope, (tx) => expireIfDue(rendering, tx, opened.id), reader.now)
          : opened;
        return toHostedCheckout(session, rendering, reader.now);
      },
    }),
    updateHostedCheckout: command({
      scope: buyers.scope,
      ask: async ({ calls, now }, input) => {
        checkOpen(buyers.opened(input), now);
        return askForStock(buyers.opened(input), input.body.lineItems, calls);
      },
      run: (tx, { params, body }, stock) => updateHostedCheckout(rendering, tx, params.id, body, stock, discounting),
    }),
    confirmHostedCheckout: phased({
      scope: buyers.scope,
      ask: async ({ calls, now }, input) => {
        const session = buyers.opened(input);
        return resolveBuyer(session, checkConfirm(session, input.body, now).buyer, calls);
      },
      reserve: (tx, { params, body }, customer) =>
        beginConfirm(tx, params.id, body, customer, begun, rendering.secrets),
      call: (attempt, paying, { body }) => paySession(rendering, begun, attempt, body, paying),
      settle: (tx, attempt, paid) => settleConfirm(rendering, tx, attempt, paid),
    }),
  };
}
