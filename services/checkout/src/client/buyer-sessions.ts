import { Problem, resourceMissing, type Database, type Scope, type ServiceSecrets } from '@mizan/service-kit';
import { sessionColumns } from '../sessions/session-rows.ts';
import type { Session } from '../sessions/session.ts';

interface BuyerRequest {
  readonly params: { readonly id: string };
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Sessions as buyers' requests find them. A buyer has no account; what they may do follows from the client secret of
 * the one session that they name.
 */
export class BuyerSessions {
  readonly #secrets: ServiceSecrets;
  readonly #opened = new WeakMap<object, Session>();

  constructor(secrets: ServiceSecrets) {
    this.#secrets = secrets;
  }

  /**
   * Whose session the request is about. The secret is checked first and in constant time, so a wrong one tells nothing
   * about which sessions exist.
   *
   * @throws Problem `invalid_client_secret`: missing, or of another session
   * @throws Problem `resource_missing`
   */
  readonly scope = async <R extends BuyerRequest>(db: Database, request: R): Promise<Scope> => {
    const { id } = request.params;
    if (!this.#secrets.ownsClientSecret(id, request.headers['client-secret']))
      throw new Problem('invalid_client_secret', 'The client secret does not belong to this session.', {
        param: 'Client-Secret',
      });
    const session = await db.system.one<Session>`select ${sessionColumns} from checkout_sessions where id = ${id}`;
    if (!session) throw resourceMissing();
    this.#opened.set(request, session);
    return { merchantId: session.merchantId, livemode: session.livemode };
  };

  /** The session that {@link scope} found for this very request, before anything was locked. */
  opened(request: object): Session {
    const session = this.#opened.get(request);
    if (!session) throw new Error('bug: a buyer request without its session');
    return session;
  }
}
