import type { BusOptions } from './bus.ts';
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
 * Refuses options that there are not: under another name, credentials would not be used.
 *
 * @throws Error naming the first one
 */
export const assertBusOptions = (options: BusOptions): void => assertNames('Bus.connect', options, busOptions);

/**
 * Refuses what would silently match no event, or start at another place than the one that was meant.
 *
 * @throws Error naming the option and what it may be
 */
export function assertSubscribeOptions(options: SubscribeOptions): void {
  assertNames('subscribe', options, subscribeOptions);
  const { durable, mode, merchantId, from } = options;
  if (typeof durable !== 'string' || !/^[a-z0-9][a-z0-9_-]*$/.test(durable))
    throw new Error('Set `durable` to lower-case letters, digits, _ and -, starting with a letter or digit.');
  if (mode !== undefined && !['test', 'live'].includes(mode)) throw new Error('`mode` must be test or live.');
  if (merchantId !== undefined && !/^acct_\w+$/.test(merchantId))
    throw new Error('`merchantId` must be the ID of an account, acct_….');
  if (from !== undefined && !isStart(from))
    throw new Error("`from` must be 'all', 'new', { time: Date } or { sequence: number from 1 }.");
}

function isStart(from: NonNullable<SubscribeOptions['from']>): boolean {
  if (typeof from !== 'object') return from === 'all' || from === 'new';
  if ('sequence' in from) return Number.isInteger(from.sequence) && from.sequence >= 1;
  return 'time' in from && !Number.isNaN(new Date(from.time).getTime());
}

function assertNames<Options extends object>(call: string, options: Options, names: Names<Options>): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined)
    throw new Error(`${call} has no option \`${unknown}\`. The options are ${Object.keys(names).join(', ')}.`);
}
