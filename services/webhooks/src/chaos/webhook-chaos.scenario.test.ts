import { expect, test } from '@jest/globals';
import { newId, type BusEvent } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
import { heldAnswers, useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { signatureHeaders } from '../sending/sign.ts';
import type { Attempt } from '../sending/send.ts';

const { sender, createEndpoint, publish, attemptsFor, attempted, deliveriesTo, advance, api, scope } = useDispatcher();

const chaos = (endpointId: string, body: object) =>
  api('POST', '/test-helpers/webhooks/chaos', { endpointId, ...body });
const isGenuine = (secret: string, { eventId, sentAt, body, signingKeys }: Attempt): boolean => {
  const headers = signatureHeaders({ id: eventId, sentAt, body }, signingKeys);
  try {
    new Webhook(secret).verify(Buffer.from(body).toString(), headers);
    return true;
  } catch {
    return false;
  }
};
const object = { id: newId('prod'), object: 'product' } as unknown as BusEvent['object'];
const versions = (endpointId: string) =>
  attemptsFor(endpointId).map(({ body }) => Number(/"objectVersion":(\d+)/.exec(Buffer.from(body).toString())?.[1]));

test('duplicate: one delivery arrives twice, the next one once', async () => {
  const { id } = await createEndpoint();
  expect((await chaos(id, { mode: 'duplicate' })).body).toEqual({
    object: 'webhook_chaos',
    endpointId: id,
    mode: 'duplicate',
    times: 1,
    delaySeconds: 5,
  });
  const { id: eventId } = await publish();
  await attempted(id, 2);
  await publish();
  await attempted(id, 3);
  expect(attemptsFor(id).filter((attempt) => attempt.eventId === eventId)).toHaveLength(2);
  expect(await deliveriesTo(id)).toHaveLength(2);
});

test('duplicate: the second does not wait for an answer to the first, which a lease would not outlive', async () => {
  const { id } = await createEndpoint();
  await chaos(id, { mode: 'duplicate' });
  const held = heldAnswers();
  sender.answer = held.answer;
  await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(2));
  held.release();
  await attempted(id, 2);
  expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['succeeded']);
});

test('drop: nothing is sent, and the schedule brings it', async () => {
  const { id } = await createEndpoint();
  await chaos(id, { mode: 'drop' });
  await publish();
  await eventually(async () =>
    expect((await deliveriesTo(id)).map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'connection_reset'],
      ['pending', null],
    ]),
  );
  expect(attemptsFor(id)).toEqual([]);
  advance(6);
  await attempted(id, 1);
  expect(attemptsFor(id)[0]?.attempt).toBe(2);
});

test('corrupt_signature: it does not verify, what follows does', async () => {
  const { id, secret } = await createEndpoint();
  await chaos(id, { mode: 'corrupt_signature', times: 2 });
  for (let sent = 1; sent <= 3; sent += 1) {
    await publish();
    await attempted(id, sent);
  }
  expect(attemptsFor(id).map((attempt) => isGenuine(secret, attempt))).toEqual([false, false, true]);
});

test('reorder: a later version of the same object comes first', async () => {
  const { id } = await createEndpoint();
  await chaos(id, { mode: 'reorder' });
  await publish({ object, objectVersion: 1 });
  await publish({ object, objectVersion: 2 });
  await attempted(id, 1);
  advance(6);
  await attempted(id, 2);
  expect(versions(id)).toEqual([2, 1]);
});

test('delay: it comes later, and what follows of the object waits for it', async () => {
  const { id } = await createEndpoint();
  await chaos(id, { mode: 'delay', delaySeconds: 30 });
  await publish({ object, objectVersion: 1 });
  await eventually(async () => {
    const [delivery] = await deliveriesTo(id);
    expect((delivery?.next_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000);
  });
  await publish({ object, objectVersion: 2 });
  advance(31);
  await attempted(id, 2);
  expect(versions(id)).toEqual([1, 2]);
});

test('0 times ends it', async () => {
  const { id } = await createEndpoint();
  await chaos(id, { mode: 'drop', times: 5 });
  await chaos(id, { mode: 'drop', times: 0 });
  await publish();
  await attempted(id, 1);
});

test('404 for an endpoint of another account', async () => {
  const { id } = await createEndpoint({ ...scope(), merchantId: newId('acct') });
  const answer = await chaos(id, { mode: 'drop' });
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'resource_missing']);
});
