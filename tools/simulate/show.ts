import { styleText } from 'node:util';
import type { Lag } from './lag.ts';
import { countMissing, type Reconciliation } from './reconcile.ts';
import type { Record } from './record.ts';
import type { Receiver } from './receiver.ts';
import type { Effects } from './journeys.ts';

/** What the summary shows. */
export interface Seen {
  readonly record: Record;
  readonly effects: Effects;
  readonly receiver: Receiver;
  readonly lag: Lag;
  /** What is being done to the platform, if anything. */
  readonly doing: string;
}

const missingShown = 50; // lines; more are in the JSON
const ms = (value: number): string => `${Math.round(value)} ms`;

/** The live summary: one block, drawn over the last one on a terminal; one line where there is none. */
export function draw(seen: Seen, isTerminal: boolean): string {
  const { record, effects, receiver, lag, doing } = seen;
  const { perSecond, p50, p99 } = record.recent();
  const seconds = Math.round((performance.now() - record.startedAtMs) / 1_000);
  const figures: [string, string][] = [
    ['requests', `${record.requests} (${perSecond.toFixed(1)}/s)`],
    ['latency', `p50 ${ms(p50)}, p99 ${ms(p99)}`],
    ['5xx', String(record.serverErrors)],
    ['no answer', String(record.networkErrors)],
    ['retries', String(record.retries)],
    ['paid', `${effects.paid.length}, refunded ${effects.refunded.length}`],
    ['webhooks', `${receiver.counts.verified} verified, ${receiver.counts.repeated} repeats`],
    ['lag', `outbox ${lag.outboxSeconds.toFixed(1)} s, consumers ${lag.consumerEvents} events`],
    ...(doing === '' ? [] : ([['doing', doing]] as [string, string][])),
  ];
  if (!isTerminal) return `${seconds} s  ${figures.map(([name, text]) => `${name} ${text}`).join('; ')}`;
  const lines = figures.map(([name, text]) => `  ${name.padEnd(11)}${text}`);
  return [styleText('bold', `simulate  ${seconds} s`), ...lines].join('\n');
}

/** What was done to the platform meanwhile. */
export interface Done {
  /** Processes. */
  readonly restarts: number;
  /** From the end of the bus's outage until every event was on it; 0 when there was none. */
  readonly busDrainSeconds: number;
  /** How often each process was killed. */
  readonly killed: ReadonlyMap<string, number>;
}

/** The end of a run, for people. */
export function drawEnd(record: Record, found: Reconciliation, { restarts, busDrainSeconds, killed }: Done): string {
  const { p50, p99 } = record.whole();
  return [
    '',
    `${record.requests} requests in ${record.journeys} journeys: p50 ${ms(p50)}, p99 ${ms(p99)}`,
    `${record.serverErrors} × 5xx, ${record.networkErrors} without an answer, ${record.retries} retries, ${record.abandoned.length} journeys abandoned`,
    ...(restarts === 0 ? [] : [`${restarts} processes restarted`]),
    ...(busDrainSeconds === 0 ? [] : [`outboxes empty ${busDrainSeconds.toFixed(1)} s after the bus restarted`]),
    ...(killed.size === 0 ? [] : [`killed: ${[...killed].map(([name, times]) => `${name} ${times} ×`).join(', ')}`]),
    `${found.payments} payments and ${found.refunds} refunds acknowledged: ${countMissing(found.missing) || 'no effect'} missing after ${found.settledInSeconds} s`,
    `${found.webhooksReceived} webhooks received, ${found.webhooksRepeated} of them repeats, ${found.webhooksForged} forged`,
    ...(found.missing.length === 0
      ? []
      : ['', 'Missing:', ...found.missing.slice(0, missingShown).map(({ effect, of }) => `${effect}: ${of}`)]),
    ...(found.missing.length > missingShown
      ? [`… and ${found.missing.length - missingShown} more (--json lists all)`]
      : []),
    ...(record.abandoned.length === 0 ? [] : ['', 'Abandoned:', ...record.abandoned.slice(0, 10)]),
    ...(record.examples.length === 0 ? [] : ['', 'First failures:', ...record.examples.slice(0, 10)]),
  ].join('\n');
}
