import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

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
