import {
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  StoreCompression,
  type Republish,
  type StreamConfig,
  type StreamSource,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { passingOf, serviceStreamOf, teamStreamOf } from './stream-names.ts';

export { passingOf, serviceStreamOf, teamStreamOf };

/** How long a stream keeps events, ms: a week, like the outboxes that can refill it. */
export const streamMaxAgeMs = 7 * 24 * 3600_000;
const maxMessageBytes = 1024 ** 2;
const duplicateWindowMs = 10 * 60_000;
const gibibyte = 1024 ** 3;

/** Most bytes that a stream holds unless an operator sets another size. */
export const defaultStreamBytes = { live: 8 * gibibyte, test: 2 * gibibyte, teams: 8 * gibibyte } as const;

/** What a service's stream of one mode is created with, on as many servers as `replicas` says. */
export const serviceStreamSettings = ({
  prefix,
  livemode,
  replicas,
  maxBytes = defaultStreamBytes[livemode ? 'live' : 'test'],
}: {
  readonly prefix: string;
  readonly livemode: boolean;
  readonly replicas: number;
  readonly maxBytes?: number;
}) =>
  ({
    name: serviceStreamOf(prefix, livemode),
    subjects: [`${prefix}events.v1.${livemode ? 'live' : 'test'}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    discard: DiscardPolicy.New, // a full stream refuses publishing, and the outboxes hold the rest
    max_age: nanos(streamMaxAgeMs),
    max_bytes: maxBytes,
    max_msg_size: maxMessageBytes,
    duplicate_window: nanos(duplicateWindowMs),
    deny_delete: true,
    republish: { src: `${prefix}events.v1.${livemode ? 'live' : 'test'}.>`, dest: passingOf(prefix, livemode) },
  }) satisfies Partial<StreamConfig>;

/**
 * What the teams' stream is created with. It has no subjects and never refuses: it copies the services' streams and drops
 * its oldest events when it is full.
 *
 * @param copy.sources the services' streams, `metadata` what the keeper remembers about them, and `republish` where events
 *   pass for those who listen from another account
 */
export const teamStreamSettings = (
  {
    prefix,
    replicas,
    maxBytes,
    maxAgeMs,
  }: {
    readonly prefix: string;
    readonly replicas: number;
    readonly maxBytes: number;
    readonly maxAgeMs: number;
  },
  copy: { readonly sources: StreamSource[]; readonly metadata: Record<string, string>; readonly republish?: Republish },
) =>
  ({
    name: teamStreamOf(prefix),
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    discard: DiscardPolicy.Old,
    max_age: nanos(maxAgeMs),
    max_bytes: maxBytes,
    max_msg_size: -1,
    compression: StoreCompression.S2,
    deny_delete: true,
    deny_purge: true,
    ...copy,
  }) satisfies Partial<StreamConfig>;
