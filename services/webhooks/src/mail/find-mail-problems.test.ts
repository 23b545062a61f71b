import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ReplyOf, calls } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
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

test('mail that the server does not accept is named at once while it accepts none, and after half an hour beside mail that it accepts', async () => {
  const { db } = service.deps;
  const callsFor = () => ({}) as ReturnType<MailApp['callsFor']>; // it is not called where there is a mail server
  const problems = () => findMailProblems({ smtp: {} as MailApp['smtp'], callsFor })(db.system);
  const add = (template: string, more: { status: string; queuedAt?: string }) =>
    service.world.db('webhooks').query(
      `insert into mails (id, merchant_id, livemode, template, about_id, event_id, status, attempts, next_at, queued_at, accepted_at,
         last_error, created_at)
       values ($1, 'acct_mail', true, $2, $1, 'evt_1', $3, 1, case $3 when 'PENDING' then now() + interval '1 hour' end,
         now() - $4::interval, case $3 when 'ACCEPTED' then now() end, '451 4.3.2 try later', now())`,
      [newId('eml', Date.now()), template, more.status, more.queuedAt ?? '1 minute'],
    );
  await add('receipt', { status: 'PENDING' });
  expect(await problems()).toEqual(['1 mail of live mode cannot be sent, the oldest for 1 min: 451 4.3.2 try later.']);
  await add('receipt', { status: 'ACCEPTED' });
  expect(await problems()).toEqual([]);
  await add('receipt', { status: 'PENDING', queuedAt: '31 minutes' });
  expect(await problems()).toEqual(['1 mail of live mode cannot be sent, the oldest for 31 min: 451 4.3.2 try later.']);
});
