import type { BusOptions } from './bus.ts';
import type { PruneOptions } from './postgres-inbox.ts';
import type { SubscribeOptions } from './subscribe-options.ts';

type Names<Options> = Readonly<Record<keyof Options, true>>;

const busOptions: Names<BusOptions> = { servers: true, credentials: true, team: true, prefix: true, name: true };
const subscribeOptions: Names<SubscribeOptions> = {
  durable: true,
  from: true,
  restart: true,
  mode: true,
  merchantId: true,
  concurrency: true,
  maxAttempts: true,
  retryDelaysMs: true,
  isTransient: true,
  onDeadLetter: true,
  onProblem: true,
};

/**
 * Refuses unknown options: under another name, credentials would not be used.
 *
 * @throws Error naming the option
 */
export function assertBusOptions(options: BusOptions): void {
  assertNames('Bus.connect', options, busOptions);
  const servers = [options.servers].flat();
  if (servers.length === 0 || servers.some((server) => !isText(server)))
    throw new Error('Set `servers` to nats://host:port, or to several of them.');
  if (options.name !== undefined && !isText(options.name)) throw new Error('`name` must be text.');
  const { credentials } = options;
  if (credentials !== undefined && typeof credentials !== 'string' && !((credentials as unknown) instanceof Uint8Array))
    throw new Error('`credentials` must be what a .creds file has in it, as text or bytes.');
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isDurable = (name: unknown): boolean => typeof name === 'string' && /^[a-z0-9][a-z0-9_-]*$/.test(name);
const durableNames = 'lowercase letters, digits, _ and -, starting with a letter or digit.';

/**
 * Refuses what would silently match no event, or start at another place than the one that was meant.
 *
 * @throws Error naming the option and what it may be
 */
export function assertSubscribeOptions(options: SubscribeOptions): void {
  assertNames('subscribe', options, subscribeOptions);
  const { durable, mode, merchantId, from, retryDelaysMs } = options;
  if (!isDurable(durable)) throw new Error(`Set \`durable\` to ${durableNames}`);
  if (mode !== undefined && !['test', 'live'].includes(mode)) throw new Error('`mode` must be test or live.');
  if (merchantId !== undefined && !/^acct_\w+$/.test(merchantId))
    throw new Error('`merchantId` must be the ID of an account, acct_….');
  if (options.restart !== undefined && typeof options.restart !== 'boolean')
    throw new Error('`restart` must be true or false.');
  for (const name of ['isTransient', 'onDeadLetter', 'onProblem'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new Error(`\`${name}\` must be a function.`);
  if (from !== undefined && !isStart(from))
    throw new Error("`from` must be 'all', 'new', { time: a Date or ISO 8601 text } or { sequence: number from 1 }.");
  if (typeof from === 'object' && 'time' in from && new Date(from.time).getTime() > Date.now() + clockDifferenceMs)
    throw new Error("`from` must not be a time in the future. For new events only, use 'new'.");
  // 0 would deliver nothing, or make every event a dead letter.
  for (const name of ['concurrency', 'maxAttempts'] as const)
    if (options[name] !== undefined && !isWholeFrom1(options[name]))
      throw new Error(`\`${name}\` must be a whole number from 1.`);
  if (retryDelaysMs !== undefined && !isDelays(retryDelaysMs))
    throw new Error('`retryDelaysMs` must be a list of milliseconds.');
}

const clockDifferenceMs = 60_000; // a time of the platform may be ahead of this machine's clock

/** @throws Error when no subscription can have such a durable */
export function assertDurableOfInbox(durable: string): void {
  if (!isDurable(durable))
    throw new Error(`Pass the durable of the subscription, under whose name its records are stored: ${durableNames}`);
}

/** @throws Error when it has no ID, under which it is recorded */
export function assertEvent(event: { readonly id: string }): void {
  if (!isText((event as { readonly id?: unknown } | undefined | null)?.id))
    throw new Error('Pass the event that the handler received: its `id` is recorded.');
}

/**
 * Refuses what would delete records that are still needed.
 *
 * @throws Error naming the option
 */
export function assertPruneOptions(options: PruneOptions): void {
  assertNames('prune', options, { olderThanDays: true });
  if (options.olderThanDays !== undefined && !isWholeFrom1(options.olderThanDays))
    throw new Error('`olderThanDays` must be a whole number from 1.');
}

const isDelays = (delays: unknown): boolean =>
  Array.isArray(delays) && delays.length > 0 && delays.every((ms) => Number.isSafeInteger(ms) && ms >= 0);

const isWholeFrom1 = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

function isStart(from: NonNullable<SubscribeOptions['from']> | null): boolean {
  if (typeof from !== 'object' || from === null) return from === 'all' || from === 'new';
  if (Object.keys(from).length !== 1) return false; // one of both would not count
  if ('sequence' in from) return isWholeFrom1(from.sequence);
  const isTime = 'time' in from && (typeof from.time === 'string' || from.time instanceof Date);
  return isTime && !Number.isNaN(new Date(from.time).getTime());
}

function assertNames<Options extends object>(call: string, options: Options, names: Names<Options>): void {
  if (typeof options !== 'object' || options === null) throw new Error(`${call} needs its options.`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined)
    throw new Error(`${call} has no option \`${unknown}\`. The options are ${Object.keys(names).join(', ')}.`);
}
