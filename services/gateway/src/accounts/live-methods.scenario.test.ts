import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account, LiveMethod } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { eventually, startWorld, type World } from '@mizan/testing';
import { gateway } from '../app.ts';

const card: LiveMethod = {
  type: 'card',
  currency: 'EGP',
  minAmount: 100,
  maxAmount: 10_000_000,
  amountStep: 1,
  supportsManualCapture: true,
  supportsPartialCapture: true,
  supportsRefund: true,
  supportsPartialRefund: true,
  supportsManualConfirmation: false,
};

let isDown = true;
let calls = 0;
let world: World;
beforeAll(async () => {
  world = await startWorld({
    services: [gateway],
    answers: {
      getLiveMethods: () => {
        calls += 1;
        if (isDown) throw new Problem('internal_error', 'Payments is down.', { status: 503 });
        // LYD is no currency of the account.
        return { methods: [card, { ...card, currency: 'LYD' }], entries: [], entry: null, wallets: [] };
      },
    },
  });
});
afterAll(() => world.stop());

const read = (key: 'liveSecret' | 'testSecret') =>
  world.api<Account>('GET', '/account', undefined, { key: world.accounts.keys[key] });
const typesOf = ({ supportedCurrencies }: Account) =>
  Object.fromEntries(supportedCurrencies.map(({ code, paymentMethodTypes }) => [code, paymentMethodTypes]));

test('GET /account with a live key is 503 while payments does not answer, and lists then what live mode can take', async () => {
  expect((await read('liveSecret')).status).toBe(503);
  isDown = false;
  const { body } = await eventually(async () => {
    const answer = await read('liveSecret');
    expect(answer.status).toBe(200);
    return answer;
  });
  expect(typesOf(body)).toEqual({ EGP: ['card'], USD: [], SAR: [], AED: [], KWD: [] });
});

test('GET /account with a live key calls payments once for requests that follow each other', async () => {
  await read('liveSecret');
  const before = calls;
  await Promise.all([read('liveSecret'), read('liveSecret')]);
  expect(calls - before).toBeLessThanOrEqual(1);
});

test('GET /account with a test key lists the methods of the account and calls nothing', async () => {
  const before = calls;
  const { body } = await read('testSecret');
  expect(typesOf(body)['EGP']?.length).toBeGreaterThan(10);
  expect(calls).toBe(before);
});
