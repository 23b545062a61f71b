import { expect, test } from '@jest/globals';
import { runMizan } from '../mizan.test-support.ts';

test('a provider that refuses the credentials is named with the command that replaces them', async () => {
  const finding = {
    ...{ kind: 'not_answered', accountId: 'acct_1', connectionId: 'pvc_1', provider: 'paymob', chargeId: 'ch_1' },
    ...{ refundId: null, reference: null, here: null, there: null, detail: 'incorrect credentials' },
  };
  const answer = () => ({ findings: [finding], totals: [], nextCursor: null });
  const { status, out, err } = await runMizan(['reconcile'], { answer });
  expect(status).toBe(1);
  expect(out).toContain('1 comparison failed: the provider did not answer, or refused the query.\n');
  expect(out).toContain('incorrect credentials');
  expect(err).toContain('paymob pvc_1: if the credentials are refused, mizan providers rotate paymob acct_1 pvc_1;');
});
