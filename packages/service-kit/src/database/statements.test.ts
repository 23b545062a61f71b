import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`create table things (id text primary key, name text not null)`);
});
afterAll(() => probe.close());

interface Prepared {
  statement: string;
  calls: number;
}

/** What the transaction's own session has prepared of the statements that mention `marker`. */
const preparedWith = (marker: string, run: (sql: Probe['db']['system']['sql'], i: number) => Promise<unknown>) =>
  probe.db.transact(probeScope, async (tx) => {
    for (let i = 0; i < 3; i++) await run(tx.sql, i);
    return tx.sql<Prepared>`
      select statement, (generic_plans + custom_plans) as calls from pg_prepared_statements
      where position(${marker} in statement) > 0 and statement not like '%pg_prepared_statements%'`;
  });

test('one text with changing values is parsed by Postgres once and run as a prepared statement', async () => {
  const prepared = await preparedWith('one_text', (sql, i) => sql`select ${i}::int as one_text`);
  expect(prepared).toEqual([{ statement: 'select $1::int as one_text', calls: 3 }]);
});

test.each([
  ['int8', `select 9007199254740991::bigint as value`, 9007199254740991],
  ['numeric', `select 12345678901234567890.12::numeric as value`, '12345678901234567890.12'],
  ['timestamptz', `select '2026-01-02T03:04:05.678Z'::timestamptz as value`, new Date('2026-01-02T03:04:05.678Z')],
  ['jsonb', `select '{"a":[1]}'::jsonb as value`, { a: [1] }],
  ['boolean', `select true as value`, true],
  ['int8[]', `select array[1, 9007199254740991]::bigint[] as value`, [1, 9007199254740991]],
])('%s arrives in its documented form, in a transaction and outside', async (_type, text, expected) => {
  const strings = Object.assign([text], { raw: [text] });
  expect(await probe.db.system.one(strings)).toEqual({ value: expected });
  expect(await probe.db.transact(probeScope, (tx) => tx.one(strings))).toEqual({ value: expected });
});

test('an int8 that no number can hold exactly is refused, not rounded', async () => {
  await expect(probe.db.system.one`select 9007199254740993::bigint as value`).rejects.toThrow('bug');
});

test.each([
  ['reads', 'grown_read', (text: TemplateStringsArray) => probe.db.system.sql(text)],
  ['transactions', 'grown_tx', (text: TemplateStringsArray) => probe.db.transact(probeScope, (tx) => tx.sql(text))],
])('a column that a migration adds under a running service costs %s no error', async (_what, table, read) => {
  await probe.asOwner(`create table ${table} (id text); insert into ${table} values ('g')`);
  const text = `select * from ${table}`;
  const strings = Object.assign([text], { raw: [text] });
  const readOnEveryConnection = () => Promise.all(Array.from({ length: 64 }, () => read(strings)));
  await readOnEveryConnection();
  await probe.asOwner(`alter table ${table} add column extra text`);
  for (const rows of await readOnEveryConnection()) expect(rows).toEqual([{ id: 'g', extra: null }]);
});

test.each([
  [3, { value: 7 }],
  [4, /deadlock detected/],
])(
  'a statement of its own that a deadlock ends %i times is executed again, four times at most',
  async (times, expected) => {
    await probe.asOwner(`
    create sequence executed_${times};
    grant usage on sequence executed_${times} to public;
    create function end_by_deadlock_${times}() returns int language plpgsql as $$
      begin
        if nextval('executed_${times}') <= ${times} then
          raise exception 'deadlock detected' using errcode = 'deadlock_detected';
        end if;
        return 7;
      end $$`);
    const text = `select end_by_deadlock_${times}() as value`;
    const executed = probe.db.system.one(Object.assign([text], { raw: [text] }));
    if (expected instanceof RegExp) await expect(executed).rejects.toThrow(expected);
    else expect(await executed).toEqual(expected);
  },
);
