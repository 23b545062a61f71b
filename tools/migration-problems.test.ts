import { expect, test } from '@jest/globals';
import { findProblems, findProblemsOfForm, isChecked } from './migration-problems.ts';
import { explainRemovals } from './migration-removals.ts';

const found = (isTransactional: boolean, ...statements: string[]) =>
  findProblems({ statements, isTransactional, releases: ['0.1.0', '0.2.0'] });
const problems = (isTransactional: boolean, ...statements: string[]) => found(isTransactional, ...statements).length;

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

test.each([
  ['alter table charges rename column day to hour', 'charges.day to hour'],
  ['ALTER TABLE "charges" RENAME "day" TO "hour"', 'charges.day to hour'],
  ['alter table only payments.charges rename day to hour', 'charges.day to hour'],
  ['alter table charges drop column day', 'charges.day'],
  ['alter table "charges" drop if exists "day" cascade', 'charges.day'],
  ['alter table charges add column rate numeric(20,6), drop column day', 'charges.day'],
  ['alter table charges alter column day set not null', 'charges.day'],
  ['alter table charges alter day type bigint using (day::bigint)', 'charges.day'],
  ['alter table charges alter column "day" set data type bigint', 'charges.day'],
  ['alter table charges alter day drop default', 'charges.day'],
  ['alter table charges alter column day set default null', 'charges.day'],
  ['do $$ begin perform 1; end $$; alter table charges drop column day', 'charges.day'],
  ["comment on table charges is '$$'; alter table charges drop column day; select '$$'", 'charges.day'],
  ["-- it's 1\nselect e'\\''; alter table charges drop column day; select '' -- it's 2", 'charges.day'],
])('a column that the release before uses stays as it is: %s', (sql, named) => {
  expect(found(true, sql)).toEqual([expect.stringContaining(named)]);
  expect(problems(true, sql, 'create table charges (id text)')).toBe(1);
  expect(problems(true, 'create table payments.charges (id text)', sql)).toBe(0);
});

test.each([
  ['alter table charges rename to payments', 'charges'],
  ['alter table charges set schema payments', 'charges'],
  ['drop table charges', 'charges'],
  ['drop table if exists payments."charges" cascade', 'charges'],
])('a table that it uses stays, too: %s', (sql, named) => {
  expect(found(true, sql)).toEqual([expect.stringContaining(` ${named}, which the release before`)]);
  expect(problems(true, 'create temporary table charges (id text)', sql)).toBe(0);
});

test('each of several tables and columns is named', () => {
  const several = 'drop table charges, refunds; alter table orders drop column a, drop b, alter c set not null';
  expect(found(true, several).map((problem) => /(?:drops|value of) (\S+),/.exec(problem)?.[1])).toEqual([
    'charges',
    'refunds',
    'orders.a',
    'orders.b',
    'orders.c',
  ]);
});

test.each([
  ['alter table charges rename constraint charges_day to charges_hour'],
  ['alter index charges_day rename to charges_hour'],
  ['alter table charges drop constraint if exists charges_day'],
  ['alter table charges alter column day drop not null, alter column hour set default 0'],
  ["alter table charges add column kind text default 'a, drop column day'"],
  [
    'alter table charges rename to charges_default; create table charges (like charges_default) partition by range (id)',
  ],
  ['-- alter table charges drop column day\nselect 1'],
  ["select 'a; alter table charges drop column day'"],
  ['do $$ begin alter table charges drop column day; alter table charges drop column hour; end $$'],
  ['do $do$ begin; alter table charges drop column day; perform $$ $$; alter table charges drop hour; end $do$'],
])('what takes nothing from it is accepted: %s', (sql) => {
  expect(problems(true, sql)).toBe(0);
});

test('what no release uses any more is dropped by a migration that names it and the first such release', () => {
  const drop = 'alter table charges drop column day, drop column hour';
  expect(problems(true, `${drop} -- unused since 0.2.0: charges.day, charges.hour`)).toBe(0);
  expect(problems(true, `${drop} -- unused since 0.2.0: charges.day`)).toBe(1);
  expect(problems(true, `${drop} -- unused since 0.2.0: day, hour`)).toBe(2);
  expect(problems(true, `${drop} -- never null since 0.2.0: charges.day, charges.hour`)).toBe(2);
  expect(problems(true, 'drop table charges -- unused since 0.1.0: charges')).toBe(0);
  expect(problems(true, 'alter table charges alter day set not null -- never null since 0.2.0: charges.day')).toBe(0);
});

test('a default without which an insert of the release before would fail is dropped once every release writes the column', () => {
  const drop = 'alter table "charges" alter column "hour" drop default';
  expect(found(true, drop)).toEqual([expect.stringContaining('with `-- written since <version>: charges.hour`')]);
  expect(problems(true, 'alter table charges add column hour int not null default 0', drop)).toBe(1);
  expect(problems(true, `${drop} -- unused since 0.2.0: charges.hour`)).toBe(1);
  expect(problems(true, `${drop} -- written since 0.3.0: charges.hour`)).toBe(2);
  expect(problems(true, `${drop} -- written since 0.2.0: charges.hour`)).toBe(0);
});

test('a release that is not out yet does not count, and a rename is never allowed', () => {
  const [unreleased, dropped] = found(true, 'alter table charges drop column day -- unused since 0.3.0: charges.day');
  expect(unreleased).toContain('0.3.0, which is not released');
  expect(dropped).toContain('drops charges.day');
  expect(problems(true, 'alter table charges rename day to hour -- unused since 0.2.0: charges.day')).toBe(1);
});

test('a statement that begins with the claim is refused: the check of down() would not see it', () => {
  expect(problems(true, '-- unused since 0.2.0: charges.day\nalter table charges drop column day')).toBe(1);
});

test('of a renamed property, the statement to add is explained and not printed', () => {
  const add = 'alter table "charges" add column "rate" numeric(20,6) null;';
  const pending = `${add}\nalter table "charges" rename column "day" to "hour";`;
  const [first, second, ...others] = explainRemovals(pending).split('\n');
  expect(first).toBe(add);
  expect(second).toContain('renames charges.day to hour');
  expect(second).toContain('add hour, write both');
  expect(second).not.toContain('rename column');
  expect(others).toEqual([]);
});

test('of a statement that adds and drops, what it adds is printed below the explanation', () => {
  const pending = [
    `alter table "charges" add column "rateOf" numeric(20,6) null, drop column "day", add "kind" text default 'a, drop b';`,
    'drop table "orders"; create index "charges_kind" on "charges" ("kind");',
  ].join('\n');
  const [day, added, orders, ...others] = explainRemovals(pending).split('\n');
  expect(day).toMatch(/^-- refused, as it drops charges\.day,/);
  expect(added).toBe(
    `alter table "charges" add column "rateOf" numeric(20,6) null, add "kind" text default 'a, drop b';`,
  );
  expect(orders).toMatch(/^-- refused, as it drops orders,/);
  expect(others).toEqual(['create index "charges_kind" on "charges" ("kind");']);
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
