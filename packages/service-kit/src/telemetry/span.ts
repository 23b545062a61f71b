import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { log } from './log.ts';
import { currentWork, runWork, type Work } from './work.ts';

export { SpanKind };

let provider: TracerProvider | undefined;

/**
 * Starts exporting spans over OTLP/HTTP. Spans are made by hand at the few places that matter and only for sampled
 * work: automatic instrumentation costs a third of the throughput whatever the sampling rate.
 */
export function startTracing(serviceName: string, endpoint: string | undefined): void {
  if (!endpoint || provider) return;
  provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `mizan-${serviceName}` }),
    sampler: new AlwaysOnSampler(), // the decision was taken when the work began; see `span`
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        scheduledDelayMillis: 500,
      }),
    ],
  });
}

const flushMaxMs = 3_000; // a collector that hangs must not keep a drained process from ending

/** Sends what is buffered, if the collector takes it in time; never throws. */
export async function stopTracing(): Promise<void> {
  const sent = provider?.shutdown().catch((error: unknown) => log.warn({ err: error }, 'tracing.flush_failed'));
  await Promise.race([sent, wait(flushMaxMs, undefined, { ref: false })]);
}

/** Runs `body` in a span of the current work, or plainly when the work is not sampled or nobody collects. */
export async function span<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  body: () => Promise<T>,
): Promise<T> {
  const work = currentWork();
  if (!work?.sampled || !provider) return body();
  const started = openSpan(work, name, kind, attributes, provider);
  try {
    return await runWork({ ...work, spanId: started.spanContext().spanId }, body);
  } catch (thrown) {
    started.setStatus({ code: SpanStatusCode.ERROR, message: thrown instanceof Error ? thrown.name : 'error' });
    throw thrown;
  } finally {
    started.end();
  }
}

/** A span that outlives one call, for example a proxied request: returns the work inside it and a function to end it. */
export function startSpan(
  work: Work,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
): { work: Work; end(more?: Attributes): void } {
  if (!work.sampled || !provider) return { work, end: () => undefined };
  const started = openSpan(work, name, kind, attributes, provider);
  return {
    work: { ...work, spanId: started.spanContext().spanId },
    end: (more) => {
      if (more) started.setAttributes(more);
      started.end();
    },
  };
}

function openSpan(work: Work, name: string, kind: SpanKind, attributes: Attributes, from: TracerProvider): Span {
  const parent = trace.setSpanContext(ROOT_CONTEXT, {
    traceId: work.traceId,
    spanId: work.spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  return from.getTracer('mizan').startSpan(name, { kind, attributes }, parent);
}
