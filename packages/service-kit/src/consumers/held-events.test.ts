import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { ConsumerRunner } from './consumer-runner.ts';
import { consumer } from './consumer.ts';

const heldMaxBytes = 100_000;
const events = 400; // of more than 500 bytes

const gate = Promise.withResolvers<void>();
let handled = 0;
let probe: Probe;
let runner: ConsumerRunner;
beforeAll(async () => {
  probe = await openProbe();
  const waiting = consumer({
    name: 'waiting',
    purpose: 'is a test',
    on: { 'product.deleted': (tx) => gate.promise.then(() => tx.afterCommit(() => handled++)) },
  });
  const { bus, db } = probe;
  const metrics = new Metrics('probe');
  runner = new ConsumerRunner({ bus, db, service: 'catalog', metrics, livemode: false, heldMaxBytes }, waiting);
  probe.startRelay();
  runner.start();
});
afterAll(async () => {
  gate.resolve();
  await runner.stop();
  await probe.close();
});

test('a process takes no more bytes of events than it may hold while they wait, and the rest once those are handled', async () => {
  await Promise.all(Array.from({ length: events }, (_, i) => probe.emit(`prod_${i}`)));
  await eventually(
    async () => {
      const { num_ack_pending, num_pending } = await probe.bus.jsm.consumers.info(
        probe.bus.streamOf(false),
        runner.durable,
      );
      expect(num_ack_pending + num_pending).toBe(events);
      expect(num_ack_pending).toBeGreaterThan(100);
      expect(num_ack_pending).toBeLessThan(250); // of which 32 are on their way
    },
    { timeoutMs: 5_000 },
  );
  gate.resolve();
  await eventually(() => expect(handled).toBe(events));
});
