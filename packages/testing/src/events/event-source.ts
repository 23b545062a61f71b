import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { CloudEvent, EventType, ServiceName } from '@mizan/contracts';
import { newId, serviceStreamOf } from '@mizan/service-kit';
import { eventually } from '../eventually.ts';
import type { World } from '../world/start-world.ts';

/** An event as its publisher renders it, apart from the envelope. */
export interface TestEvent {
  readonly type: EventType;
  readonly object: { readonly id: string; readonly [field: string]: unknown };
  readonly time?: Date;
  /** The account's; `acct_test` unless given. */
  readonly merchantId?: string;
  readonly livemode?: boolean;
  /** The object's version after the change. */
  readonly version?: number;
  /** Fields of the event's data beside its object. */
  readonly data?: object;
}

/** Publishes events of services that do not run here. */
export interface EventSource {
  /** Publishes each envelope in this order, repeated ones again, and waits until all were handled. */
  publish(envelopes: readonly CloudEvent[]): Promise<void>;
  /** Deletes the durable consumer and the service's inbox, so that every event is delivered and handled again. */
  replayEverything(): Promise<void>;
  close(): Promise<void>;
}

/** The event in its CloudEvents envelope. */
export const envelope = (event: TestEvent): CloudEvent => ({
  specversion: '1.0',
  id: newId('evt'),
  source: '/services/test',
  type: event.type,
  subject: event.object.id,
  time: (event.time ?? new Date()).toISOString(),
  datacontenttype: 'application/json',
  merchantid: event.merchantId ?? 'acct_test',
  livemode: event.livemode ?? false,
  objectversion: event.version ?? 1,
  data: { object: event.object, ...event.data } as unknown as CloudEvent['data'],
});

/** Inserts events into a service's outbox, so that its own relay publishes them like any other. */
export async function leaveInOutbox(
  world: World,
  service: ServiceName,
  envelopes: readonly CloudEvent[],
): Promise<void> {
  await world.db(service).query(
    `insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
     select e ->> 'id', e ->> 'merchantid', (e ->> 'livemode')::boolean, e ->> 'type', e ->> 'subject',
       (e ->> 'objectversion')::int, e
     from unnest($1::jsonb[]) as e`,
    [envelopes.map((each) => JSON.stringify(each))],
  );
}

/**
 * @param service owner of the consumer
 * @param durable name of the consumer that must have handled what is published
 */
export async function openEventSource(world: World, service: ServiceName, durable: string): Promise<EventSource> {
  const connection = await connect({ servers: world.nats.url });
  const [js, jsm] = [jetstream(connection), await jetstreamManager(connection)];
  const streams = { true: serviceStreamOf(world.nats.prefix, true), false: serviceStreamOf(world.nats.prefix, false) };
  const sent = { true: 0, false: 0 };
  const modes = ['true', 'false'] as const;
  const handled = () =>
    eventually(async () => {
      for (const livemode of modes) {
        const { num_pending, num_ack_pending, delivered } = await jsm.consumers.info(streams[livemode], durable);
        if (num_pending + num_ack_pending > 0 || delivered.stream_seq < sent[livemode])
          throw new Error('not all events were handled');
      }
    });
  await handled();
  return {
    async publish(envelopes) {
      for (const each of envelopes) {
        const subject = `${world.nats.prefix}events.v1.${each.livemode ? 'live' : 'test'}.${each.merchantid}.${each.type}`;
        const { seq } = await js.publish(subject, JSON.stringify(each), { msgID: `${each.id}:${newId('msg')}` });
        sent[`${each.livemode}`] = seq;
      }
      await handled();
    },
    async replayEverything() {
      await world.replica(service).stop();
      await world.db(service).query('truncate inbox');
      for (const livemode of modes) await jsm.consumers.delete(streams[livemode], durable);
      await world.replica(service).start();
      await handled();
    },
    close: () => connection.close(),
  };
}
