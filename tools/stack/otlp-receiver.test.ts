import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
