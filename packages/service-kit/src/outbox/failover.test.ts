import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { consumer } from '../consumers/consumer.ts';
import { Leadership } from '../database/leadership.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { Relay } from './relay.ts';

let probe: Probe;
const received: string[] = [];
const leaders: Leadership[] = [];
let running = 0;
let mostAtOnce = 0;
let terms = 0;

beforeAll(async () => {
  probe = await openProbe();
  probe.startConsumer(
    consumer({
      name: 'recorder',
      purpose: 'is a test',
      on: {
        'product.deleted': async (_tx, event) => void received.push(event.object.id),
      },
    }),
  );
  for (let replica = 0; replica < 2; replica++) {
    const leadership = new Leadership(probe.world.databaseUrls('catalog').runtimeUrl, 'leader:probe');
    leadership.start(async (signal) => {
      terms++;
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await new Relay({ db: probe.db.system, bus: probe.bus, metrics: new Metrics('probe') })
        .run(signal)
        .finally(() => running--);
    });
    leaders.push(leadership);
  }
});
afterAll(async () => {
  await Promise.all(leaders.map((each) => each.stop()));
  await probe.close();
});

test('of two relays one publishes; when its session dies the other goes on, and the stream holds every event once', async () => {
  const emit = (prefix: string) => Promise.all(Array.from({ length: 30 }, (_, i) => probe.emit(`${prefix}_${i}`)));
  await emit('before');
  await eventually(() => expect(received).toHaveLength(30));
  const end = () =>
    probe.world.db('catalog')
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader-leader:probe'
      and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`);
  const emitting = emit('during');
  await end();
  await emitting;
  await eventually(() => expect(terms).toBe(2));
  await emit('after');
  await eventually(() => expect(received).toHaveLength(90));
  expect([terms, mostAtOnce, new Set(received).size]).toEqual([2, 1, 90]);
  const { state } = await probe.bus.jsm.streams.info(probe.bus.streamOf(false));
  expect(state.messages).toBe(90);
});
