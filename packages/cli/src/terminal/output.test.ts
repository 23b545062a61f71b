import { execFileSync } from 'node:child_process';
import { constants, lstat, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ignoreClosedPipe, withOutputFile, writeTo } from './output.ts';

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

describe('the file of --output', () => {
  let inside: string;
  beforeEach(async () => {
    inside = await mkdtemp(join(tmpdir(), 'mizan-output-'));
  });
  afterEach(() => rm(inside, { recursive: true }));
  const write = (file: string) => withOutputFile(file, async (target) => void (await writeTo(target, 'new')));

  test('may be a named pipe, which is written and stays', async () => {
    const pipe = join(inside, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK); // does not wait for a writer
    await write(pipe);
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    expect(await reader.readFile('utf8')).toBe('new');
    await reader.close();
    expect(await readdir(inside)).toEqual(['pipe']);
  });

  test('may be a symbolic link, which stays: its target is replaced', async () => {
    const [link, file] = [join(inside, 'latest.csv'), join(inside, 'payouts.csv')];
    await writeFile(file, 'old');
    await symlink('payouts.csv', link);
    await write(link);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(inside)).toEqual(['latest.csv', 'payouts.csv']);
  });

  test('is whole when two commands write it at a time, only its owner can read it, and files beside it stay', async () => {
    const [file, other] = [join(inside, 'payouts.csv'), join(inside, 'payouts.csv.part')];
    await writeFile(other, 'of the user', { mode: 0o644 });
    await withOutputFile(file, async (target) => {
      await writeTo(target, 'first, ');
      await withOutputFile(file, async (second) => void (await writeTo(second, 'second')));
      expect(await readFile(file, 'utf8')).toBe('second');
      await writeTo(target, 'to its end');
    });
    expect(await readFile(file, 'utf8')).toBe('first, to its end');
    expect((await lstat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(other, 'utf8')).toBe('of the user');
    expect(await readdir(inside)).toEqual(['payouts.csv', 'payouts.csv.part']);
  });
});
