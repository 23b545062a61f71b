import type { ClientRequest, IncomingMessage } from 'node:http';
import {
  formatTraceparent,
  log,
  newId,
  newWork,
  parseTraceparent,
  SpanKind,
  startSpan,
  type Problem,
  type Work,
} from '@mizan/service-kit';
import type { Request, Response } from 'express';
import type { KeyStay } from '../idempotency/key-homes.ts';
import type { KnownKey } from '../api-keys/known-key.ts';
import type { Admission } from '../limits/limiter.ts';
import type { Deadline } from './deadline.ts';
import type { KnownPath, Route } from '../routing/route-table.ts';

/** One request on its way through the front, and what has been found out about it so far. */
export class Exchange {
  readonly requestId = newId('req');
  readonly clientIp: string;
  path: KnownPath | undefined;
  route: Route | undefined;
  key: KnownKey | undefined;
  /** The operator's token was shown, for one of the operator's paths. */
  isOperator = false;
  /** The version it is answered in, once known; echoed. */
  apiVersion: string | undefined;
  /** Signed for the service that answers; undefined on open routes. */
  identity: string | undefined;
  /** What its idempotency key took, once it may pass. */
  keyStay: KeyStay | undefined;
  /** Why it was refused, by the front itself. */
  problem: Problem | undefined;
  /** The request to the service, from the moment it has a connection. */
  upstream: ClientRequest | undefined;
  /** What the service answered, from its first byte. */
  answer: IncomingMessage | undefined;
  /** Ends it when the service takes too long. */
  deadline: Deadline | undefined;
  isRetry = false;
  #admission: Admission | undefined;
  #isFinished = false;
  readonly #method: string;
  readonly #startedAtMs = performance.now();
  #work: Work;
  #endSpan: ((attributes: Record<string, number>) => void) | undefined;

  /** @param traceRatio share of requests traced when the caller did not decide, 0..1 */
  constructor(request: Request, clientIp: string, traceRatio: number) {
    this.clientIp = clientIp;
    this.#method = request.method;
    const given = request.headers['traceparent'];
    const parent = typeof given === 'string' ? parseTraceparent(given) : undefined;
    this.#work = parent
      ? { ...parent, requestId: this.requestId, idempotencyKey: undefined }
      : newWork(traceRatio, this.requestId);
  }

  /** What it took of the limits, while there are any. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** Nobody waits for the answer any more: it was given, or the caller went away. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** How long it has been here, seconds. */
  get ageSeconds(): number {
    return (performance.now() - this.#startedAtMs) / 1e3;
  }

  /** Keeps what the request took of the limits until it ends: given back at once when its caller has left meanwhile. */
  hold(admission: Admission | undefined): void {
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
    const traced = startSpan(this.#work, `gateway ${route.id}`, SpanKind.SERVER, attributes);
    this.#endSpan = traced.end;
    return formatTraceparent(traced.work);
  }

  /** The answer has begun and has no end: it is late no more, and counts no more as a request under way. */
  beginStream(): void {
    this.deadline?.cancel();
    this.admission?.release();
  }

  /** Ends the span and writes the request's one log line. */
  finish(response: Response): void {
    this.#isFinished = true;
    this.deadline?.cancel();
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

/** The exchange that a response belongs to. */
export const exchangeOf = (response: Response): Exchange => response.locals['exchange'] as Exchange;
