import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const clock = { now: '2026-11-27T10:00:00.000Z', idle: true };
const run = (key: string, ...args: string[]) =>
  runMizan(['clock', ...args], { credentials: ['--api-key', key], answer: () => clock });

test.each([[['show']], [['advance', '2h']]])('mizan clock %j of a live key is not requested', async (args) => {
  expect(await run('mz_sk_live_1', ...args)).toMatchObject({
    ...{ status: 1, sent: [] },
    err: 'mizan: Live mode has no test clock: use a test key.\n',
  });
  expect(await run('mz_sk_test_1', ...args)).toMatchObject({ status: 0, sent: [expect.anything()] });
});
