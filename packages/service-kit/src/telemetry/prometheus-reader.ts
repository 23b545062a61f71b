import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  DataPointType,
  MetricReader,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { prometheusName, type MetricRow } from './metric-table.ts';

/** Reads a service's metrics when Prometheus scrapes. OpenTelemetry's own exporter would open a port of its own. */
export class PrometheusReader extends MetricReader {
  readonly #serializer = new PrometheusSerializer('', false, /^service\.name$/, true, true);

  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.CUMULATIVE });
  }

  /** The text format of Prometheus, version 0.0.4. */
  async scrape(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    return this.#serializer.serialize(named(resourceMetrics));
  }

  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** The serializer appends no units; the collector does, and a dashboard must not care where its metrics came from. */
function named(all: ResourceMetrics): ResourceMetrics {
  return {
    ...all,
    scopeMetrics: all.scopeMetrics.map((scoped) => ({
      ...scoped,
      metrics: scoped.metrics.map((metric): MetricData => {
        const { name, unit } = metric.descriptor;
        return { ...metric, descriptor: { ...metric.descriptor, name: prometheusName(name, unit, kindOf(metric)) } };
      }),
    })),
  };
}

function kindOf(metric: MetricData): MetricRow['kind'] {
  if (metric.dataPointType === DataPointType.SUM) return metric.isMonotonic ? 'counter' : 'upDownCounter';
  return metric.dataPointType === DataPointType.GAUGE ? 'gauge' : 'histogram';
}
