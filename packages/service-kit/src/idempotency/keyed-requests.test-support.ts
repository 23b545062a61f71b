import { execute, type Answer, type Execution } from '../execute.ts';
import type { Handler, Input } from '../handlers.ts';
import type { Scope } from '../identity/identity.ts';
import { probeScope, type Probe } from '../open-probe.test-support.ts';
import { Problem } from '../problem.ts';
import { ServiceSecrets } from '../secrets.ts';
import { IdempotencyKeys } from './idempotency.ts';

export interface KeyedRequest {
  key: string;
  body?: unknown;
  path?: string;
  scope?: Scope;
  requestId?: string;
}

/** A sent request's answer, or the Problem that it was refused with. */
export type Outcome = Pick<Answer, 'status' | 'body' | 'requestId' | 'replayed'> | Problem;

export const statusOf = (outcome: Outcome): number => outcome.status;

/** Sends keyed requests to a handler as the HTTP side does, without HTTP. */
export function keyedRequests(probe: Probe) {
  const run: Execution = {
    db: probe.db,
    keys: new IdempotencyKeys(probe.db, 'catalog', new ServiceSecrets('a secret of at least thirty-two characters')),
    calls: { bind: () => ({}) } as never,
    docsUrl: 'http://localhost/docs',
  };
  return async (handler: Handler<Input, unknown>, request: KeyedRequest): Promise<Outcome> => {
    const { key, body = {}, path = '/things', scope = probeScope, requestId = `req_${key}` } = request;
    const input: Input = {
      params: {},
      query: {},
      body,
      identity: {
        kind: 'merchant',
        issuer: 'gateway',
        scope,
        keyId: undefined,
        keyType: 'SECRET',
        permissions: [],
        apiVersion: undefined,
      },
      headers: {},
      requestId,
      clientIp: undefined,
      clientPlace: null,
      idempotencyKey: key,
    };
    return execute(run, handler, { method: 'POST', path, successStatus: 201, isList: false, input }).catch(
      (thrown: unknown) => {
        if (thrown instanceof Problem) return thrown;
        throw thrown;
      },
    );
  };
}
