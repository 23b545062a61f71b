import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { copyingFrom, passingCopyOf } from '../bus/bus-accounts.ts';
import { orMissing } from '../bus/bus.ts';
import { serviceStreamOf, serviceStreamSettings, teamStreamOf, teamStreamSettings } from '../bus/streams.ts';
import { keepStream } from './keep-stream.ts';
import { purgeHandled } from './purge-handled.ts';
import type { SettledEvents } from './settled-events.ts';

/** Sizes of the streams, as an operator sets them. */
export interface BusSizes {
  /** Most bytes of the services' stream of live mode, of the one of test mode, and of the teams' stream. */
  readonly liveBytes: number;
  readonly testBytes: number;
  readonly teamBytes: number;
  /** How long the teams' stream keeps events. */
  readonly teamMaxAgeMs: number;
  /** How many servers of a cluster keep each event. */
  readonly replicas: number;
}

/** A bus to be kept. */
export interface KeptBus {
  readonly jsm: JetStreamManager;
  readonly prefix: string;
  readonly sizes: BusSizes;
  /** The secret name of `bus-accounts.ts`; undefined where all streams are in the account of the connection. */
  readonly passing: string | undefined;
  /** Newest messages that stay in a services' stream in any case; for tests. */
  readonly keptMessages?: number | undefined;
  /** What earlier passes found. */
  readonly settled: SettledEvents;
}

/** What a pass found. */
export interface BusUsage {
  readonly streams: readonly { readonly stream: string; readonly bytes: number; readonly limitBytes: number }[];
  /** By services' stream: events that the teams' stream has not copied yet. */
  readonly copyLag: readonly { readonly stream: string; readonly events: number }[];
  /** Time of the oldest event that teams can read; undefined when there is none. */
  readonly oldestAt: Date | undefined;
}

const modes = [true, false];

/**
 * Brings the bus into order once: missing streams exist, all have the sizes that the operator set, the teams' stream
 * copies both modes, and what every service has handled is removed. Harmless when repeated and when several do it.
 *
 * @throws what failed, after everything else was done
 */
export async function keepBus(bus: KeptBus): Promise<BusUsage> {
  const { jsm, prefix } = bus;
  const failures: unknown[] = [];
  // A failure is reported at the end: neither a mode nor the copy keeps the other streams from being purged.
  const attempt = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((thrown: unknown) => void failures.push(thrown));
  // What was copied is read before what there is to copy: so a copy that is ahead was made of a stream that is lost.
  const known = await attempt(readCopy(bus));
  const states: CopyState[] = [];
  for (const livemode of modes) {
    const source = await attempt(keepServiceStream(bus, livemode));
    if (source) states.push(copyStateOf(source, { livemode, prefix, ...known }));
  }
  const isComplete = known !== undefined && states.length === modes.length;
  const copy = isComplete ? await attempt(keepTeamStream(bus, known.found, states)) : undefined;
  for (const { source, copiedSeq } of states) {
    const settledSeq = bus.settled.observe(source);
    await attempt(purgeHandled(jsm, source, { copiedSeq, settledSeq, kept: bus.keptMessages }));
  }
  if (failures.length > 1) throw severalOf(failures);
  if (!copy || failures.length > 0) throw failures[0];
  const usageOf = ({ config, state }: StreamInfo) => ({
    stream: config.name,
    bytes: state.bytes,
    limitBytes: config.max_bytes,
  });
  return {
    streams: [...states.map(({ source }) => source), copy].map(usageOf),
    copyLag: states.map(({ source: { config, state }, copiedSeq }) => ({
      stream: config.name,
      events: Math.max(0, state.last_seq - Math.max(copiedSeq, state.first_seq - 1)),
    })),
    oldestAt: copy.state.messages > 0 ? new Date(copy.state.first_ts) : undefined,
  };
}

/** With every reason in the message: loggers and test runners leave out the errors of an `AggregateError`. */
function severalOf(failures: readonly unknown[]): AggregateError {
  const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  return new AggregateError(failures, `several streams could not be kept: ${[...new Set(reasons)].join('; ')}`);
}

const roomBytes = 8 * 1024 ** 2; // for what is published meanwhile

async function keepServiceStream({ jsm, prefix, sizes }: KeptBus, livemode: boolean): Promise<StreamInfo> {
  const found = await orMissing(jsm.streams.info(serviceStreamOf(prefix, livemode)));
  const wanted = livemode ? sizes.liveBytes : sizes.testBytes;
  // The server makes a stream smaller by dropping its oldest events, handled or not: it shrinks only as far as it is empty.
  const smallest = found ? Math.min(found.config.max_bytes, found.state.bytes + roomBytes) : 0;
  const maxBytes = Math.max(wanted, smallest);
  return keepStream(jsm, serviceStreamSettings({ prefix, livemode, replicas: sizes.replicas, maxBytes }), found);
}

/** How far the teams' stream has copied one mode. */
interface CopyState {
  readonly livemode: boolean;
  readonly source: StreamInfo;
  /** Grows when the services' stream was lost and numbers its events from the beginning. */
  readonly generation: number;
  readonly copiedSeq: number;
}

/** The newest copied event of a mode: of which generation, and its sequence in the services' stream. */
interface Copied {
  readonly filter: string;
  readonly seq: number;
}

function copyStateOf(
  source: StreamInfo,
  copy: {
    readonly livemode: boolean;
    readonly prefix: string;
  } & Partial<KnownCopy>,
): CopyState {
  const { livemode, prefix, found } = copy;
  const last = copy.last?.get(livemode);
  const [created, text = '0'] = found?.config.metadata?.[rememberedUnder(livemode)]?.split(' ') ?? [];
  const generation = Number(text);
  const copiedSeq = last?.filter === filterOf({ livemode, prefix, generation }) ? last.seq : 0;
  const isLost = found !== undefined && (created !== source.created || copiedSeq > source.state.last_seq);
  return isLost
    ? { livemode, source, generation: generation + 1, copiedSeq: 0 }
    : { livemode, source, generation, copiedSeq };
}

/** In the metadata of the teams' stream: when the services' stream was created, and the generation of its copy. */
const rememberedUnder = (livemode: boolean): string => `mizan.${livemode ? 'live' : 'test'}`;

/**
 * The same events, written differently in each generation. The server remembers by the filter how far it has copied a stream;
 * after the stream was lost it would wait for numbers that come much later.
 */
function filterOf({ livemode, prefix, generation }: { livemode: boolean; prefix: string; generation: number }): string {
  const either = (bit: number, one: string, other: string) => (generation & bit ? other : one);
  return `${prefix}${either(1, 'events', '*')}.${either(2, 'v1', '*')}.${livemode ? 'live' : 'test'}.${either(4, '>', '*.>')}`;
}

/** The teams' stream, undefined when it is missing, and the newest event that it has of each mode. */
interface KnownCopy {
  readonly found: StreamInfo | undefined;
  readonly last: ReadonlyMap<boolean, Copied | undefined>;
}

async function readCopy(bus: KeptBus): Promise<KnownCopy> {
  const found = await orMissing(bus.jsm.streams.info(teamStreamOf(bus.prefix)));
  const last = new Map<boolean, Copied | undefined>();
  if (found) for (const livemode of modes) last.set(livemode, await lastCopied(bus, livemode));
  return { found, last };
}

async function lastCopied({ jsm, prefix }: KeptBus, livemode: boolean): Promise<Copied | undefined> {
  const newest = { last_by_subj: `${prefix}events.v1.${livemode ? 'live' : 'test'}.>` };
  const message = await orMissing(jsm.streams.getMessage(teamStreamOf(prefix), newest));
  // Stream, sequence, filter, transformation, subject.
  const [, seq, filter] = message?.header.get('Nats-Stream-Source').split(' ') ?? [];
  return seq === undefined || filter === undefined ? undefined : { seq: Number(seq), filter };
}

function keepTeamStream(
  { jsm, prefix, sizes, passing }: KeptBus,
  found: StreamInfo | undefined,
  states: readonly CopyState[],
): Promise<StreamInfo> {
  const { teamBytes: maxBytes, teamMaxAgeMs: maxAgeMs, replicas } = sizes;
  const sources = states.map(({ livemode, source, generation }) => ({
    name: source.config.name,
    filter_subject: filterOf({ livemode, prefix, generation }),
    ...(passing ? { external: copyingFrom(livemode) } : {}),
  }));
  const metadata = Object.fromEntries(
    states.map(({ livemode, source, generation }) => [rememberedUnder(livemode), `${source.created} ${generation}`]),
  );
  const settings = { prefix, replicas, maxBytes, maxAgeMs };
  // In one account subscribers receive the original events.
  const again = passing ? { republish: { src: `${prefix}events.v1.>`, dest: passingCopyOf({ prefix, passing }) } } : {};
  return keepStream(jsm, teamStreamSettings(settings, { sources, metadata, ...again }), found);
}
