import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startWorld, type World } from '@mizan/testing';
import { probeService } from '../probe-service.test-support.ts';
import { defineOrm, migrate } from './orm.ts';
import { undoAndRepeat } from './undo-and-repeat.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ services: [probeService({ name: 'catalog' })], nats: false });
});
afterEach(() => world.stop());

/** What is wrong with the migrations of a folder; the kit's own are run back and forward with them. */
async function problemOf(folder: string): Promise<string | undefined> {
  const migrations = new URL(`./undo-and-repeat.test-support/${folder}/`, import.meta.url);
  const load = async () => ({ default: defineOrm({ service: 'catalog', entities: [], migrations }) });
  const { ownerUrl } = world.databaseUrls('catalog');
  await migrate(load, ownerUrl);
  return undoAndRepeat(load, ownerUrl);
}

test.each([
  ['that are undone are repeated, those of the kit as well', 'good', undefined],
  ['whose down() leaves all as it is are named', 'nothing', '20261124000000_index: down() undoes nothing'],
  [
    'whose down() leaves a part are named',
    'failing',
    expect.stringMatching(/^20261125000000_height: up\(\) fails, after its down\(\): .*"width".*already exists/s),
  ],
])('migrations %s', async (_which, folder, problem) => {
  expect(await problemOf(folder)).toEqual(problem);
});
