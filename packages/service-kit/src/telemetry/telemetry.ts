import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { CommonEnv } from '../config.ts';
import { log } from './log.ts';
import { Metrics, PrometheusReader } from './metrics.ts';
import { exportSpansThrough } from './span.ts';

/** Where a service's telemetry goes; without an endpoint nothing is exported. */
type TelemetryEnv = Partial<
  Pick<CommonEnv, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_METRICS_EXPORTER' | 'OTEL_METRIC_EXPORT_INTERVAL'>
>;

/** What a service measures and how its export stops. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Exports what is buffered, if the collector accepts it in time; never throws. */
  stop(): Promise<void>;
}

const flushMaxMs = 3_000; // a collector that hangs must not keep a drained process from ending

/**
 * Starts the telemetry of a service. The SDK brings every exporter along, so it is loaded only where a collector is
 * configured; without one there are `/metrics` and no spans.
 */
export async function startTelemetry(serviceName: string, env: TelemetryEnv = {}): Promise<Telemetry> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const isDisabled = process.env.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  if (!endpoint || isDisabled) return { metrics: new Metrics(serviceName), stop: async () => undefined };
  const reader = new PrometheusReader();
  const { startSdk } = await import('./sdk.ts');
  const instance = { 'service.name': `mizan-${serviceName}`, 'service.instance.id': `${hostname()}:${process.pid}` };
  const { tracer, meter, shutdown } = startSdk({
    endpoint,
    resource: resourceFromAttributes(instance),
    reader,
    pushMetricsEveryMs: env.OTEL_METRICS_EXPORTER === 'otlp' ? env.OTEL_METRIC_EXPORT_INTERVAL : undefined,
  });
  exportSpansThrough(serviceName, tracer);
  return {
    metrics: new Metrics(serviceName, reader, meter),
    stop: async () => {
      const sent = shutdown().catch((thrown: unknown) => log.warn({ err: thrown }, 'telemetry.flush_failed'));
      await Promise.race([sent, wait(flushMaxMs, undefined, { ref: false })]);
      exportSpansThrough(serviceName, undefined);
    },
  };
}
