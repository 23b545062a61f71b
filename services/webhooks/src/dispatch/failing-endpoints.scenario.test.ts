import { expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';
import { failUnsendableDeliveries } from './fail-unsendable-deliveries.ts';

const hour = 3_600;
const {
  sender,
  rows,
  createEndpoint,
  publish,
  attemptsFor,
  deliveriesTo,
  leasesOf,
  attempted,
  scope,
  now,
  advance,
  jobContext,
  aPass,
} = useDispatcher();

test('410 disables at once, drops queued deliveries and notifies the other endpoints', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  for (let i = 0; i < 6; i += 1) await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(4));
  sender.answer = () => failedWith(410);
  held.release();
  await eventually(async () => {
    const [endpoint] = await rows<{ status: string }>('select status from webhook_endpoints where id = $1', [id]);
    expect(endpoint?.status).toBe('disabled');
  });
  await eventually(async () => expect((await deliveriesTo(id)).filter(({ state }) => state === 'pending')).toEqual([]));
  const published = await rows<{ payload: string }>(
    `select payload from outbox where merchant_id = $1 and type = 'webhook_endpoint.disabled'`,
    [scope().merchantId],
  );
  expect(published).toHaveLength(1);
  expect(JSON.parse(published[0]?.payload ?? '').data).toMatchObject({
    object: { id, object: 'webhook_endpoint', status: 'disabled' },
    previousAttributes: { status: 'enabled' },
  });
  const count = attemptsFor(id).length;
  await publish();
  advance(10);
  expect(await rows('select 1 from deliveries where endpoint_id = $1', [id])).toHaveLength(6);
  expect(attemptsFor(id)).toHaveLength(count);
});

test('120 hours and 20 failures disable; one success at hour 119 does not', async () => {
  const [failing, saved] = [await createEndpoint(), await createEndpoint()];
  sender.answer = () => failedWith(500);
  for (const { id } of [failing, saved]) {
    await rows(`update endpoint_health set failures = 30, failing_since = $2 where endpoint_id = $1`, [
      id,
      new Date(now().getTime() - 119 * hour * 1_000),
    ]);
  }
  sender.answer = ({ endpointId }) => (endpointId === saved.id ? delivered : failedWith(500));
  await publish();
  await attempted(failing.id, 1);
  await attempted(saved.id, 1);
  advance(1.1 * hour);
  sender.answer = () => failedWith(500);
  await attempted(failing.id, 2);
  await publish();
  const statusOf = async (id: string) =>
    (await rows<{ status: string }>('select status from webhook_endpoints where id = $1', [id]))[0]?.status;
  await eventually(async () => expect(await statusOf(failing.id)).toBe('disabled'));
  await attempted(saved.id, 2);
  expect(await statusOf(saved.id)).toBe('enabled');
});

test('ten failures in a row stop all calls; one probe follows, and its success lets the rest go', async () => {
  const { id } = await createEndpoint();
  let failAll: () => void = () => undefined;
  const allPublished = new Promise<void>((resolve) => (failAll = resolve));
  sender.answer = () => allPublished.then(() => failedWith(500));
  for (let i = 0; i < 30; i += 1) await publish();
  failAll();
  await eventually(async () => {
    const [health] = await rows<{ probe_at: Date | null }>(
      'select probe_at from endpoint_health where endpoint_id = $1',
      [id],
    );
    expect(health?.probe_at).not.toBeNull();
  });
  await eventually(async () => expect(await leasesOf(id)).toEqual([]));
  const before = attemptsFor(id).length;
  expect(before).toBeLessThanOrEqual(13);
  advance(20);
  await aPass();
  expect(attemptsFor(id)).toHaveLength(before);

  const held = heldAnswers();
  sender.answer = held.answer;
  advance(11);
  await eventually(() => expect(attemptsFor(id)).toHaveLength(before + 1));
  advance(1);
  await aPass();
  expect(attemptsFor(id)).toHaveLength(before + 1);
  held.release();
  await eventually(async () => expect((await deliveriesTo(id)).filter(({ state }) => state === 'pending')).toEqual([]));
  const [health] = await rows('select failing_since, failures, probe_at from endpoint_health where endpoint_id = $1', [
    id,
  ]);
  expect(health).toEqual({ failing_since: null, failures: 0, probe_at: null });
});

test('what waited behind a breaker for 90 hours fails unsent', async () => {
  const { id } = await createEndpoint();
  await rows(
    `update endpoint_health set probe_at = now() + interval '30 days', wait_seconds = 600 where endpoint_id = $1`,
    [id],
  );
  await publish();
  await failUnsendableDeliveries.run(jobContext());
  expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['pending']);
  await rows(`update delivery_queue set first_at = now() - interval '91 hours' where endpoint_id = $1`, [id]);
  await failUnsendableDeliveries.run(jobContext());
  expect((await deliveriesTo(id)).map(({ state, error }) => [state, error])).toEqual([['failed', 'expired']]);
});
