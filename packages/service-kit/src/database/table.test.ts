import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { fragment, render } from './sql.ts';
import { acrossMerchants, own, table } from './table.ts';

interface ThingRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  amountLeft: number | null;
  labels: string[];
  details: Record<string, unknown> | null;
  asWritten: Record<string, unknown>;
  sealed: Buffer;
  createdAt: Date;
}
const things = table<ThingRow>('things', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  amountLeft: 'bigint',
  labels: 'text[]',
  details: 'jsonb',
  asWritten: 'json',
  sealed: 'bytea',
  createdAt: 'timestamptz(3)',
});

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`create table things (
    id text primary key, merchant_id text not null, livemode boolean not null, amount_left bigint default 7,
    labels text[] not null, details jsonb, as_written json not null, sealed bytea not null, created_at timestamptz(3) not null)`);
});
afterAll(() => probe.close());

const thing = (id: string, changes: Partial<ThingRow> = {}): ThingRow => ({
  id,
  ...probeScope,
  amountLeft: 9_007_199_254_740_991,
  labels: ['a', 'with "quotes", commas'],
  details: { z: [1, null], a: { b: 'ü' } },
  asWritten: { z: 1, a: 2 },
  sealed: Buffer.from([0, 255, 10]),
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  ...changes,
});
const read = (id: string) =>
  probe.db.reader(probeScope)
    .one<ThingRow>`select ${things.columns} from things where ${own(probe.db.reader(probeScope))} and id = ${id}`;

describe('rows', () => {
  test('are inserted and come back as they were, one by one and together', async () => {
    await probe.db.transact(probeScope, (tx) => tx.sql`${things.insert([thing('one')])}`);
    await probe.db.transact(
      probeScope,
      (tx) => tx.sql`${things.insert([thing('two'), thing('three', { details: null })])}`,
    );
    expect(await read('one')).toEqual(thing('one'));
    expect(await read('two')).toEqual(thing('two'));
    expect(await read('three')).toEqual(thing('three', { details: null }));
  });
  test('keep the order of fields in a json column', async () => {
    expect(Object.keys((await read('two'))?.asWritten ?? {})).toEqual(['z', 'a']);
  });
  test('get the default of a column that they leave out', async () => {
    const { amountLeft: _left, ...rest } = thing('defaulted');
    await probe.db.transact(probeScope, (tx) => tx.sql`${things.insert([rest])}`);
    expect(await read('defaulted')).toMatchObject({ amountLeft: 7 });
  });
  test('with a condition are inserted only where it holds', async () => {
    await probe.db.transact(probeScope, async (tx) => {
      const isNew = (id: string) => fragment`not exists (select 1 from things where ${own(tx)} and id = ${id})`;
      await tx.sql`${things.insertWhere(isNew('conditional'), thing('conditional'))}`;
      await tx.sql`${things.insertWhere(isNew('conditional'), thing('second'))}`;
    });
    expect(await read('conditional')).toEqual(thing('conditional'));
    expect(await read('second')).toBeUndefined();
  });
  test('are inserted from a select', async () => {
    await probe.db.transact(
      probeScope,
      (tx) => tx.sql`
        ${things.into('id', 'merchantId', 'livemode', 'labels', 'asWritten', 'sealed', 'createdAt')}
        select 'copied', merchant_id, livemode, labels, as_written, sealed, created_at from things where ${own(tx)} and id = 'one'`,
    );
    expect(await read('copied')).toEqual(thing('copied', { amountLeft: 7, details: null }));
  });
  test('that differ in their properties are refused, and so are none', () => {
    const { amountLeft: _left, ...rest } = thing('b');
    expect(() => things.insert([thing('a'), rest])).toThrow('bug');
    expect(() => things.insert([rest, thing('a')])).toThrow('bug');
    expect(() => things.insert([])).toThrow('bug');
  });
  test('change what is named, by value or by expression, and nothing else', async () => {
    await probe.db.transact(
      probeScope,
      (tx) => tx.sql`
        update things set ${things.set({ details: { now: true }, labels: undefined, amountLeft: fragment`amount_left - ${1}` })}
        where ${own(tx)} and id = 'one'`,
    );
    expect(await read('one')).toEqual(thing('one', { details: { now: true }, amountLeft: 9_007_199_254_740_990 }));
    expect(() => things.set({})).toThrow('bug');
  });
});

test('the tenancy predicate hides rows of another merchant and of the other mode', async () => {
  for (const scope of [
    { ...probeScope, merchantId: 'acct_other' },
    { ...probeScope, livemode: !probeScope.livemode },
  ]) {
    const reader = probe.db.reader(scope);
    expect(await reader.sql`select 1 from things where ${own(reader, 'things')}`).toEqual([]);
  }
  expect((await probe.db.system.sql`select 1 from things where ${acrossMerchants}`).length).toBeGreaterThan(0);
});

test('the same statement is rendered once, whatever its values are', () => {
  const insert = (id: string) => render(['', ''], [things.insert([thing(id)])]).text;
  expect(insert('a')).toBe(insert('b'));
  const change = (left: number) => things.set({ amountLeft: left }).strings;
  expect(change(1)).toBe(change(2));
});

test.each([
  ['insert into things (id) values (1)'],
  ['update things set id = 1'],
  ['update only things as t set id = 1'],
  ['with gone as (delete from things returning 1) select * from gone'],
  ['select * from things for update'],
  ['select * from things for no key update skip locked'],
  ['select * from things for key share'],
  ['MERGE INTO things using things as t on true when matched then do nothing'],
])('the reader of a query refuses: %s', async (text) => {
  const strings = Object.assign([text], { raw: [text] });
  await expect(probe.db.reader(probeScope).sql(strings)).rejects.toThrow('bug: a query writes');
});

test('the reader of a query reads what merely sounds like writing', async () => {
  const reader = probe.db.reader(probeScope);
  expect(await reader.one`select 'updated' as updated_at, 1 as for_update, 2 as "insert"`).toEqual({
    updatedAt: 'updated',

    forUpdate: 1,
    insert: 2,
  });
});
