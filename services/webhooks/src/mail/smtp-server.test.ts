import { expect, test } from '@jest/globals';
import { readSmtpServer } from './smtp-server.ts';

const from = 'receipts@pay.example.com';
const read = (url: string, sender = from) => readSmtpServer({ MIZAN_SMTP_URL: url, MIZAN_MAIL_FROM: sender });

test('no address, no mail server', () => {
  expect(read('', '')).toBeUndefined();
});

test('smtps is TLS from the first byte; smtp is STARTTLS, which credentials require unless the server is this machine', () => {
  expect(read('smtps://us%40er:p%2Fw@smtp.example.com')).toEqual({
    host: 'smtp.example.com',
    port: 465,
    isSecure: true,
    requiresTls: true,
    auth: { user: 'us@er', pass: 'p/w' },
    from,
  });
  expect(read('smtp://user:pw@smtp.example.com')).toMatchObject({ port: 587, isSecure: false, requiresTls: true });
  expect(read('smtp://user:pw@127.0.0.1:1025')).toMatchObject({ port: 1025, requiresTls: false });
  expect(read('smtp://mailpit:1025')).toMatchObject({ host: 'mailpit', requiresTls: false, auth: undefined });
  expect(read('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25 });
});

test.each(['https://smtp.example.com', 'smtp.example.com:587', 'smtp://', 'smtp://host/path', 'smtp://host?tls=off'])(
  '%s ends the start with a reason',
  (url) => {
    expect(() => read(url)).toThrow('MIZAN_SMTP_URL must be');
  },
);

test.each(['smtps://user:50%off@host', 'smtps://50%off:secret@host'])(
  'a bare % in %s ends the start with a remedy',
  (url) => {
    expect(() => read(url)).toThrow(/^MIZAN_SMTP_URL must have special characters .* percent-encoded/);
    expect(() => read(url)).not.toThrow(/off|secret/);
  },
);

test.each(['', 'Nile <nile@example.com>', 'a@b.c\r\nBcc: x@example.com'])('the sender %j ends the start', (sender) => {
  expect(() => read('smtp://user:secret@host', sender)).toThrow('MIZAN_MAIL_FROM must be');
  expect(() => read('smtp://user:secret@host', sender)).not.toThrow('secret');
});
