import { Problem, resourceMissing, type Database, type Scope, type ServiceSecrets } from '@mizan/service-kit';
import { findSharedLink } from '../payment-links/link-rows.ts';
import type { Link } from '../payment-links/link.ts';
import { sessionColumns } from '../session/session-rows.ts';
import type { Session } from '../session/session.ts';

interface BuyerRequest {
  readonly params: { readonly id: string };
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Sessions as buyers' requests find them. A buyer has no account; what they may do follows from the client secret of
 * the one session that they name, or from knowing a payment link, which is a secret in itself.
 */
export class BuyerSessions {
  readonly #secrets: ServiceSecrets;
  readonly #opened = new WeakMap<object, Session>();
  readonly #links = new WeakMap<object, Link>();

  constructor(secrets: ServiceSecrets) {
    this.#secrets = secrets;
  }

  /**
   * Whose session, or payment link, the request is about. The secret is checked first and in constant time, so a
   * wrong one tells nothing about which sessions exist.
   *
   * @throws Problem `invalid_client_secret`: missing, or of another session
   * @throws Problem `resource_missing`
   */
  readonly scope = async <R extends BuyerRequest>(db: Database, request: R): Promise<Scope> => {
    const { id } = request.params;
    if (!id.startsWith('cs_')) return this.#linkScope(db, request);
    if (!this.#secrets.ownsClientSecret(id, request.headers['client-secret']))
      throw new Problem('invalid_client_secret', 'The client secret does not belong to this session.', {
        param: 'Client-Secret',
      });
    const session = await db.system.one<Session>`select ${sessionColumns} from checkout_sessions where id = ${id}`;
    if (!session) throw resourceMissing();
    this.#opened.set(request, session);
    return { merchantId: session.merchantId, livemode: session.livemode };
  };

  /** The payment link that the request names instead of a session, as {@link scope} found it. */
  link(request: object): Link | undefined {
    return this.#links.get(request);
  }

  async #linkScope<R extends BuyerRequest>(db: Database, request: R): Promise<Scope> {
    const link = await findSharedLink(db.system, request.params.id);
    if (!link) throw resourceMissing();
    this.#links.set(request, link);
    return { merchantId: link.merchantId, livemode: link.livemode };
  }

  /**
   * As {@link opened}, for what is done with sessions only.
   *
   * @throws Problem `resource_missing`: the request names a payment link
   */
  session(request: object): Session {
    if (this.link(request)) throw resourceMissing();
    return this.opened(request);
  }

  /** The session that {@link scope} found for this very request, before anything was locked. */
  opened(request: object): Session {
    const session = this.#opened.get(request);
    if (!session) throw new Error('bug: a buyer request without its session');
    return session;
  }
}
