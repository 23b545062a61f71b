import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { AnyBusEvent } from './event.ts';

/**
 * Runs a handler in a span that continues the trace of the request which caused the event. Without an OpenTelemetry SDK
 * the handler simply runs.
 */
export function inTraceOf(event: AnyBusEvent, durable: string, body: () => Promise<void>): Promise<void> {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': durable,
    'messaging.message.id': event.id,
  };
  const options = { kind: SpanKind.CONSUMER, attributes };
  const tracer = trace.getTracer('@mizan/bus'); // of the SDK that is set now
  return tracer.startActiveSpan(`process ${event.type}`, options, parentOf(event.traceparent), async (span) => {
    try {
      await body();
    } catch (thrown) {
      span.recordException(thrown instanceof Error ? thrown : String(thrown));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      span.end();
    }
  });
}

/** The context of a W3C `traceparent`; the root context when it is absent or malformed. */
function parentOf(traceparent: string | undefined) {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '');
  if (!match?.[1] || !match[2]) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(match[3] ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(context.active(), { traceId: match[1], spanId: match[2], traceFlags, isRemote: true });
}
