import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ignoreClosedPipe, writeTo } from './output.ts';

const failing = (code: string): Writable => {
  const target = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  ignoreClosedPipe(target);
  return target;
};

test('a reader that has gone is no error, and differs from one that reads on', async () => {
  expect(await writeTo(failing('EPIPE'), 'text')).toBe(false);
  expect(await writeTo(new Writable({ write: (_chunk, _encoding, done) => done() }), 'text')).toBe(true);
});

test('a full disk is an error', async () => {
  await expect(writeTo(failing('ENOSPC'), 'text')).rejects.toThrow('Cannot write: ENOSPC');
});
