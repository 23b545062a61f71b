import { isErrorCode, operations, type ErrorEnvelope, type ServiceName } from '@mizan/contracts';
import {
  countEmitted,
  currentWork,
  eventBytesHeader,
  formatTraceparent,
  parseEmitted,
  Problem,
  unreachable,
  type Identity,
  type IdentityMinter,
} from '@mizan/service-kit';
import { RouteTable, type Route } from '../routing/route-table.ts';

const table = new RouteTable(operations);

/** Where the services listen, and how to sign the caller's identity. */
export interface ServiceAccess {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly minter: IdentityMinter;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Of a buyer. */
  readonly clientSecret?: string;
}

/**
 * Requests to the services as the calling merchant, or as its buyer, that bypass the public listener. With an idempotency
 * key each request gets its own, derived from it and from the request's position: retrying all of them has no effect.
 */
export class MerchantRequests {
  readonly #access: ServiceAccess;
  readonly #identity: Identity;
  readonly #idempotencyKey: string | undefined;
  #sent = 0;

  constructor(access: ServiceAccess, identity: Identity, idempotencyKey: string | undefined) {
    this.#access = access;
    this.#identity = identity;
    this.#idempotencyKey = idempotencyKey;
  }

  /** Sends a request and returns the response's body. @throws Problem of the service that refuses it */
  async send<Body>(method: string, path: string, { body, ...options }: RequestOptions = {}): Promise<Body> {
    const route = table.match(path.replace(/\?.*/, ''))?.path.byMethod.get(method);
    if (!route) throw new Error(`bug: no operation ${method} ${path}`);
    const headers = await this.#headers(route, { body, ...options });
    const fetched = async () => {
      const response = await fetch(`${this.#access.urls[route.service]}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(route.deadlineMs),
      });
      return { response, result: (await response.json()) as Body & Partial<ErrorEnvelope> };
    };
    const { response, result } = await fetched().catch((cause: unknown) => {
      throw unreachable(route.service, cause);
    });
    const emitted = parseEmitted(response.headers.get(eventBytesHeader) ?? undefined);
    if (emitted) countEmitted(emitted.bytes, emitted.scope);
    if (!response.ok) throw refusalOf(route, response.status, result.error);
    return result;
  }

  async #headers(route: Route, { body, clientSecret }: RequestOptions): Promise<Record<string, string>> {
    const { keyId, permissions, ...identity } = this.#identity;
    const isBuyer = route.audience === 'client';
    const cacheKey = `trigger ${String(keyId)} ${permissions.join()} ${String(isBuyer)}`;
    const work = currentWork();
    const key = this.#idempotencyKey;
    const position = (this.#sent += 1); // taken before the await: requests may be sent at the same time
    return {
      'x-identity': await this.#access.minter.mint(route.service, cacheKey, () =>
        isBuyer
          ? { ...identity, scope: undefined, keyId: undefined, keyType: undefined, kind: 'client', permissions: [] }
          : { ...identity, keyId, permissions },
      ),
      'x-deadline-ms': String(route.deadlineMs),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(clientSecret === undefined ? {} : { 'client-secret': clientSecret }),
      ...(key === undefined ? {} : { 'idempotency-key': `${key.slice(0, 235)} trigger ${position}` }), // 255 at most
      ...(work ? { traceparent: formatTraceparent(work) } : {}),
      ...(work?.requestId ? { 'request-id': work.requestId } : {}),
    };
  }
}

function refusalOf({ service, id }: Route, status: number, error: ErrorEnvelope['error'] | undefined): Problem {
  const cause = new Error(`${service} answered ${id} with ${status} ${error?.code ?? ''}: ${error?.message ?? ''}`);
  // Earlier requests of the same flow may have changed something: the service's own "nothing was changed" is not passed on.
  if (status === 503 || status === 504)
    return new Problem('internal_error', 'A part of the platform is overloaded or restarting. Retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause,
    });
  if (!error || status >= 500 || !isErrorCode(error.code))
    return new Problem('internal_error', 'Something went wrong on our side. The request can be retried safely.', {
      cause,
    });
  return new Problem(error.code, error.message, { status, ...(error.param ? { param: error.param } : {}) });
}
