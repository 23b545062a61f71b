import { expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const endpoint = { id: 'we_1', url: 'https://shop.example.com/hooks', updatedAt: '2026-11-21T08:30:00.000Z' };
const asMerchant = { credentials: ['--api-key', 'mz_sk_test_1'] };

/** An account with one disabled endpoint, and the event of the platform that disabled it at that time. */
const disabledAt =
  (updatedAt: string) =>
  ({ path, query }: Sent) => {
    const listed = { '/webhook-endpoints': endpoint, '/events': { id: 'evt_1', data: { object: { updatedAt } } } }[
      path
    ];
    expect(path === '/events' ? query.get('objectId') : query.get('status')).toMatch(/^(we_1|disabled)$/);
    return { data: [listed], totalCount: 1 };
  };

test('names disabled endpoints with the time and the next step, and ends with 1', async () => {
  const { status, out } = await runMizan(['doctor'], { ...asMerchant, answer: disabledAt(endpoint.updatedAt) });
  expect(status).toBe(1);
  expect(out).toMatch(/^1 problem:\n {2}we_1 receives no events at https:\/\/shop\.example\.com\/hooks\. /);
  expect(out).toMatch(/The platform disabled it on 2026-11-21 \d\d:30 \(/);
  expect(out).toContain('PATCH /webhook-endpoints/{id} {"status": "enabled", "replayMissed": true}');
  const json = await runMizan(['--json', 'doctor'], { ...asMerchant, answer: disabledAt(endpoint.updatedAt) });
  expect([json.status, JSON.parse(json.out)]).toEqual([1, [endpoint]]);
});

test('does not say that the platform disabled an endpoint that was changed since, or where the key reads no events', async () => {
  const mayReadNoEvents = (sent: Sent) => (sent.path === '/events' ? undefined : disabledAt('')(sent));
  for (const answer of [disabledAt('2026-11-20T08:30:00.000Z'), mayReadNoEvents]) {
    const { status, out } = await runMizan(['doctor'], { ...asMerchant, answer });
    expect([status, out]).toEqual([1, expect.stringContaining('It is disabled, and was last changed on 2026-11-21 ')]);
  }
});

test('is about the platform where an operator token is given', async () => {
  const { sent } = await runMizan(['doctor'], { answer: () => ({ services: [], problems: [] }) });
  expect(sent.map(({ path }) => path)).toEqual(['/operator/health']);
});
