import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sizeOf } from '@mizan/testing';
import fc from 'fast-check';
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

test('the counts of lists are those of the living', async () => {
  const { rows } = await world
    .db('customers')
    .query<{ count: number }>(`select count(*)::int from customers where type = 'guest' and merged_into is null`);
  const { body } = await world.merchant<{ totalCount: number }>('GET', '/customers?type=guest');
  expect(body.totalCount).toBe(rows[0]?.count);
});
