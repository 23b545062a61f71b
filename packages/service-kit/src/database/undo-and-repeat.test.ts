import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { probeService } from '../probe-service.test-support.ts';
import { kitMigrations } from './kit-migration.ts';
import { defineOrm, migrate } from './orm.ts';
import { undoAndRepeat } from './undo-and-repeat.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ services: [probeService({ name: 'catalog' })], nats: false });
});
afterEach(() => world.stop());

/** What is wrong with the migrations of a folder, and which were repeated. */
async function repeat(folder: string) {
  const migrations = new URL(`./undo-and-repeat.test-support/${folder}/`, import.meta.url);
  const load = async () => ({ default: defineOrm({ service: 'catalog', entities: [], migrations }) });
  const { ownerUrl } = world.databaseUrls('catalog');
  await migrate(load, ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: before } = await client.query<{ last: number }>('select max(id) as last from migrations');
    const problem = await undoAndRepeat(load, ownerUrl);
    const executed = 'select name from migrations where id > $1 order by name';
    const { rows } = await client.query<{ name: string }>(executed, [before[0]?.last]);
    return { problem, repeated: rows.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

const [, ...laterOfKit] = Object.keys(kitMigrations);

test('migrations that are undone are repeated, those of the kit as well', async () => {
  expect(await repeat('good')).toEqual({ problem: undefined, repeated: [...laterOfKit, '20261123000000_weight'] });
});

test('precision, length, policies, sequences, labels, options, storage and grants are seen to be undone', async () => {
  const { problem, repeated } = await repeat('details');
  expect([problem, repeated.length]).toEqual([undefined, laterOfKit.length + 8]);
});

test.each([
  ['whose down() leaves all as it is are named', 'nothing', '20261124000000_index: down() undoes nothing'],
  [
    'whose down() leaves a part are named',
    'failing',
    expect.stringMatching(/^20261125000000_height: up\(\) fails, after its down\(\): .*"width".*already exists/s),
  ],
])('migrations %s', async (_which, folder, problem) => {
  expect((await repeat(folder)).problem).toEqual(problem);
});
