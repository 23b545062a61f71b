import { afterEach, expect, test } from '@jest/globals';
import type { WebhookDelivery } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';

const hour = 3_600;
const [minute, day] = [60_000, 24 * hour * 1_000];
const { sender, rows, scope, createEndpoint, publish, attemptsFor, attempted, deliveriesTo, setClock, apiAs, aPass } =
  useDispatcher();
afterEach(() => rows('delete from test_clocks'));

test('an account whose test mode is ahead of real time gets its webhooks at once, signed for real time', async () => {
  const { id } = await createEndpoint();
  await setClock(24 * hour);
  await publish();
  await attempted(id, 1);
  expect(Math.abs((attemptsFor(id)[0]?.sentAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('attempts are listed by the clock of the account, with the real time that they were signed for', async () => {
  const { id } = await createEndpoint();
  await setClock(24 * hour);
  sender.answer = () => failedWith(500);
  await publish();
  await attempted(id, 1);
  const path = `/webhook-endpoints/${id}/deliveries`;
  const { data } = (await apiAs(scope())<{ data: WebhookDelivery[] }>('GET', path)).body;
  const [retry, made] = data;
  const times = [made?.createdAt, made?.attemptedAt, retry?.createdAt, made?.nextAttemptAt, retry?.nextAttemptAt];
  for (const each of times) expect(Math.abs(Date.parse(each ?? '') - Date.now() - day)).toBeLessThan(minute);
  expect(retry?.attemptedAt).toBeNull();
  const signedForMs = Number(made?.request.headers['webhook-timestamp']) * 1_000;
  expect(Math.abs(signedForMs - Date.now())).toBeLessThan(minute);
});

test('advancing makes due what is due by then, for this account alone', async () => {
  const { id } = await createEndpoint();
  const other = await createEndpoint({ ...scope(), merchantId: `${scope().merchantId}2` });
  sender.answer = () => failedWith(500);
  await publish();
  await publish({ scope: { ...scope(), merchantId: `${scope().merchantId}2` } });
  await attempted(id, 1);
  await attempted(other.id, 1);
  await setClock(6);
  await attempted(id, 2);
  await setClock(6 + 40);
  await attempted(id, 3);
  sender.answer = () => delivered;
  await setClock(hour);
  await attempted(id, 4);
  await aPass();
  expect(attemptsFor(other.id)).toHaveLength(1);
  expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'succeeded']);
});

test('an event sent again goes at once, too', async () => {
  const { id } = await createEndpoint();
  await setClock(48 * hour);
  const event = await publish();
  await attempted(id, 1);
  await apiAs(scope())('POST', `/events/${event.id}/resend`);
  await attempted(id, 2);
  await eventually(async () => expect((await deliveriesTo(id)).every(({ state }) => state === 'succeeded')).toBe(true));
});

test('a delivery being sent while its endpoint is disabled succeeds, however far ahead its account is', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
  await setClock(hour);
  expect((await apiAs(scope())('PATCH', `/webhook-endpoints/${id}`, { status: 'disabled' })).status).toBe(200);
  held.release();
  await eventually(async () => expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['succeeded']));
});
