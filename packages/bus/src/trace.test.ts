import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT, trace, type Context, type ContextManager } from '@opentelemetry/api';
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { readEvent } from './event.ts';
import { inTraceOf } from './trace.ts';

const exporter = new InMemorySpanExporter();
const storage = new AsyncLocalStorage<Context>();
/** What the SDK for Node brings. */
const contexts: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, body, self, ...given) => storage.run(active, () => body.call(self as never, ...given)),
  bind: (active, target) =>
    typeof target === 'function'
      ? (((...given: unknown[]) =>
          storage.run(active, () => (target as (...all: unknown[]) => unknown)(...given))) as typeof target)
      : target,
  enable: () => contexts,
  disable: () => contexts,
};

beforeAll(() => {
  // Modules are shared by the files of a worker: another may have set these, and the first that is set stays.
  trace.disable();
  context.disable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
afterAll(() => {
  trace.disable();
  context.disable();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const event = readEvent(
  JSON.stringify({
    specversion: '1.0',
    id: 'evt_1',
    type: 'refund.created',
    source: '/mizan/payments',
    subject: 're_1',
    time: '2026-01-01T00:00:00.000Z',
    merchantid: 'acct_1',
    livemode: false,
    objectversion: 1,
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    data: { object: { id: 're_1' } },
  }),
);

test('a handler runs in the trace of the request that caused the event', async () => {
  let inside: string | undefined;
  await inTraceOf(event, 'orders', async () => {
    inside = trace.getActiveSpan()?.spanContext().traceId;
  });
  expect(inside).toBe(traceId);
  const [span] = exporter.getFinishedSpans();
  expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  expect(span?.attributes).toMatchObject({
    'messaging.message.id': 'evt_1',
    'messaging.consumer.group.name': 'orders',
  });
});

test('a handler that fails marks its span and fails', async () => {
  await expect(inTraceOf(event, 'orders', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(exporter.getFinishedSpans().at(-1)?.status.code).toBe(2);
});
