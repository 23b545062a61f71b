import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { startWorld, type World } from '@mizan/testing';
import { findUnfilledColumns } from './migration-unfilled-columns.ts';

const definition = defineOrm({
  service: 'catalog',
  entities: [RowCountEntity],
  migrations: new URL('./migrations/', import.meta.url),
});

let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
});
afterAll(() => world.stop());

beforeEach(() => run('drop schema if exists catalog cascade; create schema catalog'));

const run = (sql: string) => world.db('catalog').query(sql);
const found = () =>
  findUnfilledColumns(async () => ({ default: definition }), String(world.db('catalog').options.connectionString));

test.each([
  ['a table', ''],
  ['a partitioned table', 'partition by list (counted); create table row_counts_rest partition of row_counts default'],
])(
  'a column of %s that no entity has and that must have a value is named, with the statement that lets rows be inserted',
  async (_which, partitions) => {
    await run(
      `create table row_counts (counted text not null, slot int not null, duration text not null) ${partitions}`,
    );
    const insert = `insert into row_counts (counted, slot) values ('products', 1)`;
    await expect(run(insert)).rejects.toThrow('null value in column "duration"');
    const [problem = '', ...others] = await found();
    expect([problem, others]).toEqual([expect.stringContaining('insert into row_counts fails: duration must'), []]);
    await run(problem.slice(problem.indexOf('alter table')));
    expect(await found()).toEqual([]);
    expect((await run(insert)).rowCount).toBe(1);
  },
);

test.each([
  ['may be null', 'row_counts (counted text not null, duration text)'],
  ['has a default', `row_counts (duration text not null default 'once')`],
  ['is numbered by PostgreSQL', 'row_counts (number int not null generated always as identity)'],
  ['is calculated', 'row_counts (slot int, double int not null generated always as (slot * 2) stored)'],
  ['is of a table that no entity has', 'orders (duration text not null)'],
  ['is of an entity', 'row_counts (counted text not null, slot int not null)'],
])('one that %s is not', async (_which, table) => {
  await run(`create table ${table}`);
  expect(await found()).toEqual([]);
});
