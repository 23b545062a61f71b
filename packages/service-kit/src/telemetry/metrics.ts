import { setTimeout as wait } from 'node:timers/promises';
import type { Attributes, Counter, Histogram, Meter, ObservableGauge, UpDownCounter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  MetricReader,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { log } from './log.ts';
import {
  metricTable,
  prometheusName,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
  type MetricRow,
  type UpDownName,
} from './metric-table.ts';

/** Seconds: from a cached read to what a gateway waits for. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const observeMaxMs = 2_000; // a scrape must end although a database hangs

/** Receives a gauge's value during a scrape. */
export type Report = <Name extends GaugeName>(name: Name, value: number, labels: LabelsOf<Name>) => void;

/** The measurements of one service, as the metric table lists them: for `/metrics`, and for OTLP where it is configured. */
export class Metrics {
  readonly #reader: PrometheusReader;
  readonly #meter: Meter;
  readonly #counters = {} as Record<CounterName, Counter>;
  readonly #histograms = {} as Record<HistogramName, Histogram>;
  readonly #upDowns = {} as Record<UpDownName, UpDownCounter>;
  readonly #gauges = {} as Record<GaugeName, ObservableGauge>;

  /** @param meter creates the instruments that `reader` reads; unless given, `/metrics` alone shows them */
  constructor(serviceName: string, reader = new PrometheusReader(), meter = meterOf(serviceName, reader)) {
    this.#reader = reader;
    this.#meter = meter;
    for (const [name, row] of Object.entries(metricTable) as [MetricName, MetricRow][]) this.#create(name, row);
  }

  #create(name: MetricName, { kind, unit, description }: MetricRow): void {
    const options = { unit, description };
    if (kind === 'counter') this.#counters[name as CounterName] = this.#meter.createCounter(name, options);
    else if (kind === 'upDownCounter')
      this.#upDowns[name as UpDownName] = this.#meter.createUpDownCounter(name, options);
    else if (kind === 'gauge') this.#gauges[name as GaugeName] = this.#meter.createObservableGauge(name, options);
    else {
      const advice = { explicitBucketBoundaries: durationBuckets };
      this.#histograms[name as HistogramName] = this.#meter.createHistogram(name, { ...options, advice });
    }
  }

  /** Counts `by` more; of what comes and goes, `by` may be negative. */
  add<Name extends CounterName | UpDownName>(name: Name, labels: LabelsOf<Name>, by = 1): void {
    const instrument = this.#counters[name as CounterName] ?? this.#upDowns[name as UpDownName];
    instrument.add(by, labels as Attributes);
  }

  /** @param seconds how long it took */
  record<Name extends HistogramName>(name: Name, seconds: number, labels: LabelsOf<Name>): void {
    this.#histograms[name].record(seconds, labels as Attributes);
  }

  /** Has `read` report the gauges at every scrape and push; what is not reported within two seconds is missing from it. */
  observe(names: readonly GaugeName[], read: (report: Report) => void | Promise<void>): void {
    const gauges = names.map((name) => this.#gauges[name]);
    this.#meter.addBatchObservableCallback(async (result) => {
      let isOver = false;
      const report: Report = (name, value, labels) => {
        if (!isOver) result.observe(this.#gauges[name], value, labels as Attributes);
      };
      const done = Promise.resolve(read(report)).catch((thrown: unknown) => {
        log.debug({ err: thrown, metrics: names }, 'metrics.not_read');
      });
      await Promise.race([done, wait(observeMaxMs, undefined, { ref: false })]);
      isOver = true;
    }, gauges);
  }

  /** Everything as it is now, in the text format of Prometheus. */
  scrape(): Promise<string> {
    return this.#reader.scrape();
  }
}

const meterOf = (serviceName: string, reader: PrometheusReader): Meter =>
  new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': `mizan-${serviceName}` }),
    readers: [reader],
  }).getMeter('mizan');

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

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}
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
