import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lockPreparation } from '@mizan/stack/lock-preparation';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { createDeployDatabase, runOneShot } from '../deploy/one-shot.test-support.ts';
import type { Answer } from './prepare.ts';

const right = 'a-root-secret-of-more-than-thirty-two-characters';
const other = 'another-secret-of-more-than-32-characters';
const { PATH, NODE_COMPILE_CACHE } = process.env;
let world: World;

beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
});
afterAll(() => world.stop());

interface Preparing {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly answers: Answer[];
  /** What the user sees of it. */
  errors: string;
}

/** Prepares a database as `npm start` does. */
function prepare(databaseUrl: string, rootSecret: string): Preparing {
  const child = fork(new URL('./prepare-process.ts', import.meta.url), {
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const preparing: Preparing = { child, ended: once(child, 'exit'), answers: [], errors: '' };
  child.on('message', (answer: Answer) => {
    preparing.answers.push(answer);
    if ('failure' in answer || 'demo' in answer) child.disconnect();
  });
  child.stderr?.on('data', (chunk: Buffer) => (preparing.errors += chunk.toString()));
  child.send({ databaseUrl, rootSecret });
  return preparing;
}

test('a start says that it waits for a restore, and that the logins got other passwords; after it, demo accounts keep the secret', async () => {
  const { adminUrl, superuserUrl, drop } = await createDeployDatabase(world, 'start');
  expect(await runOneShot('migrate', [], { DATABASE_URL: adminUrl, MIZAN_SECRET: other }).status).toBe(0);
  const restore = new pg.Client({ connectionString: superuserUrl });
  await restore.connect();
  let first: Preparing;
  const waits = 'mizan: waiting for a restore of this database, or for another process that prepares it …\n';
  try {
    await lockPreparation(restore, () => undefined);
    first = prepare(adminUrl, right);
    await eventually(() => expect(first.errors).toBe(waits));
  } finally {
    await restore.end();
  }
  await first.ended;
  expect(first.answers).toEqual([{ envs: expect.anything() }, { demo: expect.anything() }]);
  const changed =
    'mizan: the logins of the services have got other passwords: they follow from this MIZAN_SECRET now.\n';
  await eventually(() => expect(first.errors).toBe(`${waits}${changed}`));

  const second = prepare(adminUrl, other);
  await second.ended;
  expect(second.answers).toEqual([{ failure: expect.stringContaining('also where only demo accounts are there') }]);
  expect(second.errors).toBe('');
  await drop();
});
