import { serviceDurables } from '@mizan/contracts';
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { log } from '../telemetry/log.ts';

/** Newest messages that stay although they were handled: services compare their outboxes and inboxes with them. */
export const keptMessages = 10_000;
/** Share of a stream from which on room for new events matters more than the copy for teams and how long events stay. */
const crowded = 0.6;

/**
 * Removes from a services' stream what every consumer of every service has handled and what the teams' stream has copied. A
 * consumer that does not exist has handled nothing.
 *
 * @param copiedSeq last sequence that the teams' stream has copied
 * @param settledSeq last sequence that has been in the stream for long enough
 * @param kept how many of the newest messages stay in any case
 */
export async function purgeHandled(
  jsm: JetStreamManager,
  stream: StreamInfo,
  {
    copiedSeq,
    settledSeq,
    kept = keptMessages,
  }: { readonly copiedSeq: number; readonly settledSeq: number; readonly kept?: number | undefined },
): Promise<void> {
  const { config, state } = stream;
  const isCrowded = state.bytes > crowded * config.max_bytes;
  const removable = Math.min(state.last_seq - kept, isCrowded ? state.last_seq : Math.min(copiedSeq, settledSeq));
  if (removable < state.first_seq) return;
  const upTo = Math.min(removable, await handledByAll(jsm, stream));
  if (upTo < state.first_seq) return;
  const { purged } = await jsm.streams.purge(config.name, { seq: upTo + 1 }); // removes what is below
  log.debug({ stream: config.name, purged, upTo }, 'bus.purged');
}

/** The sequence up to which no service needs a stream any more. @param stream read before its consumers are */
async function handledByAll(jsm: JetStreamManager, stream: StreamInfo): Promise<number> {
  const handled = new Map<string, number>();
  for await (const consumer of jsm.consumers.list(stream.config.name))
    handled.set(consumer.name, handledBy(consumer, stream));
  return Math.min(...serviceDurables.map((durable) => handled.get(durable) ?? 0));
}

/**
 * A consumer of rare events that has none left has handled the whole stream, wherever its last acknowledgement was; unless its
 * server may not have all of the stream yet.
 */
const handledBy = (
  { num_pending, num_ack_pending, ack_floor }: ConsumerInfo,
  { state, cluster }: StreamInfo,
): number => (num_pending === 0 && num_ack_pending === 0 && isInStep(cluster) ? state.last_seq : ack_floor.stream_seq);

/** Whether every server that keeps the stream has all of it. */
const isInStep = (cluster: StreamInfo['cluster']): boolean =>
  (cluster?.replicas ?? []).every(({ current, lag }) => current && !lag);
