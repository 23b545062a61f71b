import { context, metrics, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { AlwaysOnSampler, BatchSpanProcessor } from '@opentelemetry/sdk-trace';

const sendSpansEveryMs = 500; // `npm run trace` shows what has just happened

interface SdkOptions {
  readonly endpoint: string;
  readonly resource: Resource;
  /** Reads the metrics beside the pushing. */
  readonly reader: IMetricReader;
  /** Undefined: metrics are not pushed. */
  readonly pushMetricsEveryMs: number | undefined;
}

/**
 * Starts OpenTelemetry, exporting over OTLP/HTTP. Spans are made by hand, for sampled work only: nothing is instrumented.
 * Nothing stays registered for the whole process, so that each of several services in it has an SDK, and a resource, of its own.
 */
export function startSdk({ endpoint, resource, reader, pushMetricsEveryMs }: SdkOptions) {
  const metricReaders = [reader];
  if (pushMetricsEveryMs !== undefined) {
    const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` });
    metricReaders.push(new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: pushMetricsEveryMs }));
  }
  const spanProcessor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    scheduledDelayMillis: sendSpansEveryMs,
  });
  const sdk = new NodeSDK({
    resource,
    autoDetectResources: false,
    instrumentations: [],
    textMapPropagator: null, // `work.ts` reads and writes `traceparent`
    sampler: new AlwaysOnSampler(), // whether work is sampled was decided when it started; see `span`
    spanProcessors: [spanProcessor],
    metricReaders,
    logRecordProcessors: [], // logs go to standard output
  });
  sdk.start();
  const [tracer, meter] = [trace.getTracer('mizan'), metrics.getMeter('mizan')];
  for (const api of [trace, metrics, context]) api.disable(); // or the next start would get these providers again
  return { tracer, meter, shutdown: () => sdk.shutdown() };
}
