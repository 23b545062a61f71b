import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sqlState } from '../database/postgres-errors.ts';
import { openProbe, probeScope, type Probe } from '../open-probe.test-support.ts';
import { describeError } from './describe-error.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
  await probe.asOwner(`create table people (email text unique, age int constraint people_adult check (age >= 18))`);
});
afterAll(() => probe.close());

const thrownBy = (run: () => Promise<unknown>) =>
  run().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
const insert = (email: string, age: unknown) =>
  probe.db.transact(probeScope, (tx) => tx.sql`insert into people values (${email}, ${age})`);

test('a violated constraint is described by its code and name, without the row', async () => {
  const thrown = await thrownBy(() => insert('ada@example.com', 17));
  const described = describeError(thrown);
  expect(described).toMatchObject({ code: '23514', constraint: 'people_adult' });
  expect(JSON.stringify(described)).not.toContain('ada@example.com');
});

test('a duplicate is described without the value that exists already', async () => {
  await insert('ada@example.com', 18);
  const described = describeError(await thrownBy(() => insert('ada@example.com', 19)));
  expect(described).toMatchObject({ code: '23505' });
  expect(JSON.stringify(described)).not.toContain('ada@example.com');
});

test('a value that Postgres cannot convert is not repeated', async () => {
  const described = describeError(await thrownBy(() => insert('ada@example.com', 'quite "secret" age')));
  expect(described.code).toBe('22P02');
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('text that is not JSON is not repeated', async () => {
  const described = describeError(await thrownBy(async () => JSON.parse('{"a": secret"')));
  expect(described.name).toBe('SyntaxError');
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('causes are described to the last one, and an error that is its own cause is finite', () => {
  const bottom = new Error('bottom');
  const described = describeError(new Error('top', { cause: new Error('middle', { cause: bottom }) }));
  expect(described.cause?.cause?.message).toBe('bottom');
  bottom.cause = bottom;
  expect(() => JSON.stringify(describeError(bottom))).not.toThrow();
  expect(sqlState(bottom)).toBeUndefined();
});

test('a thrown value that is not an Error is described as text', () => {
  expect(describeError('broken')).toEqual({ message: 'broken' });
});
