import { codeOf, SiblingOverloaded, unreachable } from '../overload.ts';
import {
  calls,
  isErrorCode,
  type Call,
  type CallerName,
  type ErrorCode,
  type ReplyOf,
  type RequestOf,
  type ServiceName,
} from '@mizan/contracts';
import type { Pool } from 'undici';
import { withoutKey, type IdentityMinter, type Scope } from '../identity/identity.ts';
import { Problem } from '../problem.ts';
import { span, SpanKind } from '../telemetry/span.ts';
import {
  countEmitted,
  currentWork,
  eventBytesHeader,
  formatTraceparent,
  originalKeyHeader,
  parseEmitted,
} from '../telemetry/work.ts';
import { LocalServices, type CallAnswer, type SentCall } from './local-services.ts';

type Table = typeof calls;
export type CallName = keyof Table & string;

export interface CallOptions {
  /** Required where the contract declares an effect: a repeat then changes nothing. */
  idempotencyKey?: string;
}

/** The calls this process may make, on behalf of one merchant and mode. */
export type BoundCalls = {
  readonly [Name in CallName]: (
    request: RequestOf<Table[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<Table[Name]>>;
};

/** Connections kept to each service: enough for a burst, few enough that the answering side is not flooded. */
const connectionsPerService = 32;

/** Shorter than a service keeps answering after SIGTERM, so that none is used while the service closes it. */
const unusedMaxMs = 1_000;

/**
 * Calls other services, so that taking a payment never depends on the bus: over kept-alive HTTP, or, where they run in this
 * process, without a connection. Identity, deadline and what a failure means are the same.
 */
export class Calls {
  readonly #caller: CallerName;
  readonly #minter: IdentityMinter;
  readonly #urls: Partial<Record<ServiceName, string>>;
  readonly #local: LocalServices | undefined;
  readonly #pools = new Map<ServiceName, Promise<Pool>>();

  /** @param siblings the services of this process, or where the others listen */
  constructor(
    caller: CallerName,
    minter: IdentityMinter,
    siblings: Partial<Record<ServiceName, string>> | LocalServices,
  ) {
    this.#caller = caller;
    this.#minter = minter;
    this.#local = siblings instanceof LocalServices ? siblings : undefined;
    this.#urls = siblings instanceof LocalServices ? {} : siblings;
  }

  /** The typed calls; each throws the Problem that the other side answered with. */
  bind(scope: Scope): BoundCalls {
    const call = (name: CallName) => (request: unknown, options?: CallOptions) =>
      this.#request(scope, name, { request, ...options });
    return new Proxy({} as BoundCalls, { get: (_target, name) => call(name as CallName) });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(async (pool) => (await pool).close()));
  }

  async #request(
    scope: Scope,
    name: CallName,
    { request, idempotencyKey }: CallOptions & { readonly request: unknown },
  ): Promise<never> {
    const call: Call = calls[name];
    if (call.effect && !call.keyedBy && !idempotencyKey) throw new Error(`bug: ${name} needs an idempotency key`);
    const attributes = { 'peer.service': call.to };
    return span({ name: `call ${name}`, kind: SpanKind.CLIENT, attributes }, async () => {
      const headers = await this.#headers(scope, call, idempotencyKey);
      const answer = await this.#send(name, call, { headers, body: JSON.stringify(request) });
      const body = JSON.parse(answer.body) as { error?: { code: string; message: string; param?: string } };
      if (answer.status < 400) return body as never;
      // A code that this version does not know comes from a newer one, and has no documentation here.
      if (answer.status >= 500 || !isErrorCode(body.error?.code)) {
        const said = `${name} answered ${answer.status} ${body.error?.code}: ${body.error?.message}`;
        // What an overload means for the request depends on what was committed before: see overload.ts.
        const isOverloaded = answer.status === 503;
        throw new Problem('internal_error', 'Something went wrong on our side. The request can be retried safely.', {
          status: isOverloaded || answer.status === 504 ? 504 : 500,
          cause: isOverloaded ? new SiblingOverloaded(said) : new Error(said),
        });
      }
      const { code, message, param } = body.error as { code: ErrorCode; message: string; param?: string };
      const { status, retryAfterSeconds, reason } = answer;
      throw new Problem(code, message, {
        status,
        retryAfterSeconds,
        ...(reason === undefined ? {} : { headers: { 'RateLimit-Reason': reason } }),
        ...(param === undefined ? {} : { param }),
      });
    });
  }

  async #headers(
    scope: Scope,
    { to, deadlineMs }: Call,
    idempotencyKey: string | undefined,
  ): Promise<Record<string, string>> {
    const identity = await this.#minter.mint(to, `${scope.merchantId} ${scope.livemode}`, () => ({
      kind: 'service',
      scope,
      ...withoutKey,
    }));
    const work = currentWork();
    return {
      'content-type': 'application/json',
      'x-identity': identity,
      'x-deadline-ms': String(deadlineMs),
      ...(work ? { traceparent: formatTraceparent(work) } : {}),
      ...(work?.requestId ? { 'request-id': work.requestId } : {}),
      ...(work?.idempotencyKey ? { [originalKeyHeader]: work.idempotencyKey } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    };
  }

  async #send(name: CallName, call: Call, sent: SentCall) {
    const signal = AbortSignal.timeout(call.deadlineMs);
    const send = () =>
      this.#local ? this.#local.answer(name, call, { ...sent, signal }) : this.#post(name, call, { ...sent, signal });
    try {
      // A kept connection may end in the moment it is used again. Every call may be repeated: what has an effect has a key.
      // When the repeat cannot be sent either, the first may still have arrived: its loss is what is reported.
      const { status, headers, body } = await send().catch((lost: unknown) =>
        isLostConnection(lost) ? send().catch(() => Promise.reject(lost)) : Promise.reject(lost),
      );
      const retryAfter = Number(headers['retry-after']);
      const emitted = parseEmitted(headers[eventBytesHeader]);
      if (emitted) countEmitted(emitted.bytes, emitted.scope);
      return {
        status,
        body,
        reason: headers['ratelimit-reason']?.toString(),
        retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
      };
    } catch (cause) {
      throw unreachable(call.to, cause);
    }
  }

  async #post(name: CallName, { to, deadlineMs }: Call, sent: SentCall & { signal: AbortSignal }): Promise<CallAnswer> {
    const pool = await this.#pool(to);
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: `/internal/calls/${name}`,
      ...sent,
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
    });
    return { status: statusCode, headers, body: await body.text() };
  }

  #pool(to: ServiceName): Promise<Pool> {
    let pool = this.#pools.get(to);
    if (!pool) this.#pools.set(to, (pool = this.#openPool(to)));
    return pool;
  }

  /** The client is loaded by the first call: a service that makes none saves its memory. */
  async #openPool(to: ServiceName): Promise<Pool> {
    const url = this.#urls[to];
    if (!url) throw new Error(`${this.#caller} asks ${to} but MIZAN_${to.toUpperCase()}_URL is not set`);
    const { Pool } = await import('undici');
    const unused = { keepAliveTimeout: unusedMaxMs, keepAliveMaxTimeout: unusedMaxMs };
    return new Pool(url, { connections: connectionsPerService, ...unused });
  }
}

const isLostConnection = (thrown: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(thrown) ?? '');
