import { command, phased, query, resourceMissing, type Database, type Reader, type RoutesOf } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { askForChange } from './ask-for-change.ts';
import { askForSetup } from './ask-for-setup.ts';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { askForSession, createSession } from './create-session.ts';
import { beginExpiry, cancelPayment, endExpiry, expireIfDue, isDue, type Expiry } from './expire-session.ts';
import { listSessions } from './list-sessions.ts';
import { findSession } from './session-rows.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';
import { abandonPayment, beginUpdate, endUpdate } from './update-session.ts';

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
    load: (context, input) =>
      input.body.mode === 'setup'
        ? askForSetup(accounts, context, input.body)
        : askForSession(accounts, context, input, discounting),
    run: (tx, { body }, facts) => createSession(rendering, tx, body, facts),
  }),
  listCheckoutSessions: query((reader, input) => listSessions(rendering, reader, input.query)),
  getCheckoutSession: query(async (reader, { params }) => {
    const session = await readSession(db, rendering, reader, params.id);
    return toSessionResource(session, rendering, reader.now);
  }),
  updateCheckoutSession: phased({
    load: (context, input) => askForChange(accounts, rendering, context, input, discounting),
    reserve: (tx, { params, body }, facts) => beginUpdate(tx, params.id, body, facts),
    call: (update, context) => abandonPayment(update, context),
    settle: (tx, update, abandoned) => endUpdate(rendering, tx, update, abandoned),
  }),
  expireCheckoutSession: phased({
    reserve: async (tx, { params }) => {
      const expiry = await beginExpiry(rendering, tx, params.id, { byMerchant: true });
      begun.add(expiry);
      return expiry;
    },
    call: (expiry, context) => cancelPayment(expiry, context, begun.has(expiry)),
    settle: (tx, expiry, canceled) => endExpiry(rendering, tx, expiry, canceled),
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
