import { expect, test } from '@jest/globals';
import { runMizan } from '../../mizan.test-support.ts';

test.each([
  ['which has a text', { uncategorizedText: 'Delivered', files: [] }, 'Next: mizan disputes submit dp_1\n'],
  ['which has a file', { uncategorizedText: null, files: ['file_1'] }, 'Next: mizan disputes submit dp_1\n'],
  [
    'which is empty',
    { uncategorizedText: null, shippingCarrier: null, files: [] },
    'The dispute has no evidence now: there is nothing to submit.\n',
  ],
])('after a change of the evidence, %s, the next step is one that is possible', async (_which, evidence, note) => {
  const answer = () => ({ id: 'dp_1', amount: 6_000, currency: 'EGP', evidence });
  const { out, sent } = await runMizan(['disputes', 'update', 'dp_1', '--text', ''], { answer });
  expect(out.endsWith(`\n\n${note}`)).toBe(true);
  expect(sent).toMatchObject([{ body: { evidence: { uncategorizedText: null } } }]);
});
