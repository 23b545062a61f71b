import { expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe } from '../open-probe.test-support.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { ConsumerRunner } from './consumer-runner.ts';
import { consumer } from './consumer.ts';

const heldMaxBytes = 100_000;
const events = 400; // of more than 500 bytes

test('a process takes no more bytes of events than it may hold while they wait, and the rest once those are handled', async () => {
  const probe = await openProbe();
  const gate = Promise.withResolvers<void>();
  let handled = 0;
  const { bus, db } = probe;
  const waiting = consumer({
    name: 'waiting',
    purpose: 'is a test',
    on: { 'product.deleted': (tx) => gate.promise.then(() => tx.afterCommit(() => handled++)) },
  });
  const metrics = new Metrics('probe');
  const runner = new ConsumerRunner({ bus, db, service: 'catalog', metrics, livemode: false, heldMaxBytes }, waiting);
  try {
    probe.startRelay();
    runner.start();
    await Promise.all(Array.from({ length: events }, (_, i) => probe.emit(`prod_${i}`)));
    await eventually(async () => {
      const { num_ack_pending, num_pending } = await bus.jsm.consumers.info(bus.streamOf(false), runner.durable);
      expect(num_ack_pending + num_pending).toBe(events);
      expect(num_ack_pending).toBeGreaterThan(100);
      expect(num_ack_pending).toBeLessThan(250); // of which 32 are on their way
    });
    gate.resolve();
    await eventually(() => expect(handled).toBe(events));
  } finally {
    gate.resolve();
    await runner.stop();
    await probe.close();
  }
});
