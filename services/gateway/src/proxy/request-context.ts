import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Geocoding } from '@mizan/contracts';
import { formatTraceparent, log, newId, newWork, parseTraceparent, SpanKind, startSpan } from '@mizan/service-kit';
import type { Problem, Work } from '@mizan/service-kit';
import type { Request, Response } from 'express';
import type { KeyUse } from '../idempotency/key-homes.ts';
import type { CachedApiKey } from '../api-keys/api-key-cache.ts';
import type { Admission } from '../limits/limiter.ts';
import type { KnownPath, Route } from '../routing/route-table.ts';

/** Who sends a request, as far as the connection tells. */
interface Caller extends Pick<RequestContext, 'clientIp' | 'clientPlace'> {
  /** Share of requests traced when the caller did not decide, 0..1. */
  readonly traceRatio: number;
}

/** One request on its way through the gateway, and what is known about it so far. */
export class RequestContext {
  readonly requestId = newId('req');
  readonly clientIp: string;
  /** Null where no trusted proxy reports it. */
  readonly clientPlace: Geocoding | null;
  path: KnownPath | undefined;
  route: Route | undefined;
  key: CachedApiKey | undefined;
  /** It carries the operator's token, for one of the operator's paths. */
  isOperator = false;
  /** The API version of the response, once known; echoed. */
  apiVersion: string | undefined;
  /** Signed for the service that handles it; undefined on open routes. */
  identity: string | undefined;
  /** Its use of an idempotency key, once that is allowed. */
  keyUse: KeyUse | undefined;
  /** Why the gateway itself refused it. */
  problem: Problem | undefined;
  /** The request to the service, from the moment it has a connection. */
  upstream: ClientRequest | undefined;
  /** The service's response, from its first byte. */
  incoming: IncomingMessage | undefined;
  /** Ends it when the service takes too long. */
  deadline: NodeJS.Timeout | undefined;
  isRetry = false;
  #admission: Admission | undefined;
  #isFinished = false;
  readonly #method: string;
  readonly #startedAtMs = performance.now();
  #work: Work;
  #endSpan: ((attributes: Record<string, number>) => void) | undefined;

  constructor(request: Request, { clientIp, clientPlace, traceRatio }: Caller) {
    this.clientIp = clientIp;
    this.clientPlace = clientPlace;
    this.#method = request.method;
    const given = request.headers['traceparent'];
    const parent = typeof given === 'string' ? parseTraceparent(given) : undefined;
    this.#work = parent
      ? { ...parent, requestId: this.requestId, idempotencyKey: undefined }
      : newWork(traceRatio, this.requestId);
  }

  /** What it uses of the rate limits; undefined where they are off. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** The response was sent, or the caller disconnected. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Time since it arrived, seconds. */
  get ageSeconds(): number {
    return (performance.now() - this.#startedAtMs) / 1e3;
  }

  /**
   * Holds the request's share of the limits until it ends; releases it at once when the caller has already disconnected.
   */
  holdAdmission(admission: Admission | undefined): void {
    this.#admission = admission;
    if (this.#isFinished) admission?.release();
  }

  /** Opens the gateway's span around what the service does; returns the trace context to pass on. */
  startSpan(route: Route): string {
    if (!this.#work.sampled) return formatTraceparent(this.#work);
    const attributes = {
      'http.request.method': this.#method,
      'http.route': route.id,
      'mizan.request.id': this.requestId,
    };
    const traced = startSpan(this.#work, { name: `gateway ${route.id}`, kind: SpanKind.SERVER, attributes });
    this.#endSpan = traced.end;
    return formatTraceparent(traced.work);
  }

  /** A response of any length has started: its deadline and its place among concurrent requests no longer apply. */
  startOpenEnded(): void {
    clearTimeout(this.deadline);
    this.admission?.release();
  }

  /** Ends the span and writes the request's one log line. */
  finish(response: Response): void {
    this.#isFinished = true;
    clearTimeout(this.deadline);
    this.#admission?.release();
    const status = response.statusCode;
    this.#endSpan?.({ 'http.response.status_code': status });
    if (this.route?.isProbe) return;
    const { problem, key } = this;
    const line = {
      event: 'http.request',
      operation: this.route?.id ?? 'unknown',
      method: this.#method,
      status,
      code: problem?.code,
      param: problem?.param,
      merchantId: key?.scope.merchantId,
      livemode: key?.scope.livemode,
      keyId: key?.id,
      requestId: this.requestId,
      traceId: this.#work.traceId,
      aborted: response.writableFinished ? undefined : true,
      durationMs: Math.round((performance.now() - this.#startedAtMs) * 100) / 100,
    };
    if (problem && problem.status >= 500) log.error({ ...line, err: problem.cause ?? problem });
    else log.info(line);
  }
}

/** The context that a response belongs to. */
export const contextOf = (response: Response): RequestContext => response.locals['context'] as RequestContext;
