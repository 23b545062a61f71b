import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Customer } from '@mizan/contracts';
import { sizeOf } from '@mizan/testing';
import fc from 'fast-check';
import { noPerson } from '../customer/personal-data.ts';
import { startCustomers, type CustomersWorld } from '../customers.test-support.ts';

let world: CustomersWorld;
beforeAll(async () => {
  world = await startCustomers({ nats: false });
});
afterAll(() => world.stop());

/** What one buyer types: few enough values that they meet again and again. */
const buyer = fc.record({
  email: fc.option(fc.constantFrom('a', 'b', 'c')),
  phone: fc.option(fc.constantFrom('1', '2', '3')),
  card: fc.option(fc.constantFrom('x', 'y')),
});
type Typed = { email: string | null; phone: string | null; card: string | null };

let round = 0;
/** The same buyer with marks that no other round has. */
const asBuyer = ({ email, phone, card }: Typed) => ({
  email: email && `${email}${round}@example.com`,
  phone: phone && `+2010${String(round).padStart(4, '0')}000${phone}`,
  cardFingerprint: card && `card-${round}-${card}`,
});

test('whatever buyers type, every id leads to one living guest, marks belong to the guests that list them, and every guest with the buyer’s e-mail is found', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(buyer, { minLength: 2, maxLength: 12 }), async (buyers) => {
      round += 1;
      const ids: string[] = [];
      for (const typed of buyers) {
        const given = asBuyer(typed);
        const { id } = (await world.resolve(given)).body.customer;
        ids.push(id);
        const guest = await world.getCustomer(id);
        expect(guest.id).toBe(id); // never a tombstone
        if (given.email) expect(guest.guestFingerprint.emails).toContain(given.email);
        if (given.phone) expect(guest.guestFingerprint.phones).toContain(given.phone);
      }
      const living = await Promise.all([...new Set(ids)].map((id) => world.getCustomer(id)));
      const guests = [...new Map(living.map((guest) => [guest.id, guest])).values()];
      // An e-mail belongs to one guest only, and is found again.
      const emails = guests.flatMap(({ guestFingerprint }) => guestFingerprint.emails);
      expect(new Set(emails).size).toBe(emails.length);
      for (const guest of guests)
        for (const email of guest.guestFingerprint.emails)
          expect((await world.resolve({ email })).body.customer.id).toBe(guest.id);
      const { rows } = await world.db('customers').query(
        `select 1 from guest_marks m left join customers c on c.id = m.customer_id and c.merged_into is null
         where c.id is null or not (c.guest_emails || c.guest_phones || c.guest_cards) @> array[split_part(m.mark, ':', 2)]
           or (c.guest_emails <> '{}' and m.mark ~ '^card-without-(email|either):')
           or (c.guest_phones <> '{}' and m.mark ~ '^card-without-(phone|either):')`,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: sizeOf({ quick: 10, full: 40 }) },
  );
});

test('a tombstone has nothing of its person, which the survivor has', async () => {
  const [email, phone] = ['tomb@example.com', '+201099999999'];
  const address = { line1: '7 Tomb Street', country: 'EG' };
  const shipping = { name: 'Tomb', address };
  const survivor = (await world.resolve({ email })).body.customer;
  const other = (await world.resolve({ phone, name: 'Tomb', address, shipping, cardFingerprint: 'tomb' })).body
    .customer;
  const db = world.db('customers');
  const listed = `'{"id": "pm_1", "type": "card", "createdAt": "2026-01-01", "version": 0}'`;
  await db.query(
    `update customers set metadata = '{"note": "Tomb"}', latest_payment_method = ${listed} where id = $1`,
    [other.id],
  );
  const merged = (await world.resolve({ email, phone })).body.customer;
  expect(merged).toMatchObject({ id: survivor.id, email, phone, name: 'Tomb', address, shipping });
  expect(merged.metadata).toEqual({ note: 'Tomb' });
  const { rows } = await db.query('select * from customers where id = $1', [other.id]);
  const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const expected = Object.entries(noPerson).map(([name, value]) => [columnOf(name), value] as const);
  expect(rows).toEqual([expect.objectContaining({ ...Object.fromEntries(expected), merged_into: survivor.id })]);
});

test.each([
  { limit: '50 keys', each: 30, kept: 50, text: 'x' },
  { limit: '8 KiB', each: 12, kept: 16, text: 'x'.repeat(499) },
])('metadata of guests that together has more than $limit is kept up to that, of the oldest first', async (given) => {
  const { limit, each, kept, text } = given;
  const [email, phone] = [`${each}@example.com`, `+2010888888${each}`];
  const older = (await world.resolve({ email })).body.customer;
  const younger = (await world.resolve({ phone })).body.customer;
  const patch = (id: string, metadata: object) => world.merchant<Customer>('PATCH', `/customers/${id}`, { metadata });
  const metadataFrom = (first: number, mark: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: each }, (_, i) => [`k${first + i}`, mark + text]));
  await patch(older.id, metadataFrom(0, 'a'));
  await patch(younger.id, metadataFrom(each - 4, 'b'));
  const { metadata } = (await world.resolve({ email, phone })).body.customer;
  expect(metadata).toMatchObject(metadataFrom(0, 'a'));
  expect([limit, Object.keys(metadata).length]).toEqual([limit, kept]);
  expect((await patch(older.id, { k0: 'c' })).status).toBe(200);
});

test('marks of guests who are merged or registered are found by the marks, not among all of the merchant', async () => {
  const db = await world.db('customers').connect();
  await db.query('create table statements (text text)');
  await db.query(`create function record_statement() returns trigger language plpgsql security definer as
    $$ begin insert into statements values (current_query()); return null; end $$`);
  await db.query(
    `create trigger statements after delete on guest_marks for each statement execute function record_statement()`,
  );
  try {
    const [email, phone, registered] = ['plan@example.com', '+201077777777', 'registered@example.com'];
    for (const buyer of [{ email }, { phone }, { email, phone }]) await world.resolve(buyer);
    await world.resolve({ email: registered });
    await world.createCustomer({ email: registered });

    // The table is small. With statistics as without, an index is read by one line of the plan.
    await db.query('set enable_seqscan = off; set enable_bitmapscan = off; analyze guest_marks');
    const { rows } = await db.query<{ text: string }>(`select distinct text from statements`);
    const conditions: string[] = [];
    for (const { text } of rows) {
      const plan = await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      conditions.push(...plan.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('(customer_id = ')));
    }
    expect(conditions).toHaveLength(3); // of these two, and of the marks that the survivor no longer has
    for (const condition of conditions) expect(condition).toMatch(/Index Cond: .*\(mark = ANY /);
  } finally {
    await db.query('reset enable_seqscan; reset enable_bitmapscan');
    await db.query('drop trigger statements on guest_marks');
    await db.query('drop function record_statement');
    await db.query('drop table statements');
    db.release();
  }
});

test('the counts of lists are those of the living', async () => {
  const { rows } = await world
    .db('customers')
    .query<{ count: number }>(`select count(*)::int from customers where type = 'guest' and merged_into is null`);
  const { body } = await world.merchant<{ totalCount: number }>('GET', '/customers?type=guest');
  expect(body.totalCount).toBe(rows[0]?.count);
});
