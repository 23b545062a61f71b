import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWorld, type World } from '@mizan/testing';
import { gateway } from '../app.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [gateway] });
});
afterAll(() => world.stop());

test('GET /account', async () => {
  const answer = await world.api('GET', '/account');
  console.log(JSON.stringify(answer.body).slice(0, 600), [...answer.headers]);
  expect(answer.status).toBe(200);
  console.log((await world.api('GET', '/products')).status, (await world.api('GET', '/openapi.json', undefined, { key: null })).status);
});
