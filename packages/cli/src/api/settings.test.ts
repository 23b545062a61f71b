import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const variables = ['MIZAN_API_KEY', 'MIZAN_KEY', 'MIZAN_OPERATOR_TOKEN'] as const;
const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
const setEnvironment = (values: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
};
beforeEach(() => setEnvironment(Object.fromEntries(variables.map((name) => [name, undefined]))));
afterEach(() => setEnvironment(before));

describe('a credential that HTTP cannot send is refused by the name of its setting, and not shown', () => {
  const wrong = 'مفتاح';
  test.each([
    ['--api-key', ['balance', '--api-key', wrong], {}],
    ['MIZAN_API_KEY', ['balance'], { MIZAN_API_KEY: wrong }],
    ['MIZAN_KEY', ['balance'], { MIZAN_KEY: wrong }],
    ['MIZAN_KEY', ['balance'], { MIZAN_KEY: 'mz_sk_test_1\nmz_sk_test_2' }],
    ['--operator-token', ['accounts', 'list', '--operator-token', wrong], {}],
    ['MIZAN_OPERATOR_TOKEN', ['accounts', 'list'], { MIZAN_OPERATOR_TOKEN: wrong }],
    // The operator's token must not take the place of a key that was meant.
    ['MIZAN_KEY', ['payouts', 'list', '--operator-token', 'token'], { MIZAN_KEY: wrong }],
    ['MIZAN_OPERATOR_TOKEN', ['doctor'], { MIZAN_OPERATOR_TOKEN: wrong, MIZAN_KEY: 'mz_sk_test_1' }],
  ])('%s in mizan %j', async (name, args, environment) => {
    setEnvironment(environment);
    const { sent, err, status } = await runMizan(args, { credentials: [] });
    expect({ sent, err, status }).toEqual({
      sent: [],
      err: `mizan: ${name} has characters that no key or token has. Copy it again.\n`,
      status: 1,
    });
  });
});

test('a key with a line end behind it, as files have it, is sent without it', async () => {
  setEnvironment({ MIZAN_KEY: 'mz_sk_test_1\n' });
  const { sent } = await runMizan(['clock', 'show'], { credentials: [], answer: () => ({ now: '2026-12-01' }) });
  expect(sent).toHaveLength(1);
});

test('an operator token may be a phrase', async () => {
  setEnvironment({ MIZAN_OPERATOR_TOKEN: 'a token of several words' });
  const { sent } = await runMizan(['accounts', 'list'], {
    credentials: [],
    answer: () => ({ data: [], totalCount: 0 }),
  });
  expect(sent).toHaveLength(1);
});
