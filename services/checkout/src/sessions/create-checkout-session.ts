import type { CheckoutSession, CreateCheckoutSession } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { publishPriceUses, type FirstUses } from '../session/line-prices.ts';
import { newSession, type SessionDependencies } from '../session/new-session.ts';
import { publishSession } from '../session/publish-session.ts';
import { newSessionRow } from '../session/session-rows.ts';
import type { Session } from '../session/session.ts';

/** Creates the session that `prepareSession` or `prepareSetupSession` prepared, with its event. */
export const createCheckoutSession = (
  tx: Tx,
  app: App,
  { body, loaded }: { readonly body: CreateCheckoutSession; readonly loaded: SessionDependencies },
): Promise<CheckoutSession> =>
  saveNewSession(tx, app, { session: newSession(tx, body, loaded), firstUses: loaded.firstUses ?? [] });

/** Writes a new session, with its event and those of the prices that it is the first to use. */
export async function saveNewSession(
  tx: Tx,
  app: App,
  { session, firstUses }: { readonly session: Session; readonly firstUses: FirstUses },
): Promise<CheckoutSession> {
  tx.alongCommit`${newSessionRow(tx, session)}`;
  const resource = publishSession(tx, app, { type: 'checkout.session.created', session });
  publishPriceUses(tx, session.id, firstUses);
  return resource;
}
