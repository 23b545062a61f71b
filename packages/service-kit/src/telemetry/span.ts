import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { currentService } from './current-service.ts';
import { currentWork, runWork, type Work } from './work.ts';

export { SpanKind };

const tracers = new Map<string, Tracer>();

/**
 * Sampled work of a service has spans from now on, or none again without a tracer. Automatic instrumentation would cost a
 * third of the throughput at any sampling rate.
 */
export function exportSpansThrough(service: string, tracer: Tracer | undefined): void {
  if (tracer) tracers.set(service, tracer);
  else tracers.delete(service);
}

/** Sampled work is exported as the service's that it runs in; none without a collector. */
const tracerOf = (work: Work | undefined): Tracer | undefined =>
  work?.sampled ? tracers.get(currentService() ?? '') : undefined;

interface SpanDescription {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/** Runs `body` in a span of the current work, or plainly when the work is not sampled or no collector is configured. */
export async function span<T>(description: SpanDescription, body: () => Promise<T>): Promise<T> {
  const work = currentWork();
  const tracer = tracerOf(work);
  if (!work || !tracer) return body();
  const started = openSpan(tracer, work, description);
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
export function startSpan(work: Work, description: SpanDescription): { work: Work; end(more?: Attributes): void } {
  const tracer = tracerOf(work);
  if (!tracer) return { work, end: () => undefined };
  const started = openSpan(tracer, work, description);
  return {
    work: { ...work, spanId: started.spanContext().spanId },
    end: (more) => {
      if (more) started.setAttributes(more);
      started.end();
    },
  };
}

function openSpan(from: Tracer, work: Work, { name, kind, attributes }: SpanDescription): Span {
  const { traceId, spanId } = work;
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  const parent = trace.setSpanContext(ROOT_CONTEXT, context);
  return from.startSpan(name, { kind, attributes }, parent);
}
