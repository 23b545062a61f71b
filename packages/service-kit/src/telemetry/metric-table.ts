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

const share = '1';

interface Described<Labels> {
  readonly labels?: Labels;
  readonly from?: string;
}

/** Makes rows of one kind: reported by every service and without labels, unless said otherwise. */
const rowsOf =
  <const Kind extends MetricRow['kind']>(kind: Kind) =>
  <const Labels extends readonly string[] = readonly []>(
    unit: string,
    description: string,
    { labels, from = 'every service' }: Described<Labels> = {},
  ) => ({ kind, unit, labels: (labels ?? []) as Labels, from, description });

const counter = rowsOf('counter');
const gauge = rowsOf('gauge');
const histogram = rowsOf('histogram');
const upDownCounter = rowsOf('upDownCounter');

const keeper = 'the bus keeper';
const backups = 'the backup timer';
const consuming = 'services that consume';
const ledger = 'payments, on the leader';

/**
 * Every metric by its OpenTelemetry name; those without `mizan.` follow the semantic conventions. On `/metrics` dots become
 * underscores, and units and `_total` are appended as Prometheus requires.
 */
export const metricTable = {
  'http.server.request.duration': histogram(
    's',
    'Duration of requests. The surface is public (requests to the gateway), api (requests from the gateway to a service) or call (calls between services)',
    { labels: ['mizan.surface', 'mizan.operation', 'http.response.status_class'] },
  ),
  'http.server.active_requests': upDownCounter('{request}', 'Requests in progress', { labels: ['mizan.surface'] }),
  'mizan.outbox.rows': gauge('{event}', 'Events committed but not yet published to the bus; counted up to 10000'),
  'mizan.outbox.age': gauge('s', 'Age of the oldest event that is not yet published; 0 if there is none'),
  'mizan.outbox.published': counter('{event}', 'Events published to the bus by the relay'),
  'mizan.outbox.republished': counter('{event}', 'Events that the bus had lost, and that the relay publishes again', {
    labels: ['mizan.livemode'],
  }),
  'mizan.outbox.lost': gauge(
    '{event}',
    'Events that the bus has lost and that wait to be published again; counted up to 10000',
    { labels: ['mizan.livemode'] },
  ),
  'mizan.outbox.parked': gauge(
    '{object}',
    'Objects whose events wait, a minute at most between two attempts, because the bus refused one of them; 0 on replicas that do not lead',
    { labels: ['mizan.livemode'] },
  ),
  'mizan.consumer.lag': gauge(
    '{event}',
    'Events on the bus that a durable consumer has not finished, across all replicas',
    { labels: ['mizan.consumer', 'mizan.livemode'], from: consuming },
  ),
  'mizan.consumer.events': counter(
    '{event}',
    'Events by outcome: handled, postponed (by an outage, by a lock, or for a newer version), failed, or dead_lettered',
    { labels: ['mizan.consumer', 'mizan.outcome'], from: consuming },
  ),
  'mizan.dead_letters': gauge(
    '{event}',
    'Events that a consumer failed to handle and that need attention; counted up to 10000',
    {
      labels: ['mizan.consumer'],
      from: consuming,
    },
  ),
  'mizan.bus.up': gauge('', '1 while NATS responds, otherwise 0', { from: 'every service and the bus keeper' }),
  'mizan.bus.stream.size': gauge('By', 'Bytes that a stream holds', { labels: ['mizan.stream'], from: keeper }),
  'mizan.bus.stream.limit': gauge('By', 'Most bytes that a stream may hold', {
    labels: ['mizan.stream'],
    from: keeper,
  }),
  'mizan.bus.stream.usage': gauge(
    share,
    "Share of its limit that a stream holds; a services' stream that is full refuses events, the teams' one drops its oldest",
    { labels: ['mizan.stream'], from: keeper },
  ),
  'mizan.bus.copy.lag': gauge('{event}', "Events of a services' stream that the teams' stream has not copied yet", {
    labels: ['mizan.stream'],
    from: keeper,
  }),
  'mizan.bus.copy.age': gauge('s', 'Age of the oldest event that teams can read; 0 if there is none', { from: keeper }),
  'mizan.bus.users.revoked': gauge(
    '{user}',
    'Revoked users whose credentials have not expired and that the bus refuses; absent while the bus keeper cannot revoke users',
    { from: keeper },
  ),
  'mizan.backup.failed': gauge('', '1 while the last backup, or its upload to the bucket, has failed, otherwise 0', {
    from: backups,
  }),
  'mizan.backup.age': gauge(
    's',
    'Time since the newest complete backup was started; before the first one, since the timer was',
    {
      from: backups,
    },
  ),
  'mizan.backup.interval': gauge('s', 'Time between two backups, as set', { from: backups }),
  'mizan.database.up': gauge('', '1 while Postgres responds, otherwise 0'),
  'mizan.leader': gauge('', '1 on the replica that runs the relay and the jobs, otherwise 0'),
  'mizan.job.duration': histogram('s', 'Duration of the jobs of the leader, by outcome: done or failed', {
    labels: ['mizan.job', 'mizan.outcome'],
  }),
  'mizan.rate_limit.refusals': counter('{request}', 'Requests refused by a rate limit (429), by RateLimit-Reason', {
    labels: ['mizan.reason'],
    from: 'gateway',
  }),
  'db.client.connection.count': gauge('{connection}', 'Connections in the pool (main or lists): used or idle', {
    labels: ['db.client.connection.pool.name', 'db.client.connection.state'],
  }),
  'db.client.connection.max': gauge('{connection}', 'Maximum number of connections in the pool', {
    labels: ['db.client.connection.pool.name'],
  }),
  'db.client.connection.pending_requests': gauge('{request}', 'Units of work waiting for a connection', {
    labels: ['db.client.connection.pool.name'],
  }),
  'nodejs.eventloop.delay.p99': gauge('s', 'Delay of timers, 99th percentile over the last 5 seconds'),
  'nodejs.eventloop.utilization': gauge(share, 'Share of the last 5 seconds in which the event loop was active'),
  'process.memory.usage': gauge('By', 'Resident memory of the process'),
  'process.uptime': gauge('s', 'Time since the process started'),
  'mizan.delivery.attempts': counter('{attempt}', 'Delivery attempts by outcome: delivered or failed', {
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
  }),
  'mizan.delivery.duration': histogram('s', 'Response time of endpoints', {
    labels: ['mizan.livemode', 'mizan.outcome'],
    from: 'webhooks',
  }),
  'mizan.delivery.backlog': gauge(
    '{delivery}',
    'Deliveries that are due, to endpoints that are not paused; counted up to 10000 in each mode',
    { labels: ['mizan.livemode'], from: 'webhooks' },
  ),
  'mizan.delivery.backlog.age': gauge('s', 'Time since the oldest due delivery became due; 0 if there is none', {
    labels: ['mizan.livemode'],
    from: 'webhooks',
  }),
  'mizan.endpoints': gauge(
    '{endpoint}',
    'Endpoints by state: well, failing since their last success, paused by their circuit breaker, or disabled',
    { labels: ['mizan.livemode', 'mizan.endpoint.state'], from: 'webhooks' },
  ),
  'mizan.endpoints.success': gauge(
    '{endpoint}',
    'Endpoints called by this replica in the last 5 minutes, by their share of successful attempts: all, most (90 % or more), some, none',
    { labels: ['mizan.livemode', 'mizan.endpoint.success'], from: 'webhooks' },
  ),
  'mizan.mail.attempts': counter(
    '{attempt}',
    'Attempts to send a mail by outcome: accepted, postponed, refused, failed (after three days), unknown (the connection was lost before the answer), canceled, lease_lost. In test mode the local mailbox accepts',
    { labels: ['mizan.livemode', 'mizan.mail.template', 'mizan.outcome'], from: 'webhooks' },
  ),
  'mizan.mail.backlog': gauge('{mail}', 'Mails that wait to be sent; counted up to 10000 in each mode', {
    labels: ['mizan.livemode'],
    from: 'webhooks',
  }),
  'mizan.mail.backlog.age': gauge('s', 'Time since the oldest waiting mail was queued; 0 if there is none', {
    labels: ['mizan.livemode'],
    from: 'webhooks',
  }),
  'mizan.mail.unsent': gauge(
    '{mail}',
    'Stored mails that were refused, failed, or whose acceptance is unknown; counted up to 10000 in each mode',
    { labels: ['mizan.livemode'], from: 'webhooks' },
  ),
  'mizan.provider.call.duration': histogram(
    's',
    'Duration of calls of a payment provider, by what it answered: unknown if the answer says nothing about the money, failed if the call threw. Reading a payment method counts only if the provider does not answer. The provider of test mode is the simulator',
    {
      labels: ['mizan.livemode', 'mizan.provider', 'mizan.provider.operation', 'mizan.outcome'],
      from: 'payments',
    },
  ),
  'mizan.payments': counter(
    '{charge}',
    'Attempts to pay by outcome: approved or declined. An attempt that brings money after it was declined counts twice',
    { labels: ['mizan.livemode', 'mizan.provider', 'mizan.payment_method', 'mizan.outcome'], from: 'payments' },
  ),
  'mizan.refunds': counter('{refund}', 'Refunds by outcome: succeeded, failed or canceled', {
    labels: ['mizan.livemode', 'mizan.provider', 'mizan.payment_method', 'mizan.outcome'],
    from: 'payments',
  }),
  'mizan.checkouts': counter(
    '{checkout}',
    'Checkout sessions by step: created, shown (the page of an open one was opened, each time counts) and paid',
    { labels: ['mizan.livemode', 'mizan.checkout.step'], from: 'checkout' },
  ),
  'mizan.late_successes': counter(
    '{charge}',
    'Charges that brought money after their payment had ended; with mizan_surplus true, money that the payment did not need because it had been paid already, and that is refunded',
    { labels: ['mizan.livemode', 'mizan.surplus'], from: 'payments' },
  ),
  'mizan.surplus.age': gauge(
    's',
    'Time since the oldest charge that its payment did not need, and that is not refunded yet; 0 if there is none',
    { from: 'payments' },
  ),
  'mizan.provider_connections.refused': gauge(
    '{connection}',
    'Connections of live mode that take no payments because their provider refuses their credentials',
    { labels: ['mizan.provider'], from: 'payments' },
  ),
  'mizan.ledger.findings': gauge('{finding}', 'Inconsistencies found by the last verification of the ledger', {
    labels: ['mizan.ledger.kind'],
    from: ledger,
  }),
  'mizan.ledger.verification.age': gauge(
    's',
    'Time since the last completed verification of the ledger, regardless of its result',
    { from: ledger },
  ),
  'mizan.ledger.verification.interval': gauge(
    's',
    'Time between two verifications of the ledger; longer if a verification takes long',
    { from: ledger },
  ),
};

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
