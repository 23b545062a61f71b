import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/** How long a stream keeps events, ms: a week, like the outboxes that can refill it. */
export const streamMaxAgeMs = 7 * 24 * 3600_000;
const maxMessageBytes = 1024 ** 2;
const duplicateWindowMs = 10 * 60_000;
const gibibyte = 1024 ** 3;

/** Most bytes that a stream holds unless an operator sets another size. */
export const defaultStreamBytes = { live: 8 * gibibyte, test: 2 * gibibyte, teams: 8 * gibibyte } as const;

const streamName = (prefix: string, name: string): string => `${prefix.replaceAll(/[.*>\s]/g, '_')}${name}`;

/**
 * The stream through which services receive each other's events of one mode. Test and live are apart, so that a full
 * test stream never refuses a live event. @param prefix before it and every subject, on a shared NATS
 */
export const serviceStreamOf = (prefix: string, livemode: boolean): string =>
  streamName(prefix, livemode ? 'SERVICES_LIVE' : 'SERVICES_TEST');

/** The stream that platform teams read: a copy of both modes with a week of history. */
export const teamStreamOf = (prefix: string): string => streamName(prefix, 'EVENTS');

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
  }) satisfies Partial<StreamConfig>;
