import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, probeProduct, probeScope, type Probe } from '../open-probe.test-support.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { ConsumerRunner } from './consumer-runner.ts';
import { consumer } from './consumer.ts';

const heldMaxBytes = 100_000;
const events = 400; // of more than 500 bytes

let gate = Promise.withResolvers<void>();
let handled: string[] = [];
let probe: Probe;
let runner: ConsumerRunner;
beforeAll(async () => {
  probe = await openProbe();
  probe.startRelay();
});
afterAll(() => probe.close());
beforeEach(() => {
  gate = Promise.withResolvers();
  handled = [];
  runner = run();
});
afterEach(async () => {
  gate.resolve();
  await runner.stop();
});

/** Runs a consumer whose events of the probe's own account wait for the gate. */
function run(): ConsumerRunner {
  const waiting = consumer({
    name: 'waiting',
    purpose: 'is a test',
    on: {
      'product.deleted': async (tx, { object }) => {
        if (tx.scope.merchantId === probeScope.merchantId) await gate.promise;
        tx.afterCommit(() => handled.push(object.id));
      },
    },
  });
  const { bus, db } = probe;
  const metrics = new Metrics('probe');
  const made = new ConsumerRunner({ bus, db, service: 'catalog', metrics, livemode: false, heldMaxBytes }, waiting);
  made.start();
  return made;
}
const emitOfOther = (id: string) =>
  probe.db.transact({ ...probeScope, merchantId: 'acct_other' }, (tx) =>
    Promise.resolve(void tx.emit('product.deleted', { object: probeProduct(id), version: 1 })),
  );
const info = () => probe.bus.jsm.consumers.info(probe.bus.streamOf(false), runner.durable);

test('a process takes no more bytes of events than it may hold while they wait, and the rest once those are handled', async () => {
  await Promise.all(Array.from({ length: events }, (_, i) => probe.emit(`prod_${i}`)));
  await eventually(
    async () => {
      const { num_ack_pending, num_pending } = await info();
      expect(num_ack_pending + num_pending).toBe(events);
      expect(num_ack_pending).toBeGreaterThan(100);
      expect(num_ack_pending).toBeLessThan(250); // of which 32 are on their way
    },
    { timeoutMs: 5_000 },
  );
  gate.resolve();
  await eventually(() => expect(handled).toHaveLength(events));
});

test('a process that stops finishes what it has left aside, and what it held back for that is handled by the next one', async () => {
  await probe.emit('prod_aside');
  await emitOfOther('prod_beside');
  await eventually(() => expect(handled).toEqual(['prod_beside']));
  for (const id of ['prod_back_1', 'prod_back_2']) await probe.emit(id);
  await emitOfOther('prod_behind');
  await eventually(() => expect(handled).toEqual(['prod_beside', 'prod_behind']));
  const stopped = runner.stop();
  gate.resolve();
  await stopped;
  expect(handled).toEqual(['prod_beside', 'prod_behind', 'prod_aside']);
  runner = run();
  await eventually(() =>
    expect(handled.toSorted()).toEqual(['prod_aside', 'prod_back_1', 'prod_back_2', 'prod_behind', 'prod_beside']),
  );
});
