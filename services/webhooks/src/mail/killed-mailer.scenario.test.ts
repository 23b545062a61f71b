import { expect, test } from '@jest/globals';
import { useMail } from './mail.test-support.ts';

const mail = useMail();

/** What ends by itself after a minute and a half, or ten, which tests cannot sit out; and what the bus repeats after 30 seconds. */
async function recover(): Promise<void> {
  await mail.rows('update mails set next_at = now() where next_at is not null');
  await mail.rows(`update outbox set published_at = null, epoch = epoch + 1 where merchant_id = $1`, [
    mail.scope().merchantId,
  ]);
}

test.each([
  ['mail.queued_uncommitted', 0, 1, 'ACCEPTED'],
  ['mail.composed', 0, 1, 'ACCEPTED'],
  ['mail.before_end', 0, 1, 'ACCEPTED'],
  ['mail.recorded', 1, 1, 'ACCEPTED'],
  // Documented: the server may or may not have the mail. It is not sent again by itself.
  ['mail.marked', 0, 0, 'UNKNOWN'],
  ['mail.sent_unrecorded', 1, 1, 'UNKNOWN'],
] as const)(
  'killed at %s: sent %d times before, %d times in all, and ends %s',
  async (point, before, inAll, status) => {
    const service = mail.world().replica('webhooks');
    const doomed = await service.spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
    const id = await mail.charge();
    expect(await doomed.ended).toBe('killed by SIGKILL');
    expect(mail.offeredAbout(id)).toHaveLength(before);

    await recover();
    await service.spawn();
    const ended = await mail.until(id, status);
    await mail.aPass();
    expect(mail.offeredAbout(id)).toHaveLength(inAll);
    expect(mail.offeredAbout(id).every(({ accepted }) => accepted)).toBe(true);
    expect(ended.to).toBe('buyer@example.com');
    expect(await mail.rows('select 1 from mails where about_id = $1', [id])).toHaveLength(1);
  },
);
