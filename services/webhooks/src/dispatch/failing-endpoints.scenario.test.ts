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
  api,
} = useDispatcher();

/** Publishes so many events, whose attempts fail together, and waits until the breaker is open and no attempt is left. */
async function failAll(id: string, events: number): Promise<void> {
  const allPublished = Promise.withResolvers<void>();
  sender.answer = () => allPublished.promise.then(() => failedWith(500));
  for (let i = 0; i < events; i += 1) await publish();
  allPublished.resolve();
  await eventually(async () => {
    const [health] = await rows<{ probe_at: Date | null }>(
      'select probe_at from endpoint_health where endpoint_id = $1',
      [id],
    );
    expect(health?.probe_at).not.toBeNull();
  });
  await eventually(async () => expect(await leasesOf(id)).toEqual([]));
}

const statusOf = async (id: string) =>
  (await rows<{ status: string }>('select status from webhook_endpoints where id = $1', [id]))[0]?.status;

async function patch(id: string, body: object): Promise<void> {
  expect((await api('PATCH', `/webhook-endpoints/${id}`, body)).status).toBe(200);
}

async function disableAndEnable(id: string): Promise<void> {
  for (const status of ['disabled', 'enabled']) await patch(id, { status });
}

/** What a merchant does about an endpoint that fails. */
const corrections = [
  ['enabled again', disableAndEnable],
  ['given another URL', (id: string) => patch(id, { url: 'https://hooks.example.com/corrected' })],
] as const;

async function expectCalledAtOnce(id: string): Promise<void> {
  sender.answer = () => delivered;
  const publishedAt = now();
  const event = await publish();
  const attempt = await eventually(() => {
    const found = attemptsFor(id).find(({ eventId }) => eventId === event.id);
    if (found === undefined) throw new Error('it was not called');
    return found;
  });
  // Less than the shortest wait of a breaker, which ends while `eventually` still tries.
  expect(attempt.sentAt.getTime() - publishedAt.getTime()).toBeLessThan(25_000);
}

test('410 disables at once, drops queued deliveries and notifies the other endpoints', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  for (let i = 0; i < 6; i += 1) await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(4));
  sender.answer = () => failedWith(410);
  held.release();
  await eventually(async () => expect(await statusOf(id)).toBe('disabled'));
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
  await eventually(async () => expect(await statusOf(failing.id)).toBe('disabled'));
  await attempted(saved.id, 2);
  expect(await statusOf(saved.id)).toBe('enabled');
});

test('ten failures in a row stop all calls; one probe follows, and its success lets the rest go', async () => {
  const { id } = await createEndpoint();
  await failAll(id, 30);
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

test.each(corrections)(
  'an endpoint that is %s is called at once, however long it was to wait, and no failure of before counts',
  async (_what, correct) => {
    const { id } = await createEndpoint();
    await failAll(id, 20);
    await correct(id);
    expect(await rows('select failing_since, failures from endpoint_health where endpoint_id = $1', [id])).toEqual([
      { failing_since: null, failures: 0 },
    ]);
    await expectCalledAtOnce(id);
  },
);

test('an endpoint that is disabled and given another URL keeps its failures until it is enabled', async () => {
  const { id } = await createEndpoint();
  await rows('update endpoint_health set failures = 30, failing_since = now() where endpoint_id = $1', [id]);
  const failures = () => rows('select failures from endpoint_health where endpoint_id = $1', [id]);
  await patch(id, { status: 'disabled', url: 'https://hooks.example.com/corrected' });
  expect(await failures()).toEqual([{ failures: 30 }]);
  await patch(id, { status: 'enabled' });
  expect(await failures()).toEqual([{ failures: 0 }]);
});

test.each(corrections)(
  'a 410 to an attempt from before the endpoint was %s does not disable it',
  async (_what, correct) => {
    const { id } = await createEndpoint();
    const late = Promise.withResolvers<ReturnType<typeof failedWith>>();
    sender.answer = () => late.promise;
    await publish();
    await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
    await correct(id);
    late.resolve(failedWith(410));
    await eventually(async () => expect(await leasesOf(id)).toEqual([]));
    await aPass(); // its outcome is stored after everything that follows from the 410
    expect(await statusOf(id)).toBe('enabled');
    await expectCalledAtOnce(id);
  },
);

test('an attempt from before an endpoint was enabled again does not pause it', async () => {
  const { id } = await createEndpoint();
  await failAll(id, 20);
  const before = attemptsFor(id).length;
  const probe = Promise.withResolvers<ReturnType<typeof failedWith>>();
  sender.answer = () => probe.promise;
  advance(31);
  await eventually(() => expect(attemptsFor(id)).toHaveLength(before + 1));
  await disableAndEnable(id);
  probe.resolve(failedWith(500));
  await eventually(async () => expect(await leasesOf(id)).toEqual([]));
  await expectCalledAtOnce(id);
});

test('what a breaker holds back is not claimed again and again', async () => {
  const { id } = await createEndpoint();
  await failAll(id, 20);
  await rows('create table claims (at timestamptz)');
  await rows(`create function record_claim() returns trigger language plpgsql security definer as
    $$ begin insert into claims values (now()); return null; end $$`);
  await rows(`create trigger claims after update on delivery_queue for each row when (new.claim_id is not null)
    execute function record_claim()`);
  try {
    // As a claim sees it that was made just before the breaker was stored.
    await rows('update endpoint_health set probe_at = null, wait_seconds = null where endpoint_id = $1', [id]);
    const claims = () => rows<{ at: Date }>('select distinct at from claims order by at');
    await eventually(async () => expect((await claims()).length).toBeGreaterThanOrEqual(4));
    // The first may follow the last attempt at once; later ones are half a second apart.
    const [, second, , fourth] = (await claims()).map(({ at }) => at.getTime());
    expect(Number(fourth) - Number(second)).toBeGreaterThan(450);
  } finally {
    await rows('drop trigger claims on delivery_queue');
    await rows('drop function record_claim');
    await rows('drop table claims');
  }
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
