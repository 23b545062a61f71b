import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ReplyOf, calls } from '@mizan/contracts';
import { startTestService, type TestService } from '../webhooks.test-support.ts';
import { findMailProblems } from './find-mail-problems.ts';
import type { MailApp } from './mail-app.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.world.stop());

/** The problems of a platform without a mail server for live mode, by what the gateway answers. */
const problemsWith = (answer: Promise<ReplyOf<typeof calls.listLiveMailAccounts>>): Promise<string[]> => {
  const callsFor = () => ({ listLiveMailAccounts: () => answer }) as unknown as ReturnType<MailApp['callsFor']>;
  return findMailProblems({ smtp: undefined, callsFor })(service.deps.db.system);
};

test('accounts whose live mail goes nowhere are named, and that there are others', async () => {
  const [few] = await problemsWith(Promise.resolve({ accountIds: ['acct_1', 'acct_2'], hasMore: false }));
  expect(few).toContain('so buyers of acct_1, acct_2 get no mail: set MIZAN_SMTP_URL');
  const [many] = await problemsWith(Promise.resolve({ accountIds: ['acct_1', 'acct_2'], hasMore: true }));
  expect(many).toContain('so buyers of acct_1, acct_2 and others get no mail: set MIZAN_SMTP_URL');
  expect(await problemsWith(Promise.resolve({ accountIds: [], hasMore: false }))).toEqual([]);
});

test('a gateway that does not say which accounts need a mail server is one problem, and no failure', async () => {
  expect(await problemsWith(Promise.reject(new Error('It does not answer.')))).toEqual([
    'Live mode has no mail server, and the gateway does not say which accounts need one.',
  ]);
});
