import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inService } from './current-service.ts';
import { span, SpanKind, startSpan } from './span.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';
import { currentWork, formatTraceparent, newWork, parseTraceparent, runWork, type Work } from './work.ts';

interface Exported {
  service?: string | undefined;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

interface Resource {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] };
  scopeSpans: { spans: Exported[] }[];
}

const received: Exported[] = [];
let collector: Server;
let telemetry: Telemetry;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: Resource[];
      };
      for (const { resource, scopeSpans } of body.resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
        for (const { spans } of scopeSpans) received.push(...spans.map((each) => ({ ...each, service })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  telemetry = await start();
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

const start = (service = 'probe') =>
  startTelemetry(service, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
  });
const body = () => Promise.resolve(currentWork());
const describe = (name: string, kind = SpanKind.INTERNAL) => ({ name, kind, attributes: {} });
const inside = (work: Work, name: string, service = 'probe') =>
  inService(service, () => runWork(work, () => span(describe(name), body)));
const open = (work: Work, name: string) => inService('probe', () => startSpan(work, describe(name, SpanKind.SERVER)));

test('of sampled work spans are children of the caller’s and parents of what they call; of unsampled work none exist', async () => {
  const unsampled = newWork(0);
  expect(await inside(unsampled, 'unsampled')).toBe(unsampled); // no span id of its own: nothing was made
  const started = open(unsampled, 'unsampled, kept open');
  expect(started.work).toBe(unsampled);
  started.end({ late: true });

  const sampled = newWork(1);
  const inner = await inside(sampled, 'sampled');
  expect(inner?.traceId).toBe(sampled.traceId);
  expect(inner?.spanId).not.toBe(sampled.spanId);
  const kept = open(sampled, 'kept open');
  const child = await inside(kept.work, 'child');
  kept.end();
  await expect(
    inService('probe', () =>
      runWork(sampled, () => span(describe('failed'), () => Promise.reject(new Error('secret')))),
    ),
  ).rejects.toThrow();

  await telemetry.stop();
  const parents = Object.fromEntries(received.map(({ name, parentSpanId }) => [name, parentSpanId]));
  expect(parents).toEqual({
    sampled: sampled.spanId,
    'kept open': sampled.spanId,
    child: kept.work.spanId,
    failed: sampled.spanId,
  });
  expect(received.find(({ name }) => name === 'child')?.spanId).toBe(child?.spanId);
  expect(new Set(received.map(({ traceId }) => traceId))).toEqual(new Set([sampled.traceId]));
  expect(JSON.stringify(received)).not.toContain('secret');
});

test('after a stop sampled work has no spans until telemetry starts again', async () => {
  const [work, again] = [newWork(1), newWork(1)];
  expect(await inside(work, 'stopped')).toBe(work);
  telemetry = await start();
  await inside(again, 'again');
  await telemetry.stop();
  expect(received.at(-1)).toMatchObject({ name: 'again', traceId: again.traceId });
});

test('of several services in one process each exports the spans of its own work, until it stops', async () => {
  const [one, other] = [await start('one'), await start('other')];
  const work = newWork(1);
  await inside(work, 'of one', 'one');
  await inside(work, 'of the other', 'other');
  await one.stop();
  await inside(work, 'too late', 'one');
  await inside(work, 'still', 'other');
  await other.stop();
  const exported = received.filter(({ traceId }) => traceId === work.traceId);
  expect(new Set(exported.map(({ service, name }) => `${service}: ${name}`))).toEqual(
    new Set(['mizan-one: of one', 'mizan-other: of the other', 'mizan-other: still']),
  );
});

test('a traceparent survives writing and reading; what is malformed begins no trace', () => {
  for (const ratio of [0, 1]) {
    const { traceId, spanId, sampled } = newWork(ratio);
    expect(
      parseTraceparent(
        formatTraceparent({ traceId, spanId, sampled, requestId: undefined, idempotencyKey: undefined }),
      ),
    ).toEqual({ traceId, spanId, sampled });
    expect(sampled).toBe(ratio === 1);
  }
  const [trace, parent] = ['a'.repeat(32), 'b'.repeat(16)];
  for (const header of [
    undefined,
    '',
    'x',
    `00-${trace}-${parent}`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
  ])
    expect(parseTraceparent(header)).toBeUndefined();
});

test('ids of works never repeat', () => {
  const works = Array.from({ length: 5_000 }, () => newWork(0));
  expect(new Set(works.map(({ traceId }) => traceId)).size).toBe(5_000);
  expect(new Set(works.map(({ spanId }) => spanId)).size).toBe(5_000);
});
