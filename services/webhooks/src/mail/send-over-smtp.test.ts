import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { freePort } from '@mizan/stack/ports';
import { startMailServer, sender, type Answer, type TestMailServer } from './mail-server.test-support.ts';
import { sendOverSmtp, smtpTimes, type OutgoingMail, type SmtpTimes } from './send-over-smtp.ts';

let mailServer: TestMailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(() => mailServer.close());

const message = Buffer.from('Subject: Hello\r\n\r\nfirst line\r\n.\r\n..two dots\r\nlast line\r\n');
const send = (mail: Partial<OutgoingMail> = {}, times?: Partial<SmtpTimes>) =>
  sendOverSmtp(
    mailServer.server,
    { to: 'buyer@example.com', message, beforeEnd: async () => undefined, ...mail },
    { ...smtpTimes, untilEndMs: 5_000, answerMs: 5_000, ...times },
  );

test('a message arrives byte for byte, from our address and to one recipient', async () => {
  expect(await send()).toMatchObject({ kind: 'accepted', answer: expect.stringContaining('250') });
  expect(mailServer.offered).toEqual([{ from: sender, to: ['buyer@example.com'], raw: message, accepted: true }]);
});

test('the end of the message waits for beforeEnd, when the recipient is accepted and nothing is lost yet', async () => {
  const before = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const sent = send({
    beforeEnd: () => {
      reached.resolve();
      return before.promise;
    },
  });
  await reached.promise;
  expect(mailServer.named).toEqual(['buyer@example.com']);
  expect(mailServer.offered).toEqual([]);
  before.resolve();
  expect((await sent).kind).toBe('accepted');
  expect(mailServer.offered).toHaveLength(1);
});

test('a server never receives the end of a message whose beforeEnd fails', async () => {
  const outcome = await send({ beforeEnd: () => Promise.reject(new Error('the lease was lost')) });
  expect(outcome).toEqual({ kind: 'postponed', reason: 'the lease was lost' });
  mailServer.answers = {};
  expect((await send()).kind).toBe('accepted'); // what came before it has been handled by then
  expect(mailServer.offered).toHaveLength(1);
});

const no = (code: number): Answer => ({ code, text: 'no, thank you' });
test.each<[string, TestMailServer['answers'], string]>([
  ['its greeting is 554', { connect: () => no(554) }, 'postponed'],
  ['it refuses the sender for good', { from: () => no(550) }, 'postponed'],
  ['it refuses the recipient for now', { to: () => no(451) }, 'postponed'],
  ['it refuses the recipient for good', { to: () => no(550) }, 'refused'],
  ['it refuses the message for now', { data: () => no(452) }, 'postponed'],
  ['it refuses the message for good', { data: () => no(554) }, 'refused'],
  ['it closes the connection at the recipient', { to: () => 'drop' }, 'postponed'],
  ['it closes the connection after the end of the message', { data: () => 'drop' }, 'unknown'],
])('when %s: %j is %s', async (_when, answers, kind) => {
  mailServer.answers = answers;
  expect(await send()).toMatchObject({ kind });
});

test('the reason of a refusal is the answer of the server', async () => {
  mailServer.answers = { to: () => no(550) };
  expect(await send()).toEqual({ kind: 'refused', reason: '550 no, thank you' });
});

test('a login that is refused is no refusal of the mail', async () => {
  await mailServer.close();
  mailServer = await startMailServer({ needsLogin: true });
  mailServer.answers = { auth: () => no(535) };
  const auth = { user: 'mizan', pass: 'wrong' };
  const mail = { to: 'buyer@example.com', message, beforeEnd: async () => undefined };
  expect(await sendOverSmtp({ ...mailServer.server, auth }, mail)).toMatchObject({ kind: 'postponed' });
  mailServer.answers = {};
  expect(await sendOverSmtp({ ...mailServer.server, auth }, mail)).toMatchObject({ kind: 'accepted' });
});

test('a server that offers no TLS receives neither credentials nor mail where TLS is required', async () => {
  const outcome = await sendOverSmtp(
    { ...mailServer.server, requiresTls: true },
    { to: 'buyer@example.com', message, beforeEnd: async () => undefined },
  );
  expect(outcome.kind).toBe('postponed');
  expect(mailServer.named).toEqual([]);
});

test('no server at all postpones', async () => {
  const port = await freePort();
  const mail = { to: 'buyer@example.com', message, beforeEnd: async () => undefined };
  expect(await sendOverSmtp({ ...mailServer.server, port }, mail)).toMatchObject({ kind: 'postponed' });
});

test('a slow server is waited for; one that never answers the end leaves an unknown acceptance', async () => {
  const slow = Promise.withResolvers<'accept'>();
  mailServer.answers = { data: () => slow.promise };
  const waiting = send();
  const lost = await send({}, { answerMs: 200 });
  expect(lost.kind).toBe('unknown');
  slow.resolve('accept');
  expect((await waiting).kind).toBe('accepted');
});

test('one that never gets to the message postpones', async () => {
  mailServer.answers = { to: () => new Promise<'accept'>(() => undefined) };
  expect((await send({}, { untilEndMs: 200 })).kind).toBe('postponed');
  await eventually(() => expect(mailServer.offered).toEqual([]));
});
