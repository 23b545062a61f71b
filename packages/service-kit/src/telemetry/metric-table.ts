/** One kind of measurement, as every service, the dashboard and the alerts know it. */
export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'upDownCounter';
  /** UCUM, as OpenTelemetry has it: `s`, `By`, `1` for a share; words in braces for what is counted. */
  readonly unit: string;
  /** Labels of its series. Each has few values: operations, statuses, consumers; never a merchant's ids. */
  readonly labels: readonly string[];
  /** Who reports it. */
  readonly from: string;
  readonly description: string;
}

const every = 'every service';
const share = '1';

/**
 * Every metric there is, by its OpenTelemetry name. Names without `mizan.` are those of the semantic conventions. On
 * `/metrics` dots become underscores, and units and `_total` are appended as Prometheus requires.
 */
export const metricTable = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.surface', 'mizan.operation', 'http.response.status_class'],
    from: every,
    description:
      'Requests: how many, with which outcome, how long. Surface is public (the gateway, as callers see it), api or call',
  },
  'http.server.active_requests': {
    kind: 'upDownCounter',
    unit: '{request}',
    labels: ['mizan.surface'],
    from: every,
    description: 'Requests under way',
  },
  'mizan.outbox.rows': {
    kind: 'gauge',
    unit: '{event}',
    labels: [],
    from: every,
    description: 'Events committed and not yet on the bus; counted up to 10000',
  },
  'mizan.outbox.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: every,
    description: 'How long the oldest of them has been waiting; 0 when none is',
  },
  'mizan.outbox.published': {
    kind: 'counter',
    unit: '{event}',
    labels: [],
    from: every,
    description: 'Events that the relay put on the bus',
  },
  'mizan.consumer.lag': {
    kind: 'gauge',
    unit: '{event}',
    labels: ['mizan.consumer'],
    from: 'services that consume',
    description: 'Events on the bus that a durable consumer has not finished, all replicas together',
  },
  'mizan.consumer.events': {
    kind: 'counter',
    unit: '{event}',
    labels: ['mizan.consumer', 'mizan.outcome'],
    from: 'services that consume',
    description: 'Events received: handled, postponed by an outage, failed, or dead_lettered',
  },
  'mizan.dead_letters': {
    kind: 'gauge',
    unit: '{event}',
    labels: ['mizan.consumer'],
    from: 'services that consume',
    description: 'Events that failed too often and wait for an operator',
  },
  'mizan.bus.up': { kind: 'gauge', unit: '', labels: [], from: every, description: '1 while NATS answers, else 0' },
  'mizan.database.up': {
    kind: 'gauge',
    unit: '',
    labels: [],
    from: every,
    description: '1 while Postgres answers, else 0',
  },
  'mizan.leader': {
    kind: 'gauge',
    unit: '',
    labels: [],
    from: every,
    description: '1 on the replica that runs the relay and the jobs, else 0',
  },
  'mizan.job.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.job', 'mizan.outcome'],
    from: every,
    description: 'Runs of the leader’s jobs: done or failed',
  },
  'db.client.connection.count': {
    kind: 'gauge',
    unit: '{connection}',
    labels: ['db.client.connection.state'],
    from: every,
    description: 'Connections of the pool: used or idle',
  },
  'db.client.connection.max': {
    kind: 'gauge',
    unit: '{connection}',
    labels: [],
    from: every,
    description: 'Connections that the pool may open',
  },
  'db.client.connection.pending_requests': {
    kind: 'gauge',
    unit: '{request}',
    labels: [],
    from: every,
    description: 'Units of work that wait for a connection',
  },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: every,
    description: 'How late timers are, 99th percentile of the last 5 seconds',
  },
  'nodejs.eventloop.utilization': {
    kind: 'gauge',
    unit: share,
    labels: [],
    from: every,
    description: 'Share of the last 5 seconds in which the event loop was busy',
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    labels: [],
    from: every,
    description: 'Resident memory of the process',
  },
  'process.uptime': { kind: 'gauge', unit: 's', labels: [], from: every, description: 'Seconds since the start' },
  'mizan.delivery.attempts': {
    kind: 'counter',
    unit: '{attempt}',
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
    description: 'Attempts to deliver: delivered or failed',
  },
  'mizan.delivery.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
    description: 'How long endpoints took to answer',
  },
  'mizan.delivery.backlog': {
    kind: 'gauge',
    unit: '{delivery}',
    labels: ['mizan.livemode'],
    from: 'webhooks',
    description: 'Deliveries that are due to endpoints that may be called; counted up to 10000',
  },
  'mizan.delivery.backlog.age': {
    kind: 'gauge',
    unit: 's',
    labels: ['mizan.livemode'],
    from: 'webhooks',
    description: 'How long the longest of them has been due; 0 when none is',
  },
  'mizan.endpoints': {
    kind: 'gauge',
    unit: '{endpoint}',
    labels: ['mizan.livemode', 'mizan.endpoint.state'],
    from: 'webhooks',
    description: 'Endpoints: well, failing since their last success, paused by their breaker, or disabled',
  },
  'mizan.endpoints.success': {
    kind: 'gauge',
    unit: '{endpoint}',
    labels: ['mizan.livemode', 'mizan.endpoint.success'],
    from: 'webhooks',
    description:
      'Endpoints this replica called in the last 5 minutes, by the share that succeeded: all, most (90 % or more), some, none',
  },
  'mizan.ledger.findings': {
    kind: 'gauge',
    unit: '{finding}',
    labels: ['mizan.ledger.kind'],
    from: 'payments, on the leader',
    description: 'Differences that the last complete verification of the ledger found',
  },
  'mizan.ledger.verification.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: 'payments, on the leader',
    description: 'How long ago the ledger was last verified completely, with or without findings',
  },
  'mizan.ledger.verification.interval': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: 'payments, on the leader',
    description: 'Pause between two verifications: longer where one takes long',
  },
} as const satisfies Record<string, MetricRow>;

export type MetricName = keyof typeof metricTable;
type OfKind<K extends MetricRow['kind']> = {
  [Name in MetricName]: (typeof metricTable)[Name]['kind'] extends K ? Name : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
export type GaugeName = OfKind<'gauge'>;
export type UpDownName = OfKind<'upDownCounter'>;
/** The labels of a metric with their values. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof metricTable)[Name]['labels'][number], string>>;

/** How Prometheus spells a metric: as the OpenTelemetry collector translates it, so that both ways give one name. */
export function prometheusName(name: string, unit: string, kind: MetricRow['kind']): string {
  const suffix = unit === share && kind === 'gauge' ? 'ratio' : suffixes[unit];
  const full = `${name.replaceAll('.', '_')}${suffix === undefined ? '' : `_${suffix}`}`;
  return kind === 'counter' ? `${full}_total` : full;
}

const suffixes: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' };

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The class of an HTTP status, `2xx` to `5xx`. */
export const statusClass = (status: number): string => classes[Math.floor(status / 100) - 1] ?? 'unknown';
