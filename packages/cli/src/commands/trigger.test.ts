import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

test.each([
  ['refund', 'It must be one of refund.created, '],
  ['refund.*', 'It must be one of refund.created, '],
  ['refund.creatd', 'Did you mean refund.created?'],
  ['bananas', 'See --list.'],
])('trigger %s names the types that there are', async (text, message) => {
  const { status, err, sent } = await runMizan(['trigger', text]);
  expect({ status, sent }).toEqual({ status: 1, sent: [] });
  expect(err).toContain(message);
});
