import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { drawTrace } from './draw-trace.ts';
import { startOtlpReceiver, type KeptSpan, type OtlpReceiver } from './otlp-receiver.ts';

let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
afterAll(() => receiver.close());

const startNanoseconds = 1_790_000_000_000_000_000n;
const span = (
  service: string,
  name: string,
  spanId: string,
  parentSpanId: string,
  fromMs: number,
  toMs: number,
  requestId = '',
) => ({
  resource: { attributes: [{ key: 'service.name', value: { stringValue: `mizan-${service}` } }] },
  scopeSpans: [
    {
      spans: [
        {
          traceId: 'a'.repeat(32),
          spanId,
          parentSpanId,
          name,
          startTimeUnixNano: String(startNanoseconds + BigInt(fromMs * 1e6)),
          endTimeUnixNano: String(startNanoseconds + BigInt(toMs * 1e6)),
          attributes: [{ key: 'mizan.request_id', value: { stringValue: requestId } }],
        },
      ],
    },
  ],
});

test('a trace that arrived in parts is one tree, found by its id, its beginning or a request id', async () => {
  const send = (body: RequestInit['body'], headers = {}) =>
    fetch(`${receiver.url}/v1/traces`, { method: 'POST', body, headers });
  await send(JSON.stringify({ resourceSpans: [span('payments', 'confirm', '2', '1', 10, 80)] }));
  const zipped = gzipSync(
    JSON.stringify({
      resourceSpans: [
        span('gateway', 'POST /x', '1', '', 0, 100, 'req_7'),
        span('payments', 'db.query', '3', '2', 20, 30),
      ],
    }),
  );
  expect((await send(zipped, { 'content-encoding': 'gzip' })).status).toBe(200);

  for (const wanted of ['a'.repeat(32), 'aaaa', 'req_7']) {
    const { spans } = (await (await fetch(`${receiver.url}/traces/${wanted}`)).json()) as { spans: KeptSpan[] };
    expect(spans.map(({ service, durationMs }) => [service, durationMs])).toEqual([
      ['gateway', 100],
      ['payments', 70],
      ['payments', 10],
    ]);
    expect(
      drawTrace(spans)
        .split('\n')
        .slice(2)
        .map((line) => line.slice(0, 26)),
    ).toEqual([
      'gateway POST /x           '.slice(0, 26),
      '└─ payments confirm       '.slice(0, 26),
      '   └─ payments db.query   '.slice(0, 26),
    ]);
  }
});

test('an unknown trace is 404 and the recent ones are listed', async () => {
  expect((await fetch(`${receiver.url}/traces/none`)).status).toBe(404);
  const recent = (await (await fetch(`${receiver.url}/traces`)).json()) as unknown[];
  expect(recent).toEqual([expect.objectContaining({ service: 'gateway', name: 'POST /x', spans: 3 })]);
});

test('recent traces are listed by the time at which they started, also those that go on later', async () => {
  const send = (traceId: string, fromMs: number) => {
    const resourceSpans = [span('gateway', traceId, '1', '', fromMs, fromMs + 1)];
    for (const { scopeSpans } of resourceSpans) for (const each of scopeSpans[0]?.spans ?? []) each.traceId = traceId;
    return fetch(`${receiver.url}/v1/traces`, { method: 'POST', body: JSON.stringify({ resourceSpans }) });
  };
  await send('b', 1_000);
  await send('c', 2_000);
  await send('b', 9_000);
  const recent = (await (await fetch(`${receiver.url}/traces`)).json()) as { traceId: string }[];
  expect(recent.map(({ traceId }) => traceId[0])).toEqual(['c', 'b', 'a']);
});

describe('the time line', () => {
  const at = (spanId: string, parentSpanId: string, startMs: number, durationMs: number): KeptSpan => {
    return {
      traceId: 't',
      spanId,
      parentSpanId,
      service: 's',
      name: spanId,
      startMs,
      durationMs,
      failed: false,
      attributes: {},
    };
  };
  const barOf = (drawn: string, name: string) =>
    / {2}([·┊━]+)$/m.exec(drawn.split('\n').find((line) => line.includes(name)) ?? '')?.[1];

  test('is broken where a webhook is retried much later, and says how long nothing happened', () => {
    const drawn = drawTrace([at('buy', '', 0, 100), at('hook', 'buy', 50, 50), at('retry', 'buy', 455_000, 100)]);
    expect(drawn).toContain('3 spans, 7.6 min');
    expect(drawn).toContain('┊ 7.6 min without a span, 100.0 ms in');
    expect(barOf(drawn, 'buy')?.length).toBeGreaterThan(10);
    expect(barOf(drawn, 'hook')?.replaceAll('·', '').length).toBeGreaterThan(4);
    expect(barOf(drawn, 'retry')).toMatch(/^·+┊·*━+$/);
  });

  test('is whole for what follows at once', () => {
    const drawn = drawTrace([at('buy', '', 0, 100), at('hook', 'buy', 300, 100)]);
    expect(drawn).not.toContain('┊');
    expect(barOf(drawn, 'hook')).toMatch(/^·{20,}━{5,}$/);
  });
});
