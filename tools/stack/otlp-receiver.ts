import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** One span as kept: OTLP's own fields, shortened to what a tree needs. */
export interface KeptSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly service: string;
  readonly name: string;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface OtlpReceiver {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` should be. */
  readonly url: string;
  close(): Promise<void>;
}

const keptTraces = 2_000; // about 20 spans of 0.5 KB each: 20 MB
const spansPerTrace = 1_000; // a runaway trace must not push out all others
const largestBodyBytes = 16 * 1024 * 1024;

/**
 * Receives spans over OTLP/HTTP JSON on 127.0.0.1 and keeps the most recent traces in memory.
 *
 * - `POST /v1/traces`: as the OpenTelemetry protocol has it
 * - `POST /v1/metrics`: accepted and discarded
 * - `GET /traces`: the hundred that started last, newest first
 * - `GET /traces/<id>`: the spans of a trace, oldest first; also by the beginning of its id or by any attribute's value,
 *   so that a request id finds its trace
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const traces = new Map<string, KeptSpan[]>();
  const server = createServer((request, response) => {
    void answer(request, traces).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  traces: Map<string, KeptSpan[]>,
): Promise<[status: number, body: unknown]> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (request.method === 'POST' && path === '/v1/traces') {
    for (const span of parseExport(await readBody(request))) keep(traces, span);
    return [200, {}];
  }
  if (request.method === 'POST' && path === '/v1/metrics') {
    await readBody(request);
    return [200, {}];
  }
  if (request.method === 'GET' && path === '/traces') return [200, newest(traces)];
  if (request.method === 'GET' && path.startsWith('/traces/')) {
    const spans = find(traces, decodeURIComponent(path.slice('/traces/'.length)));
    return spans
      ? [200, { traceId: spans[0]?.traceId, spans }]
      : [404, { error: 'no such trace among the recent ones' }];
  }
  return [404, { error: 'no such path' }];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBodyBytes) throw new Error('too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
}
interface Export {
  resourceSpans?: {
    resource?: { attributes?: Attribute[] };
    scopeSpans?: {
      spans?: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes?: Attribute[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

function parseExport(text: string): KeptSpan[] {
  const { resourceSpans = [] } = JSON.parse(text) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = readAttributes(resource?.attributes)['service.name'] ?? 'unknown';
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        service: service.replace(/^mizan-/, ''),
        name: span.name,
        startMs: toMs(span.startTimeUnixNano),
        durationMs: toMs(span.endTimeUnixNano) - toMs(span.startTimeUnixNano),
        failed: span.status?.code === 2,
        attributes: readAttributes(span.attributes),
      })),
    );
  });
}

/** Nanoseconds since 1970 exceed what a number holds exactly; microseconds are as fine as a tree needs. */
const toMs = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

const readAttributes = (attributes: Attribute[] = []): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));

function keep(traces: Map<string, KeptSpan[]>, span: KeptSpan): void {
  const spans = traces.get(span.traceId) ?? [];
  traces.delete(span.traceId);
  traces.set(span.traceId, spans); // a Map remembers insertion, so the first key is the least recently updated
  if (spans.length < spansPerTrace) spans.push(span);
  if (traces.size > keptTraces) traces.delete(traces.keys().next().value ?? '');
}

function find(traces: Map<string, KeptSpan[]>, wanted: string): KeptSpan[] | undefined {
  const matches = ([id, spans]: [string, KeptSpan[]]) =>
    id.startsWith(wanted) || spans.some(({ attributes }) => Object.values(attributes).includes(wanted));
  const spans = traces.get(wanted) ?? [...traces].reverse().find(matches)?.[1];
  return spans?.toSorted((a, b) => a.startMs - b.startMs);
}

/** The most recently started: a trace whose webhook is retried later stays where it began. */
function newest(traces: Map<string, KeptSpan[]>) {
  return [...traces]
    .map(([traceId, spans]) => {
      const first = spans.reduce((a, b) => (b.startMs < a.startMs ? b : a));
      return { traceId, service: first.service, name: first.name, startMs: first.startMs, spans: spans.length };
    })
    .sort((a, b) => b.startMs - a.startMs)
    .slice(0, 100);
}
