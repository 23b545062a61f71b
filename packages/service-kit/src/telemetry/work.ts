import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { Scope } from '../identity/identity.ts';

/** The unit of work that the current call chain belongs to: one request, one event, one job run. */
export interface Work {
  /** 32 lower-case hexadecimal digits, W3C Trace Context. */
  readonly traceId: string;
  /** 16 digits: the span that new spans are children of. */
  readonly spanId: string;
  readonly sampled: boolean;
  readonly requestId: string | undefined;
  /** That of the request itself; calls between services have keys of their own. */
  readonly idempotencyKey: string | undefined;
  /** When the caller stops waiting, on the clock of `performance.now()`; undefined without a deadline. */
  readonly deadlineAt?: number | undefined;
  /** The events that the request's transactions have committed; its answer tells the gateway, see {@link eventBytesHeader}. */
  readonly emitted?: Emitted | undefined;
}

/** How much the events of one request take on the bus, and whose they are. */
export interface Emitted {
  bytes: number;
  scope: Scope | undefined;
}

/** Tells the gateway how many bytes of events a request emitted, and whose: `2048 acct_… live`. Callers never see it. */
export const eventBytesHeader = 'x-event-bytes';

/** Adds events that were committed, here or by a service that was called, to the request's own. */
export function countEmitted(bytes: number, scope: Scope): void {
  const emitted = currentWork()?.emitted;
  if (!emitted) return;
  emitted.bytes += bytes;
  emitted.scope = scope;
}

/** The value of {@link eventBytesHeader}; undefined without events. */
export const formatEmitted = (emitted: Emitted | undefined): string | undefined =>
  emitted?.scope && `${emitted.bytes} ${emitted.scope.merchantId} ${emitted.scope.livemode ? 'live' : 'test'}`;

/** Reads {@link eventBytesHeader}; undefined when it is absent or malformed. */
export function parseEmitted(header: string | string[] | undefined): { bytes: number; scope: Scope } | undefined {
  const [, bytes, merchantId, mode] = /^(\d{1,15}) (\S+) (live|test)$/.exec(String(header)) ?? [];
  return merchantId ? { bytes: Number(bytes), scope: { merchantId, livemode: mode === 'live' } } : undefined;
}

/** Carries the key of the merchant's request through calls: events name that key, never the one of the call itself. */
export const originalKeyHeader = 'x-original-idempotency-key';

const storage = new AsyncLocalStorage<Work>();

export const currentWork = (): Work | undefined => storage.getStore();
export const runWork = <T>(work: Work, body: () => T): T => storage.run(work, body);

/** W3C `traceparent` of the work, for requests and events that leave the process. */
export const formatTraceparent = (work: Work): string =>
  `00-${work.traceId}-${work.spanId}-${work.sampled ? '01' : '00'}`;

/** Reads a `traceparent` header; undefined when it is absent or malformed. */
export function parseTraceparent(header: string | undefined): Pick<Work, 'traceId' | 'spanId' | 'sampled'> | undefined {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '');
  if (!match?.[1] || !match[2] || /^0+$/.test(match[1]) || /^0+$/.test(match[2])) return undefined;
  return { traceId: match[1], spanId: match[2], sampled: (Number.parseInt(match[3] ?? '0', 16) & 1) === 1 };
}

/** Work without a caller's trace: a new one, sampled with probability `ratio` (0..1). */
export function newWork(ratio: number, requestId?: string): Work {
  const id = randomHex();
  const sampled = Math.random() < ratio;
  return { traceId: id.slice(0, 32), spanId: id.slice(32), sampled, requestId, idempotencyKey: undefined };
}

const idBytes = 24; // 16 of the trace, 8 of the span
const pool = Buffer.allocUnsafe(idBytes * 256); // a system call for randomness costs the same for one id as for many
let poolOffset = pool.length;

function randomHex(): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  return pool.toString('hex', poolOffset, (poolOffset += idBytes));
}
