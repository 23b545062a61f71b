import { expect, test } from '@jest/globals';
import { useMail } from './mail.test-support.ts';

const mail = useMail({ times: { whenStoppingMs: 100 } });

const neverAnswered = new Promise<never>(() => undefined);

test.each([
  ['the recipient', 'to', 'PENDING', 'ACCEPTED'],
  ['the end of the message', 'data', 'SENDING', 'UNKNOWN'],
] as const)(
  'a mail server that never answers %s does not keep the service from stopping, which leaves the mail as if killed',
  async (_what, step, left, ended) => {
    const reached = Promise.withResolvers<void>();
    mail.mailServer().answers = {
      [step]: () => {
        reached.resolve();
        return neverAnswered;
      },
    };
    const id = await mail.charge();
    await reached.promise;
    const replica = mail.world().replica('webhooks');
    await replica.stop();
    const states = await mail.rows('select status, claim_id is not null as leased from mails where about_id = $1', [
      id,
    ]);
    expect(states).toEqual([{ status: left, leased: true }]);

    mail.mailServer().answers = {};
    await replica.start();
    await mail.hurry(id); // the lease, and the time of the answer, end by themselves
    await mail.until(id, ended);
    await mail.aPass();
    expect(mail.offeredAbout(id)).toHaveLength(ended === 'ACCEPTED' ? 1 : 0);
  },
);
