import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { MailStatus } from '@mizan/contracts';
import { newId, type Database } from '@mizan/service-kit';
import { startTestService, type TestService } from '../webhooks.test-support.ts';
import { claimDueMails, leaseSeconds } from './claim-due-mails.ts';
import { endLostMails, recordMailOutcome, recordSending } from './record-mail.ts';

let service: TestService;
let db: Database;
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
});
beforeEach(() => service.world.db('webhooks').query('delete from mails'));
afterAll(() => service.world.stop());

const now = new Date('2026-11-25T12:00:00.000Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const claim = (request: Partial<Parameters<typeof claimDueMails>[1]> = {}) =>
  claimDueMails(db.system, { livemode: true, free: 100, leased: new Map(), after: '', now, ...request });

/** Queues mails of live mode. @returns their ids */
async function queue(
  count: number,
  { merchantId = newId('acct'), livemode = true, dueAt = now, status = 'PENDING' as MailStatus } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('eml'));
  await service.world.db('webhooks').query(
    `insert into mails (id, merchant_id, livemode, template, about_id, event_id, status, attempts, next_at, queued_at, created_at)
     select id, $2, $3, 'receipt', id, 'evt_1', $4, 0, case when $4 = 'PENDING' then $5::timestamptz end, $5, $5 from unnest($1::text[]) as id`,
    [ids, merchantId, livemode, status, dueAt],
  );
  return ids;
}
const statusOf = async (id: string) =>
  (await service.world.db('webhooks').query<{ status: string }>('select status from mails where id = $1', [id])).rows[0]
    ?.status;

test('what is due, of its mode, and not what waits or is finished', async () => {
  const due = await queue(2);
  await queue(1, { dueAt: secondsLater(1) });
  await queue(1, { livemode: false });
  await queue(1, { status: 'CANCELED' });
  const { mails } = await claim();
  expect(mails.map(({ id }) => id).sort()).toEqual(due.sort());
  expect(mails[0]).toMatchObject({ template: 'receipt', attempts: 1, livemode: true, recipient: null });
});

test('claims at the same time never have a mail in common, and together have all', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 30; i += 1) ids.push(...(await queue(4)));
  const claims = await Promise.all(Array.from({ length: 12 }, () => claim({ free: 10 })));
  const claimed = claims.flatMap(({ mails }) => mails.map(({ id }) => id));
  expect(new Set(claimed).size).toBe(claimed.length);
  for (let rest = await claim(); rest.mails.length > 0; rest = await claim())
    claimed.push(...rest.mails.map(({ id }) => id));
  expect(claimed.sort()).toEqual(ids.sort());
});

test('four of an account at a time, those first that are due longest, less what is being sent', async () => {
  const merchantId = newId('acct');
  await queue(40, { merchantId });
  const oldest = await queue(4, { merchantId, dueAt: secondsLater(-60) });
  const [other] = await queue(1);
  expect((await claim({ leased: new Map([[merchantId, 4]]) })).mails.map(({ id }) => id)).toEqual([other]);
  expect((await claim()).mails.map(({ id }) => id).sort()).toEqual(oldest.sort());
  expect((await claim({ leased: new Map([[merchantId, 3]]) })).mails).toHaveLength(1);
});

test('a claim that is full continues where it stopped, and reaches the last account', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(...(await queue(1)));
  const seen: string[] = [];
  let after: string | undefined = '';
  for (let i = 0; i < 5 && after !== undefined; i += 1) {
    const { mails, reached } = await claim({ free: 2, after });
    seen.push(...mails.map(({ id }) => id));
    after = reached;
  }
  expect(after).toBeUndefined();
  expect(seen.sort()).toEqual(ids.sort());
});

test('a mail is due again when its lease ends, and the process that had it can no longer send or record it', async () => {
  const [id = ''] = await queue(1);
  const first = (await claim()).mails[0];
  if (!first) throw new Error('nothing claimed');
  expect((await claim({ now: secondsLater(leaseSeconds - 1) })).mails).toEqual([]);
  const second = (await claim({ now: secondsLater(leaseSeconds) })).mails[0];
  expect(second).toMatchObject({ id, attempts: 2 });

  await expect(recordSending(db, first, secondsLater(600))).rejects.toThrow('lease');
  const outcome = { status: 'ACCEPTED', view: null } as const;
  expect(await recordMailOutcome(db, first, { outcome, now })).toBe(false);
  expect(await statusOf(id)).toBe('PENDING');
});

test('a mail whose end was announced is not claimed again: it is sent, refused, or unknown in the end', async () => {
  const [id = ''] = await queue(1);
  const mail = (await claim()).mails[0];
  if (!mail) throw new Error('nothing claimed');
  await recordSending(db, mail, secondsLater(600));
  expect((await claim({ now: secondsLater(3_600) })).mails).toEqual([]);
  expect(await endLostMails(db, { livemode: true, now: secondsLater(600) })).toBe(0);
  expect(await endLostMails(db, { livemode: false, now: secondsLater(601) })).toBe(0);
  expect(await endLostMails(db, { livemode: true, now: secondsLater(601) })).toBe(1);
  expect(await statusOf(id)).toBe('UNKNOWN');
});

test('one that was certainly not accepted after that is tried again', async () => {
  const [id = ''] = await queue(1);
  const mail = (await claim()).mails[0];
  if (!mail) throw new Error('nothing claimed');
  await recordSending(db, mail, secondsLater(600));
  const outcome = { status: 'PENDING', lastError: '451 later', nextAt: secondsLater(60) } as const;
  expect(await recordMailOutcome(db, mail, { outcome, now })).toBe(true);
  expect((await claim({ now: secondsLater(60) })).mails.map((each) => each.id)).toEqual([id]);
});
