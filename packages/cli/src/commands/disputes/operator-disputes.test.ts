import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const account = { id: 'acct_1', displayName: 'Fayoum Pottery' };
const dispute = {
  ...{ id: 'dp_1', accountId: 'acct_1', paymentIntentId: 'pi_1', amount: 6_000, currency: 'EGP', reason: 'fraudulent' },
};
const answer = ({ path }: Sent) => ({ '/operator/accounts/acct_1': account, '/operator/disputes/dp_1': dispute })[path];
const questionOf = async (...args: string[]) => {
  const { err } = await runMizan(['disputes', ...args], { typed: 'n', answer });
  return /(?:Open|Close) .*(?= \[y\/N\] )/.exec(err)?.[0];
};

describe('before an operator opens a dispute, the merchant, the amount and the effect are named', () => {
  test.each([
    [
      ['--amount', '60', '--currency', 'EGP', '--reason', 'fraudulent'],
      'Open a dispute (fraudulent) about EGP 60.00 of ch_1 of Fayoum Pottery (acct_1)? Its amount and fee are debited now.',
    ],
    [
      [],
      'Open a dispute (general) about all that is left after refunds of ch_1 of Fayoum Pottery (acct_1)? Its amount and fee are debited now.',
    ],
    [
      ['--inquiry'],
      'Open an inquiry (general) about all that is left after refunds of ch_1 of Fayoum Pottery (acct_1)? It moves no money yet.',
    ],
  ])('with %j', async (options, question) => {
    expect(await questionOf('open', 'acct_1', 'ch_1', ...options)).toBe(question);
  });
});

test.each([
  ['2026-12-31', '2026-12-31T23:59:59.000Z'],
  ['2026-12-31T18:00+02:00', '2026-12-31T16:00:00.000Z'],
])('evidence that is due by %s may be sent until %s', async (typed, evidenceDueBy) => {
  const opening = ['disputes', 'open', 'acct_1', 'ch_1', '--yes', '--due-by', typed];
  const { sent } = await runMizan(opening, { answer: () => ({ ...dispute, evidence: { files: [] } }) });
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ evidenceDueBy });
});

test.each([
  ['NEEDS_RESPONSE', true],
  ['WON', false],
])('after opening a dispute that is %s, the command that closes it is printed: %s', async (status, isPrinted) => {
  const opened = { ...dispute, status, evidence: { files: [] } };
  const { out, err } = await runMizan(['disputes', 'open', 'acct_1', 'ch_1', '--yes'], { answer: () => opened });
  expect(`${out}${err}`.includes('Next: mizan disputes close acct_1 dp_1')).toBe(isPrinted);
});

test.each([
  ['won', 'Its amount is credited.'],
  ['lost', 'The money stays with the payer.'],
  ['warning_closed', 'The inquiry has ended without a dispute.'],
])('before an operator closes a dispute as %s, what ends and the effect are named', async (outcome, effect) => {
  expect(await questionOf('close', 'acct_1', 'dp_1', '--outcome', outcome)).toBe(
    `Close dp_1 of EGP 60.00 (fraudulent, pi_1) of Fayoum Pottery (acct_1) as ${outcome}? ${effect} It cannot be changed afterwards.`,
  );
});

describe('the evidence of a dispute', () => {
  const unknown = () => ({ error: { code: 'resource_missing', message: 'No dispute `dp_1`. Check the ID.' } });

  test.each([['--operator'], ['--files', './evidence']])(
    'is of live mode, says the operator’s error where none is found with %s',
    async (...options) => {
      const { status, err } = await runMizan(['disputes', 'show', 'dp_1', ...options], { answer: unknown });
      expect(status).toBe(1);
      expect(err).toMatch(
        /^mizan: The operator sees disputes of live mode only, and none is `dp_1`\. .* with a test key of its account: mizan disputes show dp_1\n {2}resource_missing, /,
      );
      expect(err).not.toContain('Check the ID');
    },
  );

  test('of a merchant, who sees both modes, is simply not found', async () => {
    const { err } = await runMizan(['disputes', 'show', 'dp_1'], { answer: unknown });
    expect(err).not.toContain('live mode');
  });

  test('has files that no API key can read, says the error for want of an operator token', async () => {
    const credentials = ['--api-key', 'sk_test_1'];
    const { err, sent } = await runMizan(['disputes', 'show', 'dp_1', '--files', './evidence'], { credentials });
    expect(err).toMatch(/^mizan: No operator token\. .*\n {2}Only the operator can read files of evidence\. /);
    expect(sent).toEqual([]);
  });
});
