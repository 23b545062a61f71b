import { command, phased, query, resourceMissing, type Database, type Reader, type RoutesOf } from '@mizan/service-kit';
import type { Accounts } from '../config.ts';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { findSession } from '../session/session-rows.ts';
import { toSessionResource, type Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { startExpiry, cancelPayment, finishExpiry, expireIfDue, type Expiry } from './expire-checkout-session.ts';
import { isDue } from '../session/session-state.ts';
import { prepareSessionUpdate } from './prepare-session-update.ts';
import { prepareSession } from './prepare-session.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { prepareSetupSession } from './prepare-setup-session.ts';
import { listCheckoutSessions } from './read-checkout-sessions.ts';
import { abandonPayment, startUpdate, finishUpdate } from './update-checkout-session.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  | 'createCheckoutSession'
  | 'listCheckoutSessions'
  | 'getCheckoutSession'
  | 'updateCheckoutSession'
  | 'expireCheckoutSession'
>;

/**
 * What a merchant's server does with checkout sessions.
 *
 * @param begun expiries that this process has just begun, so that they were asked for once only
 */
export const sessionRoutes = (
  db: Database,
  accounts: Accounts,
  rendering: Rendering,
  discounting: Discounting,
  begun: WeakSet<Expiry> = new WeakSet(),
): Routes => ({
  createCheckoutSession: command({
    ask: (context, input) =>
      input.body.mode === 'setup'
        ? prepareSetupSession(accounts, context, input.body)
        : prepareSession(accounts, context, input, discounting),
    run: (tx, { body }, facts) => createCheckoutSession(rendering, tx, body, facts),
  }),
  listCheckoutSessions: query((reader, input) => listCheckoutSessions(rendering, reader, input.query)),
  getCheckoutSession: query(async (reader, { params }) => {
    const session = await readSession(db, rendering, reader, params.id);
    return toSessionResource(session, rendering, reader.now);
  }),
  updateCheckoutSession: phased({
    ask: (context, input) => prepareSessionUpdate(accounts, rendering, context, input, discounting),
    reserve: (tx, { params, body }, facts) => startUpdate(tx, params.id, body, facts),
    call: (update, context) => abandonPayment(update, context),
    settle: (tx, update, abandoned) => finishUpdate(rendering, tx, update, abandoned),
  }),
  expireCheckoutSession: phased({
    reserve: async (tx, { params }) => {
      const expiry = await startExpiry(rendering, tx, params.id, { byMerchant: true });
      begun.add(expiry);
      return expiry;
    },
    call: (expiry, context) => cancelPayment(expiry, context, begun.has(expiry)),
    settle: (tx, expiry, canceled) => finishExpiry(rendering, tx, expiry, canceled),
  }),
});

/**
 * A session as it is now: one that is past its time expires when it is looked at, not only when the sweeper comes.
 *
 * @throws Problem `resource_missing`
 */
export async function readSession(db: Database, rendering: Rendering, reader: Reader, id: string): Promise<Session> {
  const session = await findSession(reader, id);
  if (!session) throw resourceMissing();
  if (!isDue(session, reader.now)) return session;
  return db.transact(reader.scope, (tx) => expireIfDue(rendering, tx, id), reader.now);
}
