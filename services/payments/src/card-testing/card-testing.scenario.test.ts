import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import type { AnyBody, ApiAnswer } from '@mizan/testing';
import { startLivePayments, type LiveWorld } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments({
    MIZAN_CARD_DECLINES_PER_HOUR: '3',
    MIZAN_CARD_LINK_CONFIRMS_PER_HOUR: '2',
    MIZAN_CARD_ATTEMPTS_PER_DAY: '5',
  });
});
afterAll(() => world.stop());
beforeEach(() => sql('truncate card_attempts'));

const sql = (text: string) => world.db('payments').query(text);
const later = (time: string) => sql(`update card_attempts set opened_at = opened_at - interval '${time}'`);
const times = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await act());
  return made;
};
const statusesOf = (answers: { readonly status: number }[]) => answers.map(({ status }) => status);
const refusal = ({ status, headers, body }: ApiAnswer<AnyBody>) => [
  status,
  body.error?.code,
  headers.get('ratelimit-reason'),
  Number(headers.get('retry-after')) > 0,
];
const limited = [429, 'rate_limit', 'declines', true];
const messageOf = ({ body }: ApiAnswer<AnyBody>) => body.error?.message;

describe('in live mode, before the provider is called,', () => {
  test('an account with too many declines in an hour takes no further card until the hour is over', async () => {
    expect(statusesOf(await times(3, () => world.pay(methods.declining)))).toEqual([201, 201, 201]);
    const before = world.stripe.requests.filter(({ path }) => path.endsWith('/confirm')).length;
    const refused = await world.pay(methods.approving);
    expect(refusal(refused)).toEqual(limited);
    expect(messageOf(refused)).toMatch(/^At this account, too many cards were declined within an hour\./);
    expect(world.stripe.requests.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(before);
    await later('61 minutes');
    expect((await world.pay(methods.approving)).body.status).toBe('SUCCEEDED');
  });

  test('one card is taken so many times in a day, sent at once or not', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.pay(methods.approving)));
    expect(statusesOf(answers).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    const refused = await world.pay(methods.approving);
    expect(refusal(refused)).toEqual(limited);
    expect(messageOf(refused)).toMatch(/^This card was used too often at this account within 24 hours/);
    await later('25 hours');
    expect((await world.pay(methods.approving)).status).toBe(201);
  });

  test('one payment link is confirmed so many times in an hour from one network', async () => {
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    const confirm = (network: string) =>
      live<AnyBody>(
        'POST',
        '/internal/calls/confirmPayment',
        {
          ...world.confirmRequest({ checkoutSessionId: newId('cs_live') }),
          paymentMethod: { type: 'card', token: methods.approving },
          link: { paymentLinkId: 'plink_1', network },
        },
        { idempotencyKey: newId('key') },
      );
    const answers = await times(3, () => confirm('192.0.2.1'));
    expect(statusesOf(answers)).toEqual([200, 200, 429]);
    expect(messageOf(answers[2] as ApiAnswer<AnyBody>)).toMatch(/^This payment link was confirmed too often/);
    expect((await confirm('192.0.2.2')).status).toBe(200);
  });
});

test('test mode counts nothing', async () => {
  await times(4, () => world.tryConfirm({ card: '4000000000000002' }));
  expect((await world.confirm()).status).toBe('SUCCEEDED');
  expect((await sql('select 1 from card_attempts')).rows).toEqual([]);
});
