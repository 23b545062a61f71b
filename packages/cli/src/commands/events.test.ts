import { expect, test } from '@jest/globals';
import { serve } from '../api/server.test-support.ts';
import { runMizan, type Sent } from '../mizan.test-support.ts';

test('mizan events resend says when no endpoint has got the event', async () => {
  const resend = (deliveries: object[]) =>
    runMizan(['events', 'resend', 'evt_1'], { answer: () => ({ object: 'webhook_deliveries', deliveries }) });
  expect((await resend([])).err).toContain('Nothing was sent: no enabled endpoint subscribes to this event.');
  const sent = await resend([
    { id: 'whd_1', webhookEndpointId: 'we_1', eventType: 'refund.created', status: 'PENDING' },
  ]);
  expect([sent.out, sent.err]).toEqual([expect.stringContaining('we_1'), '']);
});

test.each([
  [2, 1, '2 of 2 events were accepted.\nStopped before the end: later events were not sent.\n'],
  [5, 0, '5 of 5 events were accepted.\n'],
])(
  'mizan events replay that is stopped during event %d of 5 finishes it and exits with %d',
  async (last, code, said) => {
    const sequences = [1, 2, 3, 4, 5];
    const createdAt = new Date().toISOString();
    let received = 0;
    const handler = await serve((_request, response) => {
      received += 1;
      if (received === last) process.emit('SIGINT');
      response.end();
    });
    const answer = ({ path, query }: Sent) => {
      if (path === '/test-helpers/clock') return { now: createdAt };
      const sequence = sequences.at(-Number(query.get('page'))); // newest first
      if (path === '/events') return { data: [{ createdAt, sequence }], totalCount: sequences.length };
      return sequences
        .map((each) => `id: evt_${each}\nevent: product.created\ndata: ${JSON.stringify({ sequence: each })}\n\n`)
        .join('');
    };
    const { status, err } = await runMizan(['events', 'replay', '--to', handler], { answer });
    expect([status, received]).toEqual([code, last]);
    expect(err.replace(/^Signing secret: .*\n/, '')).toBe(said);
  },
);
