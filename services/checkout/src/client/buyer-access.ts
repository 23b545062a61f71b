import {
  Problem,
  resourceMissing,
  wrongClientSecret,
  type Database,
  type Input,
  type LoadContext,
  type Scope,
} from '@mizan/service-kit';
import type { App } from '../config.ts';
import { findLinkOfAnyAccount } from '../payment-links/link-rows.ts';
import type { Link } from '../payment-links/link.ts';
import { prepareOpening } from '../payment-links/open-link.ts';
import { findSessionOfAnyAccount, type ReadSession } from '../session/session-rows.ts';

type BuyerRequest = Pick<Input<{ readonly id: string }>, 'params' | 'headers'>;

/** The scope of a buyer's request. It carries the session or link that the request names, as it was before any lock. */
interface BuyerScope extends Scope {
  readonly session?: ReadSession;
  readonly link?: Link;
}

/**
 * Finds the session, or payment link, of a buyer's request. A buyer has no account: they are authorized by the client
 * secret of the one session that they name, or by knowing a payment link, which is a secret in itself. The secret is
 * checked first and in constant time, so that a wrong one does not reveal which sessions exist.
 *
 * @throws Problem `invalid_client_secret`: missing, or of another session; `resource_missing`
 */
export const buyerScope =
  ({ secrets }: Pick<App, 'secrets'>) =>
  async <R extends BuyerRequest>({ system }: Database, { params, headers }: R): Promise<BuyerScope> => {
    const { id } = params;
    if (!id.startsWith('cs_')) {
      const link = await findLinkOfAnyAccount(system, id);
      if (!link) throw resourceMissing();
      return { merchantId: link.merchantId, livemode: link.livemode, link };
    }
    const param = 'Client-Secret';
    const secret = headers['client-secret'];
    if (!secrets.ownsClientSecret(id, secret))
      throw new Problem('invalid_client_secret', wrongClientSecret('session', secret), { param });
    const session = await findSessionOfAnyAccount(system, id);
    if (!session) throw resourceMissing();
    return { merchantId: session.merchantId, livemode: session.livemode, session };
  };

/** The payment link that a buyer's request names instead of a session. */
export const linkOf = (scope: Scope): Link | undefined => (scope as BuyerScope).link;

/** The session that a buyer's request names. @throws Problem `resource_missing`: it names a payment link */
export function sessionOf(scope: Scope): ReadSession {
  const { session } = scope as BuyerScope;
  if (!session) throw resourceMissing();
  return session;
}

/**
 * The session that a buyer's request names or, for a payment link, the one that it is about to open.
 * @throws Problem as `prepareOpening`
 */
export async function loadCheckout(context: LoadContext, app: App) {
  const link = linkOf(context.scope);
  const opening = link && (await prepareOpening(context, app, link));
  return { session: opening?.session ?? sessionOf(context.scope), opening };
}
