/** One kind of measurement, as every service, the dashboard and the alerts know it. */
export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'upDownCounter';
  /** UCUM, as OpenTelemetry has it: `s`, `By`, `1` for a share; words in braces for what is counted. */
  readonly unit: string;
  /** Labels of its series. Each has a bounded number of values: operations, statuses, consumers; never IDs of merchants. */
  readonly labels: readonly string[];
  /** The services that report it. */
  readonly from: string;
  readonly description: string;
}

const every = 'every service';
const share = '1';

/**
 * Every metric, by its OpenTelemetry name. Names without `mizan.` follow the semantic conventions. On `/metrics` dots
 * become underscores, and units and `_total` are appended as Prometheus requires.
 */
export const metricTable = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.surface', 'mizan.operation', 'http.response.status_class'],
    from: every,
    description:
      'Duration of requests. The surface is public (requests to the gateway), api (requests from the gateway to a service) or call (calls between services)',
  },
  'http.server.active_requests': {
    kind: 'upDownCounter',
    unit: '{request}',
    labels: ['mizan.surface'],
    from: every,
    description: 'Requests in progress',
  },
  'mizan.outbox.rows': {
    kind: 'gauge',
    unit: '{event}',
    labels: [],
    from: every,
    description: 'Events committed but not yet published to the bus; counted up to 10000',
  },
  'mizan.outbox.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: every,
    description: 'Age of the oldest event that is not yet published; 0 if there is none',
  },
  'mizan.outbox.published': {
    kind: 'counter',
    unit: '{event}',
    labels: [],
    from: every,
    description: 'Events published to the bus by the relay',
  },
  'mizan.outbox.republished': {
    kind: 'counter',
    unit: '{event}',
    labels: [],
    from: every,
    description: 'Events that the bus had lost and that were marked for publishing again',
  },
  'mizan.consumer.lag': {
    kind: 'gauge',
    unit: '{event}',
    labels: ['mizan.consumer'],
    from: 'services that consume',
    description: 'Events on the bus that a durable consumer has not finished, across all replicas',
  },
  'mizan.consumer.events': {
    kind: 'counter',
    unit: '{event}',
    labels: ['mizan.consumer', 'mizan.outcome'],
    from: 'services that consume',
    description: 'Events by outcome: handled, postponed by an outage, failed, or dead_lettered',
  },
  'mizan.dead_letters': {
    kind: 'gauge',
    unit: '{event}',
    labels: ['mizan.consumer'],
    from: 'services that consume',
    description: 'Events that a consumer failed to handle and that need attention',
  },
  'mizan.bus.up': {
    kind: 'gauge',
    unit: '',
    labels: [],
    from: every,
    description: '1 while NATS responds, otherwise 0',
  },
  'mizan.database.up': {
    kind: 'gauge',
    unit: '',
    labels: [],
    from: every,
    description: '1 while Postgres responds, otherwise 0',
  },
  'mizan.leader': {
    kind: 'gauge',
    unit: '',
    labels: [],
    from: every,
    description: '1 on the replica that runs the relay and the jobs, otherwise 0',
  },
  'mizan.job.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.job', 'mizan.outcome'],
    from: every,
    description: 'Duration of the jobs of the leader, by outcome: done or failed',
  },
  'db.client.connection.count': {
    kind: 'gauge',
    unit: '{connection}',
    labels: ['db.client.connection.state'],
    from: every,
    description: 'Connections in the pool: used or idle',
  },
  'db.client.connection.max': {
    kind: 'gauge',
    unit: '{connection}',
    labels: [],
    from: every,
    description: 'Maximum number of connections in the pool',
  },
  'db.client.connection.pending_requests': {
    kind: 'gauge',
    unit: '{request}',
    labels: [],
    from: every,
    description: 'Units of work waiting for a connection',
  },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: every,
    description: 'Delay of timers, 99th percentile over the last 5 seconds',
  },
  'nodejs.eventloop.utilization': {
    kind: 'gauge',
    unit: share,
    labels: [],
    from: every,
    description: 'Share of the last 5 seconds in which the event loop was active',
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    labels: [],
    from: every,
    description: 'Resident memory of the process',
  },
  'process.uptime': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: every,
    description: 'Time since the process started',
  },
  'mizan.delivery.attempts': {
    kind: 'counter',
    unit: '{attempt}',
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
    description: 'Delivery attempts by outcome: delivered or failed',
  },
  'mizan.delivery.duration': {
    kind: 'histogram',
    unit: 's',
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
    description: 'Response time of endpoints',
  },
  'mizan.delivery.backlog': {
    kind: 'gauge',
    unit: '{delivery}',
    labels: ['mizan.livemode'],
    from: 'webhooks',
    description: 'Deliveries that are due, to endpoints that are not paused; counted up to 10000',
  },
  'mizan.delivery.backlog.age': {
    kind: 'gauge',
    unit: 's',
    labels: ['mizan.livemode'],
    from: 'webhooks',
    description: 'Time since the oldest due delivery became due; 0 if there is none',
  },
  'mizan.endpoints': {
    kind: 'gauge',
    unit: '{endpoint}',
    labels: ['mizan.livemode', 'mizan.endpoint.state'],
    from: 'webhooks',
    description:
      'Endpoints by state: well, failing since their last success, paused by their circuit breaker, or disabled',
  },
  'mizan.endpoints.success': {
    kind: 'gauge',
    unit: '{endpoint}',
    labels: ['mizan.livemode', 'mizan.endpoint.success'],
    from: 'webhooks',
    description:
      'Endpoints called by this replica in the last 5 minutes, by their share of successful attempts: all, most (90 % or more), some, none',
  },
  'mizan.ledger.findings': {
    kind: 'gauge',
    unit: '{finding}',
    labels: ['mizan.ledger.kind'],
    from: 'payments, on the leader',
    description: 'Inconsistencies found by the last verification of the ledger',
  },
  'mizan.ledger.verification.age': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: 'payments, on the leader',
    description: 'Time since the last completed verification of the ledger, regardless of its result',
  },
  'mizan.ledger.verification.interval': {
    kind: 'gauge',
    unit: 's',
    labels: [],
    from: 'payments, on the leader',
    description: 'Time between two verifications of the ledger; longer if a verification takes long',
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
