import { pipeline, Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { Answer } from '../execute.ts';
import type { OpenStream, Page } from '../handlers.ts';
import { newId } from '../ids.ts';
import { errorBody, toProblem, type Problem } from '../problem.ts';
import { log } from '../telemetry/log.ts';
import { statusClass } from '../telemetry/metric-table.ts';
import { SpanKind, startSpan } from '../telemetry/span.ts';
import {
  eventBytesHeader,
  formatEmitted,
  newWork,
  originalKeyHeader,
  parseTraceparent,
  runWork,
  type Emitted,
} from '../telemetry/work.ts';
import { closeUnread, leavesMuchUnread } from './close-unread.ts';
import { header } from './parse-request.ts';
import type { ServiceAppOptions } from './service-app.ts';
import { writeStream } from './write-stream.ts';

/** Fields of a request's log line beside its outcome, filled in as they become known. */
export interface RequestLine {
  readonly requestId: string;
  merchantId?: string | undefined;
}

/** What a route does: an answer, or anything thrown. */
export type Serve = (request: Request, line: RequestLine) => Promise<Answer | Page | OpenStream>;

/** One request from first byte to log line: its work, its answer or its problem, nothing thrown past it. */
export function serveRequest(name: string, options: ServiceAppOptions, answer: Serve): RequestHandler {
  return (request, response) => {
    const startedAt = performance.now();
    const isCall = request.path.startsWith('/internal/');
    const surface = { 'mizan.surface': isCall ? 'call' : 'api' };
    options.metrics.add('http.server.active_requests', surface);
    const requestId = header(request, 'request-id') ?? newId('req');
    const parent = parseTraceparent(header(request, 'traceparent')) ?? newWork(0);
    const work = {
      ...parent,
      requestId,
      idempotencyKey: header(request, isCall ? originalKeyHeader : 'idempotency-key'),
      deadlineAt: deadlineOf(header(request, 'x-deadline-ms'), startedAt),
      emitted: { bytes: 0, scope: undefined },
    };
    const traced = startSpan(work, {
      name: `${options.service} ${name}`,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': name },
    });
    void runWork(traced.work, async () => {
      const about: RequestLine = { requestId };
      let problem: Problem | undefined;
      try {
        const result = await answer(request, about);
        reportEmitted(response, work.emitted);
        if (typeof result === 'function') await writeStream(response, result);
        else write(response, result, requestId);
      } catch (thrown) {
        problem = toProblem(thrown);
        reportEmitted(response, work.emitted);
        writeProblem(response, problem, errorBody(problem, requestId, options.run.docsUrl));
      }
      traced.end({ 'http.response.status_code': response.statusCode });
      options.metrics.add('http.server.active_requests', surface, -1);
      const tookMs = performance.now() - startedAt;
      options.metrics.record('http.server.request.duration', tookMs / 1e3, {
        ...surface,
        'mizan.operation': name,
        'http.response.status_class': statusClass(response.statusCode),
      });
      const durationMs = Math.round(tookMs * 100) / 100;
      const { merchantId } = about;
      const line = { event: 'http.request', operation: name, merchantId, status: response.statusCode, durationMs };
      if (problem && problem.status >= 500) log.error({ ...line, code: problem.code, err: problem.cause ?? problem });
      else log.info(problem ? { ...line, code: problem.code, param: problem.param } : line);
    });
  };
}

function reportEmitted(response: Response, emitted: Emitted): void {
  const value = formatEmitted(emitted);
  if (value !== undefined && !response.headersSent) response.setHeader(eventBytesHeader, value);
}

function deadlineOf(timeoutMs: string | undefined, startedAt: number): number | undefined {
  const ms = Number(timeoutMs ?? Number.NaN);
  return Number.isFinite(ms) ? startedAt + ms : undefined;
}

function write(response: Response, result: Answer | Page, requestId: string): void {
  if ('headers' in result) {
    response.writeHead(result.status, result.headers);
    if (result.body instanceof Readable) pipeline(result.body, response, noteCutOff);
    else response.end(result.body);
    return;
  }
  const replayed = result.replayed ? { 'idempotent-replayed': 'true', 'original-request-id': result.requestId } : {};
  const body = result.replayed && result.status >= 400 ? asErrorOf(requestId, result.body) : result.body;
  response
    .writeHead(result.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...replayed,
    })
    .end(body);
}

/**
 * An error's body names the request that it answers, as the header does; the id of the original request has a header of
 * its own.
 */
const asErrorOf = (requestId: string, body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as ReturnType<typeof errorBody>), request_id: requestId });

/** The client notices the missing end; a client that disconnected needs no log line. */
function noteCutOff(failure: NodeJS.ErrnoException | null): void {
  if (failure && failure.code !== 'ERR_STREAM_PREMATURE_CLOSE')
    log.error({ event: 'http.answer_cut_off', err: failure });
}

function writeProblem(response: Response, problem: Problem, body: ReturnType<typeof errorBody>): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isUnread = problem.status === 413 && !response.req.complete;
  if (isUnread || leavesMuchUnread(response.req)) closeUnread(response.req, response);
  const retryAfter =
    problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) };
  response.writeHead(problem.status, {
    'content-type': 'application/json; charset=utf-8',
    ...retryAfter,
    ...problem.headers,
  });
  response.end(JSON.stringify(body));
}
