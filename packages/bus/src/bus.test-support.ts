import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { eventually, startWorld, type World } from '@mizan/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Bus } from './bus.ts';
import type { Handler, Pattern, SubscribeOptions } from './subscribe-options.ts';

/** A bus of its own for the tests of a file, a client that publishes as the platform does, and subscribers that end with their test. */
export function useBus() {
  let world: World;
  let publisher: NatsConnection;
  const open: Bus[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  let [published, merchants] = [0, 0];

  beforeAll(async () => {
    world = await startWorld({ services: [], nats: 'own' });
    publisher = await connect({ servers: world.nats.url });
  });
  afterEach(async () => {
    for (const gate of gates.splice(0)) gate.resolve();
    await Promise.all(open.splice(0).map((bus) => bus.drain()));
  });
  afterAll(async () => {
    await publisher.close();
    await world.stop();
  });

  /** Publishes an event as the platform does; returns its id and its place in the stream that teams read. */
  async function publish(
    merchantId: string,
    { type = 'refund.created', objectId = `re_${published}`, text = '' } = {},
  ) {
    const id = `evt_${++published}`;
    const envelope = {
      specversion: '1.0',
      id,
      source: '/mizan/payments',
      type,
      subject: objectId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      merchantid: merchantId,
      livemode: false,
      objectversion: 1,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      data: { object: { id: objectId, amount: 500 } },
    };
    const subject = `${world.nats.prefix}events.v1.test.${merchantId}.${type}`;
    const stored = await jetstream(publisher).publish(subject, text || JSON.stringify(envelope));
    const { streams } = await jetstreamManager(publisher);
    const seq = await eventually(async () => {
      const copy = await streams.getMessage('EVENTS', { last_by_subj: subject });
      expect(copy?.header.get('Nats-Stream-Source')).toContain(` ${stored.seq} `);
      return copy?.seq ?? 0;
    });
    return { id, seq };
  }

  /** What handlers wait for. It opens at the end of the test at the latest, or a test that fails could not drain its bus. */
  function newGate(): PromiseWithResolvers<void> {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate;
  }

  async function openBus(): Promise<Bus> {
    const bus = await Bus.connect({ servers: world.nats.url, team: 'tests', prefix: world.nats.prefix });
    open.push(bus);
    return bus;
  }

  /** The durable of {@link subscribe}. */
  const durableOf = (merchantId: string): string => `d_${merchantId.toLowerCase()}`;

  /** Subscribes to one merchant's events under a durable of its own. */
  async function subscribe<const P extends Pattern>(
    pattern: P,
    merchantId: string,
    handler: Handler<P>,
    more: Partial<SubscribeOptions> = {},
  ) {
    const bus = await openBus();
    const options = {
      ...{ durable: durableOf(merchantId), merchantId, retryDelaysMs: [10], onProblem: () => undefined },
      ...more,
    };
    return { bus, subscription: await bus.subscribe(pattern, options, handler) };
  }

  /** Delivers the next event of a merchant's durable so many times, as to processes that return it. */
  async function returnTimes(merchantId: string, times: number): Promise<void> {
    const consumer = await jetstream(publisher).consumers.get('EVENTS', `tests-${durableOf(merchantId)}`);
    for (let returned = 0; returned < times;) {
      const message = await consumer.next();
      message?.nak();
      if (message) returned++;
    }
  }

  return {
    world: () => world,
    publisher: () => publisher,
    /** A merchant of this test alone. */
    newMerchant: () => `acct_${++merchants}`,
    publish,
    newGate,
    openBus,
    subscribe,
    returnTimes,
  };
}
