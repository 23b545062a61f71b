import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

test('mizan events resend says when no endpoint has got the event', async () => {
  const resend = (deliveries: object[]) =>
    runMizan(['events', 'resend', 'evt_1'], { answer: () => ({ object: 'webhook_deliveries', deliveries }) });
  expect((await resend([])).err).toContain('Nothing was sent: no enabled endpoint subscribes to this event.');
  const sent = await resend([
    { id: 'whd_1', webhookEndpointId: 'we_1', eventType: 'refund.created', status: 'PENDING' },
  ]);
  expect([sent.out, sent.err]).toEqual([expect.stringContaining('we_1'), '']);
});
