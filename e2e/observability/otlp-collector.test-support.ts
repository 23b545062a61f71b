import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as it was exported. */
export interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty when nobody was before it. */
  readonly parentSpanId: string;
}

export interface Collector {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` should be. */
  readonly url: string;
  /** Everything that was sent, as it came. */
  text(): string;
  /** @param traceId of one trace only */
  spans(traceId?: string): Span[];
  /** Names of the metrics that a service has pushed. */
  metrics(service: string): Set<string>;
  close(): void;
}

interface Resource {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] };
  scopeSpans?: { spans: Omit<Span, 'service'>[] }[];
  scopeMetrics?: { metrics: { name: string }[] }[];
}

/** Takes traces and metrics over OTLP/HTTP, as JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const resources = () =>
    bodies.flatMap((body) => {
      const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body) as { [kind: string]: Resource[] };
      return [...resourceSpans, ...resourceMetrics].map((each) => ({
        service: each.resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '',
        ...each,
      }));
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: (traceId) =>
      resources().flatMap(({ service, scopeSpans = [] }) =>
        scopeSpans
          .flatMap(({ spans }) => spans.map((span) => ({ ...span, parentSpanId: span.parentSpanId ?? '', service })))
          .filter((span) => traceId === undefined || span.traceId === traceId),
      ),
    metrics: (wanted) =>
      new Set(
        resources()
          .filter(({ service }) => service === wanted)
          .flatMap(({ scopeMetrics = [] }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Which span of which service stands below which, each pair once; the names of requests begin with their service. */
export function edgesOf(spans: readonly Span[]): Set<string> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const nameOf = (span: Span | undefined): string => {
    if (!span) return 'caller';
    const service = span.service.replace('mizan-', '');
    return span.name.startsWith(service) ? span.name : `${service}: ${span.name}`;
  };
  return new Set(spans.map((span) => `${nameOf(byId.get(span.parentSpanId))} > ${nameOf(span)}`));
}
