import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

test('a hundred confirms at once of the last piece: one sells it, the others see that it is gone', async () => {
  const { price } = await shop.stock(500, 1);
  const sessions = [];
  for (let i = 0; i < 10; i++)
    sessions.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, j) =>
          shop.openSession(price, { customerDetails: { email: `rush${i}.${j}@example.com` } }),
        ),
      )),
    );
  const answers = await Promise.all(sessions.map((session) => shop.confirm(session)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200) as unknown as {
    status: number;
    body: { error: { code: string } };
  }[];
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(Array(99).fill([409, 'price_sold_out']));
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(0));
});

test.each(['fail', 'abandon'])(
  'a buyer of the last piece who has come back from the bank with %s pays at once with another card',
  async (outcome) => {
    for (let round = 0; round < 3; round++) {
      const { price } = await shop.stock(500, 1);
      const session = await shop.openSession(price);
      const { body } = await shop.confirm(session, cards.threeDSecure);
      const back = await fetch(body.paymentIntent?.nextAction?.redirectToUrl.url ?? '', {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome }),
      });
      expect(back.status).toBe(303);
      expect(await shop.confirm(session)).toMatchObject({
        status: 200,
        body: { checkoutSession: { status: 'complete', paymentStatus: 'paid' } },
      });
    }
  },
);
