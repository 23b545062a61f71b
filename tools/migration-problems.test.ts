import { expect, test } from '@jest/globals';
import { findProblems, findProblemsOfForm, isChecked } from './migration-problems.ts';

const problems = (isTransactional: boolean, ...statements: string[]) =>
  findProblems({ statements, isTransactional }).length;

test.each([
  ['create index charges_day on charges (day)'],
  ['CREATE UNIQUE INDEX "charges_day"\n  ON "charges" ("day")'],
  ['create index if not exists charges_day on only charges using gin (day)'],
  ['create index on charges (day)'],
  ['alter table charges add column day int; create index charges_day on charges (day)'],
  ['alter table charges add constraint charges_day check (day > 0)'],
  ['alter table "charges" add unique (day)'],
  ['alter table charges add column sku text not null'],
  ['alter table "charges" add "day" int null, add "sku" text not null'],
  ['alter table charges add column rate numeric(20,6) not null'],
  ["alter table charges add column kind text check (kind in ('a', 'b')) not null"],
  ["alter table charges add column kind text not null check (kind <> 'default')"],
  ['alter table charges add column id2 text primary key'],
  ['alter table charges add column sku text constraint charges_sku unique'],
  ['alter table charges add column sku text unique'],
  ["alter table charges add column kind text check (kind in ('a', 'b'))"],
  ['alter table charges add column parent text references charges (id)'],
  ['alter table charges add column sku uuid default gen_random_uuid()'],
  [
    'alter table charges add constraint new_day check (day > 0) not valid; alter table charges validate constraint new_day',
  ],
  ['alter table charges add column hour int; alter table "charges" validate constraint charges_day'],
  ['alter table charges add column hour int, validate constraint charges_day'],
])('a migration that stops writers or fails on old rows is refused: %s', (sql) => {
  expect(problems(true, sql)).toBe(1);
  expect(problems(true, 'create table refunds (id text)', sql)).toBe(1);
  expect(problems(true, 'create table if not exists "charges" (id text)', sql)).toBe(0);
});

test.each([
  ['alter table charges add day int'],
  ['alter table charges add column packed bytea, alter column payload drop not null'],
  ["alter table charges add column sku text not null default ''"],
  ["alter table charges add column sku text default 'unique check'"],
  ['alter table charges add column seen_at timestamptz not null default now()'],
  ["alter table charges add column sku text not null default coalesce('a', 'b')"],
  ['alter table charges add column day int generated always as (1) stored not null'],
  ['alter table charges add constraint charges_day check (day is not null) not valid'],
  ['alter table charges add constraint charges_day check (day > 0) not valid'],
  ['alter table charges validate constraint charges_day'],
  ['alter table charges validate constraint charges_day, validate constraint "charges_hour"'],
  ['alter table refunds add column hour int; alter table charges validate constraint charges_day'],
  ['alter table charges add constraint charges_day unique using index charges_day'],
  ['drop index charges_day'],
  ['-- create index charges_day on charges (day)\nselect 1'],
])('one that does not is not: %s', (sql) => {
  expect(problems(true, sql)).toBe(0);
});

test('an index that is built beside writers is built outside a transaction', () => {
  const sql = 'create index concurrently charges_day on charges (day)';
  expect(problems(true, sql)).toBe(1);
  expect(problems(false, sql)).toBe(0);
});

test('a constraint that is validated outside the transaction that adds it holds up no writer', () => {
  const add = 'alter table charges add constraint charges_day check (day > 0) not valid';
  expect(problems(false, add, 'alter table charges validate constraint charges_day')).toBe(0);
});

test('a migration is named after its time, and can be undone', () => {
  expect(findProblemsOfForm({ name: '20261201120000_order_notes', canBeUndone: true })).toEqual([]);
  expect(findProblemsOfForm({ name: 'order_notes', canBeUndone: true })).toHaveLength(1);
  expect(findProblemsOfForm({ name: '20261201120000_order_notes', canBeUndone: false })).toHaveLength(1);
});

test('migrations up to the first release are as they are', () => {
  expect(['00000000000000_kit_tables', 'Migration20261121130000', '20261121235959_last'].filter(isChecked)).toEqual([]);
  expect(['20261122000000_first', 'Migration20270101000000', '00000000000001_kit_modes'].every(isChecked)).toBe(true);
});
