import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/** How long the stream keeps events, ms: a week, like the outboxes that can refill it. */
export const streamMaxAgeMs = 7 * 24 * 3600_000;
const maxBytes = 8 * 1024 ** 3; // a full bus refuses publishing, and the outboxes hold the rest
const maxMessageBytes = 1024 ** 2;
const duplicateWindowMs = 10 * 60_000;

/** The stream that holds every event of a stack, on as many servers as `replicas` says. */
export const streamOf = (name: string, prefix: string, replicas: number) => ({
  name,
  subjects: [`${prefix}events.v1.>`],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  num_replicas: replicas,
  discard: DiscardPolicy.New,
  max_age: nanos(streamMaxAgeMs),
  max_bytes: maxBytes,
  max_msg_size: maxMessageBytes,
  duplicate_window: nanos(duplicateWindowMs),
  deny_delete: true,
  deny_purge: true,
});
