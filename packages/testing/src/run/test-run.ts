import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf } from '@mizan/stack/processes';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { scaleTimeout } from '../scale-timeout.ts';

/**
 * One run of jest, as its workers see it: a folder, named by `MIZAN_TEST_RUN`, in which the process that starts the
 * servers writes where they are.
 */
export interface TestRun {
  readonly folder: string;
  /** Prefix of the name of every database and role of this run. */
  readonly prefix: string;
  /** Root of every derived secret. */
  readonly rootSecret: string;
  path(...parts: string[]): string;
}

const folderName = /^mizan-test-(\d+)-/;
const startTimeoutMs = 120_000; // pulling a container image is the slowest way to get a PostgreSQL

/** Creates the run's folder and removes those of killed runs. */
export function createRun(): TestRun {
  for (const name of readdirSync(tmpdir())) removeIfAbandoned(name);
  const folder = makeTemporaryFolder(`mizan-test-${process.pid}-`);
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'prefix'), `mzt_${randomBytes(3).toString('hex')}`);
  writeFileSync(join(folder, 'secret'), randomBytes(32).toString('base64url'), { mode: 0o600 });
  process.env['MIZAN_TEST_RUN'] = folder;
  return openRun();
}

function removeIfAbandoned(name: string): void {
  const pid = folderName.exec(name)?.[1];
  if (!pid || commandOf(Number(pid)) !== '') return;
  try {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  } catch {
    // It belongs to another user.
  }
}

/** The run that this worker belongs to. */
export function openRun(): TestRun {
  const folder = process.env['MIZAN_TEST_RUN'];
  if (!folder)
    throw new Error(
      'MIZAN_TEST_RUN is not set: run tests through npm test, or with the jest.config.mjs of the project.',
    );
  const path = (...parts: string[]) => join(folder, ...parts);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  return { folder, prefix: read('prefix'), rootSecret: read('secret'), path };
}

type Outcome = { url: string } | { error: string };

/** Writes where PostgreSQL is, or why it did not start, for the workers. */
export function announcePostgres(run: TestRun, outcome: Outcome): void {
  if (!existsSync(run.folder)) return;
  writeFileSync(run.path('postgres.unfinished'), JSON.stringify(outcome));
  renameSync(run.path('postgres.unfinished'), run.path('postgres.json'));
}

/** An administrator's login; waits while the server starts. @throws what kept it from starting */
export async function awaitPostgres(run: TestRun): Promise<string> {
  const timeoutMs = scaleTimeout(startTimeoutMs);
  const deadline = Date.now() + timeoutMs;
  while (!existsSync(run.path('postgres.json'))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start within ${timeoutMs / 1000} s.`);
    await delay(10);
  }
  const outcome = JSON.parse(readFileSync(run.path('postgres.json'), 'utf8')) as Outcome;
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.url;
}
