import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startCustomers, unknownBuyer, type CustomersWorld } from '../customers.test-support.ts';

let world: CustomersWorld;
beforeAll(async () => {
  world = await startCustomers({ nats: false });
});
afterAll(() => world.stop());

let number = 0;
/** An e-mail, a phone and a card that no other test uses. */
const marks = () => {
  number += 1;
  return {
    email: `Buyer${number}@example.com`,
    phone: `+2010${String(number).padStart(8, '0')}`,
    cardFingerprint: `card${number}`,
  };
};
const resolved = async (...request: Parameters<CustomersWorld['resolve']>) =>
  (await world.resolve(...request)).body.customer;

test('a guest whose e-mail another checkout takes in the same moment is recognized by it, without an error', async () => {
  const { email, cardFingerprint } = marks();
  const guest = await resolved({ email: null, cardFingerprint });
  const other = await world.db('customers').connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', 'cus_other', 'email', $2::text))).*
       from customers c where id = $1`,
      [guest.id, email],
    );
    const resolving = resolved({ email, cardFingerprint });
    await eventually(async () => {
      // On a connection of its own: a transaction sees the activity as it was when it first looked.
      const waiting = await world
        .db('customers')
        .query(`select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`);
      expect(waiting.rowCount).toBe(1);
    });
    await other.query('commit');
    expect([guest.id, 'cus_other']).toContain((await resolving).id);
  } finally {
    await other.query('rollback');
    other.release();
  }
});

describe('an unknown buyer', () => {
  test('becomes a guest with the details of the checkout', async () => {
    const { email, cardFingerprint } = marks();
    const customer = await resolved({
      email,
      name: 'Nour',
      phone: '0100 999 8877',
      address: { city: 'Giza', country: 'EG' },
      shipping: { name: 'Home', address: { city: 'Giza' } },
      cardFingerprint,
      currency: 'SAR',
    });
    expect(customer).toMatchObject({
      type: 'guest',
      name: 'Nour',
      email,
      phone: '+201009998877',
      address: { city: 'Giza', country: 'EG' },
      shipping: { name: 'Home', address: { city: 'Giza' } },
      metadata: {},
    });
    const stored = await world.getCustomer(customer.id);
    expect(stored).toMatchObject({
      currency: 'SAR',
      guestFingerprint: {
        emails: [email.toLowerCase()],
        phones: ['+201009998877'],
        cardFingerprints: [{ fingerprint: cardFingerprint }],
      },
    });
    expect(await world.eventsOf(customer.id)).toEqual([{ type: 'customer.created', version: 1, object: stored }]);
  });

  test('is registered when every purchase creates a customer and there is an e-mail', async () => {
    expect(await resolved({ ...marks(), customerCreation: 'always' })).toMatchObject({ type: 'registered' });
    expect(await resolved({ ...marks(), email: null, customerCreation: 'always' })).toMatchObject({ type: 'guest' });
  });

  test('without any details is a new guest each time', async () => {
    expect((await resolved({})).id).not.toBe((await resolved({})).id);
  });

  test('is created once when twenty checkouts with one e-mail start at once', async () => {
    const { email } = marks();
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await resolved({ email })).id));
    expect(new Set(ids).size).toBe(1);
    expect(await world.eventsOf(ids[0] ?? '')).toHaveLength(1);
  });

  test('is created once for one idempotency key', async () => {
    const [first, second] = [await world.resolve({}, 'again'), await world.resolve({}, 'again')];
    expect(second.body).toEqual(first.body);
  });
});

describe('a buyer is recognized', () => {
  test('by an e-mail, regardless of case, before anything else', async () => {
    const [byEmail, byPhone] = [marks(), marks()];
    const { id } = await resolved({ email: byEmail.email });
    await resolved({ phone: byPhone.phone });
    expect((await resolved({ email: byEmail.email.toUpperCase(), phone: byPhone.phone })).id).toBe(id);
  });

  test('by an e-mail that the guest used before', async () => {
    const { phone, email } = marks();
    const old = marks().email;
    const { id } = await resolved({ phone, email: old });
    await world.db('customers').query('update customers set email = $2 where id = $1', [id, email]);
    expect((await resolved({ email: old })).id).toBe(id);
  });

  test('by a phone, unless the e-mails contradict', async () => {
    const { phone } = marks();
    const { id } = await resolved({ phone });
    expect((await resolved({ phone })).id).toBe(id);
    const { email } = marks();
    expect(await resolved({ phone, email })).toMatchObject({ id, email }); // it had none
    expect((await resolved({ phone, email: marks().email })).id).not.toBe(id);
    expect((await resolved({ phone })).id).toBe(id); // the oldest of two
  });

  test('by a phone that many share as the oldest of them, unless there is an e-mail', async () => {
    const { phone } = marks();
    const { id } = await resolved({ phone, email: marks().email });
    for (let i = 0; i < 60; i++) await resolved({ phone, email: marks().email });
    expect((await resolved({ phone })).id).toBe(id);
    const { email } = marks();
    const other = await resolved({ phone, email });
    expect(other.id).not.toBe(id);
    expect((await resolved({ phone: marks().phone, email })).id).toBe(other.id);
  });

  test('by a card, unless e-mails or phones contradict', async () => {
    const { cardFingerprint, phone, email } = marks();
    const { id } = await resolved({ cardFingerprint, phone, email });
    expect((await resolved({ cardFingerprint })).id).toBe(id);
    expect((await resolved({ cardFingerprint, phone: marks().phone })).id).not.toBe(id);
    expect((await resolved({ cardFingerprint, email: marks().email })).id).not.toBe(id);
  });

  test('by a card whose guest had no e-mail or phone yet, however many others paid with it', async () => {
    const { cardFingerprint, phone, email } = marks();
    for (let i = 0; i < 60; i++) await resolved({ cardFingerprint, phone: marks().phone, email: marks().email });
    const { id } = await resolved({ cardFingerprint, phone });
    expect((await resolved({ cardFingerprint, email })).id).toBe(id);
    expect((await resolved({ cardFingerprint, phone: marks().phone })).id).not.toBe(id);
  });

  test('by a card of several people as the oldest of them, who stay apart', async () => {
    const { cardFingerprint } = marks();
    const [one, other] = [
      await resolved({ cardFingerprint, email: marks().email }),
      await resolved({ cardFingerprint, email: marks().email }),
    ];
    expect((await resolved({ cardFingerprint })).id).toBe(one.id);
    expect((await world.getCustomer(other.id)).id).toBe(other.id);
  });

  test('no longer by the card of a guest that the merchant registered', async () => {
    const { cardFingerprint, email } = marks();
    const { id } = await resolved({ cardFingerprint, email });
    expect((await world.createCustomer({ email })).id).toBe(id);
    expect((await resolved({ cardFingerprint })).id).not.toBe(id);
    const { rows } = await world.db('customers').query('select mark from guest_marks where customer_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('as the guest of an earlier attempt, who gets the new card; never as a deleted guest', async () => {
    const [first, second, third] = [marks(), marks(), marks()].map(({ cardFingerprint }) => cardFingerprint);
    const { id } = await resolved({ cardFingerprint: first });
    expect((await resolved({ cardFingerprint: second, earlierGuestId: id })).id).toBe(id);
    expect((await resolved({ earlierGuestId: id })).id).toBe(id);
    expect((await resolved({ cardFingerprint: second })).id).toBe(id);
    expect((await resolved({ cardFingerprint: third, earlierGuestId: 'cus_deleted' })).id).not.toBe(id);
  });

  test('by the card of the next attempt, and the guest of the earlier attempt is merged into its owner', async () => {
    const [owner, earlier] = [marks(), marks()];
    const { id } = await resolved({ cardFingerprint: owner.cardFingerprint, email: owner.email });
    const guest = await resolved({ cardFingerprint: earlier.cardFingerprint });
    const buyer = { cardFingerprint: owner.cardFingerprint, earlierGuestId: guest.id };
    expect((await resolved(buyer)).id).toBe(id);
    expect((await world.getCustomer(guest.id)).id).toBe(id);
    expect((await resolved({ ...buyer, email: marks().email })).id).not.toBe(id);
  });

  test('not by a phone or a card of a registered customer', async () => {
    const { phone, cardFingerprint } = marks();
    const registered = await world.createCustomer({ phone });
    const guest = await resolved({ phone, cardFingerprint });
    expect(guest.id).not.toBe(registered.id);
  });

  test('never as another merchant’s or the other mode’s customer', async () => {
    const { email } = marks();
    const { id } = await resolved({ email });
    for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
      const call = world.siblingClient('customers', 'checkout', merchant);
      const buyer = { ...unknownBuyer, email };
      const { body } = await call<{ customer: { id: string } }>('POST', '/internal/calls/resolveCustomer', buyer, {
        idempotencyKey: 'k',
      });
      expect(body.customer.id).not.toBe(id);
      const chosen = await call(
        'POST',
        '/internal/calls/resolveCustomer',
        { ...buyer, customerId: id },
        { idempotencyKey: 'l' },
      );
      expect(chosen.body.error).toMatchObject({ code: 'resource_missing', param: 'customerId' });
    }
  });
});

describe('guests who turn out to be one person', () => {
  /** Two guests: one known by an e-mail, the other by a phone. */
  const two = async () => {
    const { email, phone, cardFingerprint } = marks();
    const older = await resolved({ email, name: 'Older', currency: 'SAR' });
    const younger = await resolved({ phone, cardFingerprint, name: 'Younger', address: { city: 'Cairo' } });
    return { email, phone, cardFingerprint, older, younger };
  };

  test('become the oldest, which has the values of both; the other id leads to it', async () => {
    const { email, phone, cardFingerprint, older, younger } = await two();
    expect((await resolved({ email, phone })).id).toBe(older.id);
    const survivor = await world.getCustomer(older.id);
    expect(survivor).toMatchObject({
      name: 'Older',
      email,
      phone,
      address: { city: 'Cairo' },
      guestFingerprint: {
        emails: [email.toLowerCase()],
        phones: [phone],
        cardFingerprints: [{ fingerprint: cardFingerprint }],
      },
    });
    expect(await world.getCustomer(younger.id)).toEqual(survivor);
    expect((await resolved({ cardFingerprint })).id).toBe(older.id);
  });

  test('are published: one as deleted with mergedInto, the other as updated', async () => {
    const { email, phone, older, younger } = await two();
    const last = await world.getCustomer(younger.id);
    await resolved({ email, phone });
    expect((await world.eventsOf(younger.id)).slice(1)).toEqual([
      { type: 'customer.deleted', version: 2, object: last, mergedInto: older.id },
    ]);
    expect((await world.eventsOf(older.id)).slice(1)).toEqual([
      {
        type: 'customer.updated',
        version: 2,
        object: await world.getCustomer(older.id),
        previousAttributes: expect.objectContaining({ phone: null, address: null }) as unknown,
      },
    ]);
  });

  test('are one in lists and counts', async () => {
    const count = async () =>
      (await world.merchant<{ totalCount: number }>('GET', '/customers?type=guest')).body.totalCount;
    const { email, phone, younger } = await two();
    const before = await count();
    await resolved({ email, phone });
    expect(await count()).toBe(before - 1);
    const { body } = await world.merchant<{ data: unknown[] }>('GET', `/customers?search=${younger.id}`);
    expect(body.data).toEqual([]);
  });

  test('are merged once when twenty checkouts find them at the same time, through chains of merges', async () => {
    const all = Array.from({ length: 4 }, marks);
    const guests = [];
    for (const { phone, cardFingerprint } of all) guests.push(await resolved({ phone, cardFingerprint }));
    const bridges = all.slice(1).map(({ cardFingerprint }, index) => ({ phone: all[index]?.phone, cardFingerprint }));
    // A card does not bridge two phones that contradict each other, a phone without a card does.
    await Promise.all(Array.from({ length: 20 }, (_, i) => resolved(bridges[i % 3] ?? {})));
    expect(new Set(await Promise.all(guests.map(async ({ id }) => (await world.getCustomer(id)).id))).size).toBe(4);

    const emails = Array.from({ length: 4 }, () => marks().email);
    const byEmail = [];
    for (const email of emails) byEmail.push(await resolved({ email }));
    const phone = marks().phone;
    await world
      .db('customers')
      .query(`update customers set guest_phones = array[$1] where id = any($2)`, [phone, byEmail.map(({ id }) => id)]);
    await world
      .db('customers')
      .query(
        `insert into guest_marks (merchant_id, livemode, mark, customer_id) select 'acct_test', false, 'phone:' || $1, id from unnest($2::text[]) as id`,
        [phone, byEmail.map(({ id }) => id)],
      );
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await resolved({ phone })).id));
    expect(new Set(ids)).toEqual(new Set([byEmail[0]?.id]));
    for (const { id } of byEmail) expect((await world.getCustomer(id)).id).toBe(byEmail[0]?.id);
    for (const { id } of byEmail.slice(1))
      expect((await world.eventsOf(id)).map(({ type }) => type)).toEqual(['customer.created', 'customer.deleted']);
  });

  test('are never merged with a registered customer', async () => {
    const { email, phone, cardFingerprint } = marks();
    const guest = await resolved({ phone, cardFingerprint });
    const registered = await world.createCustomer({ email });
    expect((await resolved({ email, phone, cardFingerprint })).id).toBe(registered.id);
    expect(await world.getCustomer(guest.id)).toMatchObject({ id: guest.id, type: 'guest' });
  });
});

describe('a known guest', () => {
  test('gets new marks and missing details, and publishes what changed', async () => {
    const { email, phone, cardFingerprint } = marks();
    const { id } = await resolved({ email });
    await resolved({ email, phone, cardFingerprint, name: 'Late', address: { city: 'Cairo' } });
    const guest = await world.getCustomer(id);
    expect(guest).toMatchObject({
      name: 'Late',
      phone,
      address: { city: 'Cairo' },
      guestFingerprint: { phones: [phone], cardFingerprints: [{ fingerprint: cardFingerprint }] },
    });
    const [, updated, ...more] = await world.eventsOf(id);
    expect(updated).toMatchObject({ type: 'customer.updated', version: 2, object: guest });
    expect(updated?.previousAttributes).toMatchObject({ name: null, phone: null, address: null });
    expect(more).toEqual([]);
  });

  test('publishes nothing when the checkout knows nothing new', async () => {
    const buyer = { ...marks(), name: 'Same', address: { line1: 'b', city: 'a' } };
    const { id } = await resolved(buyer);
    await resolved({ ...buyer, address: { city: 'a', line1: 'b' } });
    expect(await world.eventsOf(id)).toHaveLength(1);
  });

  test('keeps the newest twenty marks of a kind', async () => {
    const { email } = marks();
    const { id } = await resolved({ email });
    for (let i = 1; i <= 22; i++) await resolved({ email, cardFingerprint: `many${i}` });
    const { guestFingerprint } = await world.getCustomer(id);
    expect(guestFingerprint.cardFingerprints.map(({ fingerprint }) => fingerprint)).toEqual(
      Array.from({ length: 20 }, (_, i) => `many${i + 3}`),
    );
    expect((await resolved({ cardFingerprint: 'many22' })).id).toBe(id);
    expect((await resolved({ cardFingerprint: 'many1' })).id).not.toBe(id);
  });
});

describe('a request that changes nothing', () => {
  const keysAndEvents = async () => {
    const { rows } = await world
      .db('customers')
      .query('select (select count(*) from idempotency_keys) as keys, (select count(*) from outbox) as events');
    return rows[0] as unknown;
  };

  test('writes nothing: for a guest, for a registered customer, and for one that the merchant chose', async () => {
    const buyer = { ...marks(), name: 'Known', address: { city: 'Giza' } };
    const guest = await resolved(buyer);
    const registered = await world.createCustomer({ email: marks().email });
    const before = await keysAndEvents();
    expect(await resolved(buyer)).toEqual(guest);
    expect((await resolved({ email: registered.email, name: 'Stranger' })).id).toBe(registered.id);
    const chosen = {
      customerId: registered.id,
      email: 'other@example.com',
      customerUpdate: { name: 'never' },
    } as const;
    expect((await resolved(chosen)).id).toBe(registered.id);
    expect(await keysAndEvents()).toEqual(before);
    await resolved({ ...buyer, cardFingerprint: 'another' });
    expect(await keysAndEvents()).not.toEqual(before);
  });

  test('finds the same customer when it is repeated after a merge: the survivor, to whom the first id leads', async () => {
    const [elder, younger] = [marks(), marks()];
    const { id } = await resolved({ email: elder.email });
    const first = await resolved({ phone: younger.phone }, 'before-merge');
    expect((await resolved({ phone: younger.phone }, 'unchanged')).id).toBe(first.id);
    await resolved({ email: elder.email, phone: younger.phone });
    expect((await world.getCustomer(first.id)).id).toBe(id);
    for (const key of ['before-merge', 'unchanged'])
      expect((await resolved({ phone: younger.phone }, key)).id).toBe(id);
  });

  test('does not stand for the one that had an effect: where a repeat finds no one, it gets the first answer', async () => {
    const { email, cardFingerprint } = marks();
    const created = await world.resolve({ email, cardFingerprint }, 'creates');
    const known = await world.resolve({ cardFingerprint }, 'finds');
    expect(known.body.customer.id).toBe(created.body.customer.id);
    const added = await world.resolve({ cardFingerprint, name: 'Added' }, 'adds');
    await world.createCustomer({ email }); // the merchant registers the guest: its card is forgotten
    expect((await world.resolve({ cardFingerprint, name: 'Added' }, 'adds')).body).toEqual(added.body);
  });
});

describe('a registered customer', () => {
  test('is not changed by a buyer who only types its e-mail', async () => {
    const customer = await world.createCustomer({ email: marks().email });
    await resolved({ email: customer.email, name: 'Stranger', phone: marks().phone, cardFingerprint: 'c' });
    expect(await world.getCustomer(customer.id)).toEqual(customer);
  });

  test('chosen by the merchant gets missing details', async () => {
    const { phone, email } = marks();
    const { id } = await world.createCustomer({ phone });
    await resolved({ customerId: id, email, name: 'Filled', phone: marks().phone, address: { city: 'Cairo' } });
    const filled = await world.getCustomer(id);
    expect(filled).toMatchObject({ name: 'Filled', email, phone });
    expect(filled.address).toBeUndefined();
    const withoutEmail = await world.createCustomer({ phone: marks().phone, name: 'Known' });
    const typed = { customerId: withoutEmail.id, email: marks().email };
    expect(await resolved(typed)).toMatchObject({ id: withoutEmail.id, email: typed.email });
  });

  test('chosen by the merchant is overwritten where the session says auto', async () => {
    const { id, email } = await world.createCustomer({ email: marks().email, name: 'Old', address: { city: 'Old' } });
    const buyer = {
      customerId: id,
      email: marks().email,
      name: 'New',
      address: { city: 'New' },
      shipping: { name: 'New' },
    };
    await resolved({ ...buyer, customerUpdate: { name: 'never' } });
    expect(await world.getCustomer(id)).toMatchObject({ name: 'Old', address: { city: 'Old' } });
    const summary = await resolved({ ...buyer, customerUpdate: { name: 'auto', address: 'auto', shipping: 'auto' } });
    expect(summary).toMatchObject({ name: 'New', address: { city: 'New' }, shipping: { name: 'New' }, email });
  });

  test('chosen by the merchant keeps the saved address when the buyer gives a recipient alone', async () => {
    const shipping = { name: 'Mona', phone: '0100', address: { line1: '1 Nile St' } };
    const { id } = await world.createCustomer({ email: marks().email, shipping });
    await world.merchant('PATCH', `/customers/${id}`, { shipping: { ...shipping, address: { line1: '2 Sea Rd' } } });
    await resolved({ customerId: id, shipping: { name: 'Hoda' }, customerUpdate: { shipping: 'auto' } });
    expect((await world.getCustomer(id)).shipping).toEqual({
      name: 'Hoda',
      phone: '0100',
      address: { line1: '2 Sea Rd' },
    });
  });

  test('chosen by the merchant does not take the e-mail of another', async () => {
    const { email } = await world.createCustomer({ email: marks().email });
    const { id } = await world.createCustomer({ phone: marks().phone });
    expect(await resolved({ customerId: id, email })).not.toHaveProperty('email');
  });

  test('that is unknown is 404', async () => {
    const { status, body } = await world.resolve({ customerId: 'cus_unknown' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'resource_missing', param: 'customerId' } });
  });
});
