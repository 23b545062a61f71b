import { describe, expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

const list = { data: [], totalCount: 0, nextCursor: null };

describe.each(['payments', 'links'])('mizan %s list', (name) => {
  test('refuses a currency alone, which filters nothing', async () => {
    const { status, err, sent } = await runMizan([name, 'list', '--currency', 'usd']);
    expect([status, sent]).toEqual([1, []]);
    expect(err).toBe(
      'mizan: --currency is the currency of --amount, and alone it filters nothing. For all in USD: --amount gt:0 --currency USD.\n',
    );
  });

  test('refuses a range in the wrong order', async () => {
    const { err, sent } = await runMizan([name, 'list', '--amount', 'bt:500,100']);
    expect([err, sent]).toEqual(['mizan: bt:500,100: the first amount must not be greater than the second.\n', []]);
  });

  test('takes it as the currency of the amount', async () => {
    const { sent } = await runMizan([name, 'list', '--amount', 'gt:1', '--currency', 'kwd'], { answer: () => list });
    expect(sent.map(({ query }) => query.get('amount'))).toEqual(['gt:1000']);
  });
});

test.each([
  [['--name', 'Oil', '--amount', '0'], 'The amount must be at least EGP 0.01.'],
  [['--name', 'Oil'], 'Say what is paid for: --price, or --name and --amount.'],
  [['--price', 'price_1', '--amount', '1'], 'Use either --price, which has a currency, or --name and --amount.'],
  [['--price', 'price_1', '--currency', 'USD'], 'Use either --price, which has a currency, or --name and --amount.'],
])('mizan links create %j is refused', async (args, message) => {
  const { err, sent } = await runMizan(['links', 'create', ...args]);
  expect([err, sent]).toEqual([`mizan: ${message}\n`, []]);
});
