import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { calls, type Call } from '@mizan/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { CallAnswer, SentCall } from '../calls/local-services.ts';
import type { Answer } from '../execute.ts';
import type { Download, OpenStream, Page } from '../handlers.ts';
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
import { writeDownload, writeStream } from './write-stream.ts';

/** Fields of a request's log line beside its outcome, filled in as they become known. */
export interface RequestLine {
  readonly requestId: string;
  merchantId?: string | undefined;
}

/** A file that is about to be written. */
export interface OpenFile extends Download {
  readonly contentType: string;
}

/** What a route does: an answer, or anything thrown. */
export type Serve = (request: Request, line: RequestLine) => Promise<Answer | Page | OpenStream | OpenFile>;

/** One request over HTTP, from first byte to log line. */
export function serveRequest(name: string, options: ServiceAppOptions, answer: Serve): RequestHandler {
  return (request, response) => {
    const isCall = request.path.startsWith('/internal/');
    void perform(options, { name, isCall, method: request.method, headers: request.headers }, async (work, line) => {
      try {
        const result = await answer(request, line);
        reportEmitted(response, work.emitted);
        if (typeof result === 'function') await writeStream(response, result);
        else if ('open' in result) await writeDownload(response, result, options.stopping);
        else write(response, result, line.requestId);
        return { status: response.statusCode };
      } catch (thrown) {
        const problem = toProblem(thrown);
        reportEmitted(response, work.emitted);
        writeProblem(response, problem, refusalOf(problem, line.requestId, options));
        return { status: response.statusCode, problem };
      }
    });
  };
}

/** A call from a service of this process: as {@link serveRequest} serves it, but without a connection. */
export async function serveCall(
  options: ServiceAppOptions,
  { name, headers }: SentCall & { readonly name: string },
  answer: (line: RequestLine) => Promise<Answer>,
): Promise<CallAnswer> {
  const written = Promise.withResolvers<CallAnswer>();
  await perform(options, { name, isCall: true, method: 'POST', headers }, async (work, line) => {
    const emitted = (): Record<string, string | undefined> => ({ [eventBytesHeader]: formatEmitted(work.emitted) });
    try {
      const { status, body } = await answer(line);
      written.resolve({ status, headers: emitted(), body });
      return { status };
    } catch (thrown) {
      const problem = toProblem(thrown);
      const refusal = refusalOf(problem, line.requestId, options);
      const names = Object.entries(refusal.headers).map(([header, value]) => [header.toLowerCase(), value]);
      written.resolve({ ...refusal, headers: { ...(Object.fromEntries(names) as object), ...emitted() } });
      return { status: problem.status, problem };
    }
  });
  return written.promise;
}

/** What is known of a request before it is read. */
interface Arrived {
  /** Of its operation or call. */
  readonly name: string;
  readonly isCall: boolean;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** How a request was answered. */
interface Answered {
  readonly status: number;
  readonly problem?: Problem;
}

/** Runs one request as a work of its own, measures it and writes its log line. `respond` throws nothing. */
async function perform(
  options: ServiceAppOptions,
  { name, isCall, method, headers }: Arrived,
  respond: (work: { readonly emitted: Emitted }, line: RequestLine) => Promise<Answered>,
): Promise<void> {
  const startedAt = performance.now();
  const surface = { 'mizan.surface': isCall ? 'call' : 'api' };
  options.metrics.add('http.server.active_requests', surface);
  const requestId = header({ headers }, 'request-id') ?? newId('req');
  const parent = parseTraceparent(header({ headers }, 'traceparent')) ?? newWork(0);
  const work = {
    ...parent,
    requestId,
    idempotencyKey: header({ headers }, isCall ? originalKeyHeader : 'idempotency-key'),
    deadlineAt: deadlineOf(header({ headers }, 'x-deadline-ms'), startedAt),
    emitted: { bytes: 0, scope: undefined },
  };
  const traced = startSpan(work, {
    name: `${options.service} ${name}`,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': name },
  });
  await runWork(traced.work, async () => {
    const about: RequestLine = { requestId };
    const { status, problem } = await respond(work, about);
    traced.end({ 'http.response.status_code': status });
    options.metrics.add('http.server.active_requests', surface, -1);
    const tookMs = performance.now() - startedAt;
    options.metrics.record('http.server.request.duration', tookMs / 1e3, {
      ...surface,
      'mizan.operation': name,
      'http.response.status_class': statusClass(status),
    });
    const durationMs = Math.round(tookMs * 100) / 100;
    const { merchantId } = about;
    const line = { event: 'http.request', operation: name, merchantId, status, durationMs };
    if (problem && problem.status >= 500) log.error({ ...line, code: problem.code, err: problem.cause ?? problem });
    else if (problem) log.info({ ...line, code: problem.code, param: problem.param });
    else if (isCall && isPolled(name)) log.debug(line);
    else log.info(line);
  });
}

const isPolled = (name: string): boolean => (calls as Readonly<Record<string, Call>>)[name]?.isPolled === true;

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

/** A problem as it is written: its status, the headers that it sets, and the error body. */
function refusalOf(problem: Problem, requestId: string, { run }: ServiceAppOptions) {
  const { status, retryAfterSeconds, headers } = problem;
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const body = JSON.stringify(errorBody(problem, requestId, run.docsUrl));
  return { status, headers: { ...retryAfter, ...headers }, body };
}

function writeProblem(response: Response, problem: Problem, refusal: ReturnType<typeof refusalOf>): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isUnread = problem.status === 413 && !response.req.complete;
  if (isUnread || leavesMuchUnread(response.req)) closeUnread(response.req, response);
  response
    .writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8', ...refusal.headers })
    .end(refusal.body);
}
