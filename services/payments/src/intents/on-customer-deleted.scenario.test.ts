import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { envelope, openEventSource, sampleGuest } from '@mizan/testing';
import { noEvidence } from '../payment/dispute.resource.ts';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

const many = 1_100;
const gone = new Set<string>();
/** What happens once, while customers answers about a customer. */
const meanwhile = new Map<string, () => Promise<void>>();
/** Ids of merged guests, and where they lead. */
const merged = new Map<string, string>();
let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    nats: true,
    answers: {
      getCustomerSummary: async ({ customerId }: { customerId: string }) => {
        const happen = meanwhile.get(customerId);
        meanwhile.delete(customerId);
        await happen?.();
        if (gone.has(customerId)) throw new Problem('resource_missing', 'No such customer.', { param: 'customerId' });
        const id = merged.get(customerId) ?? customerId;
        return { customer: { id, type: 'registered', name: 'Mona', email: 'mona@example.com', metadata: {} } };
      },
    },
  });
});
afterAll(() => world.stop());

const query = <Row extends object>(text: string, ...values: unknown[]) =>
  world
    .db('payments')
    .query<Row>(text, values)
    .then(({ rows }) => rows);

/** Copies a row with another id and so many others beside it. */
async function copy(table: string, id: string, changed = ''): Promise<void> {
  const [columns] = await query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'checkout_session_id', 'payment_intent_id')`,
  );
  const set = changed === '' ? ['', ''] : [`${changed}, `, `${changed} || n, `];
  await query(
    `insert into ${table} (id, ${set[0]}${columns?.names})
     select id || n, ${set[1]}${columns?.names} from ${table}, generate_series(2, ${many}) as n where id = $1`,
    id,
  );
}

/** A payment that names its customer wherever it can. @returns ids of the payment and of its charge */
async function pay(customerId: string): Promise<{ id: string; charge: string }> {
  const { status, body } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    customerId,
    receiptEmail: 'mona@example.com',
    shipping: { name: 'Mona', address: { country: 'EG', line1: '1 Mona St', city: 'Cairo' } },
    paymentMethod: {
      type: 'card',
      card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
      billingDetails: { name: 'Mona', email: 'mona@example.com' },
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const charge = body.latestCharge?.id ?? '';
  await query(
    `update charges set billing_details = '{"name": "Mona"}', receipt_email = 'mona@example.com' where id = $1`,
    charge,
  );
  return { id: body.id, charge };
}

/** A customer who paid very often. */
async function payOften(customerId: string): Promise<void> {
  const { id, charge } = await pay(customerId);
  await copy('payment_intents', id);
  await copy('charges', charge, 'payment_intent_id');
}

/** Rows of a table that are a customer's: how many, how many name the person, and the most that one transaction wrote. */
async function rowsOf(table: string, customerId: string) {
  const [row] = await query<{ rows: number; people: number; most: number }>(
    `select coalesce(sum(rows), 0)::int as rows, coalesce(sum(people), 0)::int as people, coalesce(max(rows), 0)::int as most from (
      select count(*) as rows, count(*) filter (where ${table}::text ~* 'mona') as people
      from ${table} where customer_id = $1 group by xmin::text) as written`,
    customerId,
  );
  return row;
}

async function customerDeleted(id: string, mergedInto?: string): Promise<void> {
  const source = await openEventSource(world, 'payments', 'payments-deletions');
  const event = {
    type: 'customer.deleted' as const,
    object: sampleGuest(id),
    ...(mergedInto !== undefined && { data: { mergedInto } }),
  };
  await source.publish([envelope(event)]).finally(() => source.close());
}

test('a deleted customer’s person is erased from all payments, some at a time', async () => {
  await payOften('cus_often');
  for (const table of ['payment_intents', 'charges'])
    expect(await rowsOf(table, 'cus_often')).toMatchObject({ rows: many, people: many });
  await customerDeleted('cus_often');
  for (const table of ['payment_intents', 'charges'])
    expect(await rowsOf(table, 'cus_often')).toEqual({ rows: many, people: 0, most: 500 });
});

test('evidence of disputes that have ended names the buyer no more; an open dispute keeps it', async () => {
  const { body } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', confirm: true, customerId: 'cus_disputing' },
    paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' } },
  });
  const given = { ...noEvidence, customerName: 'Mona', customerEmail: 'mona@example.com', files: ['file_1'] };
  const evidence = {
    ...given,
    shippingTrackingNumber: '7401',
    shippingCarrier: 'Aramex',
    uncategorizedText: 'Signed.',
  };
  const statuses = ['WON', 'LOST', 'UNDER_REVIEW'];
  for (const status of statuses)
    await query(
      `insert into disputes (id, merchant_id, livemode, version, charge_id, payment_intent_id, amount, currency, reason,
         status, is_inquiry, evidence, is_refundable, fee_amount, provider, external_dispute_id, created_at, updated_at)
       select $2, merchant_id, livemode, 1, id, payment_intent_id, 1, currency, 'general', $3, false, $4, true, 0, provider,
         $2, now(), now() from charges where id = $1`,
      ...[body.latestCharge?.id, `dp_${status}`, status, evidence],
    );
  await customerDeleted('cus_disputing');
  const erased = { ...evidence, customerName: null, customerEmail: null, shippingTrackingNumber: null };
  expect(await query(`select status, evidence from disputes order by id`)).toEqual([
    { status: 'LOST', evidence: erased },
    { status: 'UNDER_REVIEW', evidence },
    { status: 'WON', evidence: erased },
  ]);
  const customers = world.siblingClient('payments', 'customers');
  const open = await customers('POST', '/internal/calls/countOpenPayments', { customerId: 'cus_disputing' });
  expect(open.body).toEqual({ openPayments: 1 });
});

test('an erasure that starts again writes nothing that is erased already', async () => {
  const written = () =>
    query(`select id, xmin::text from payment_intents union all select id, xmin::text from charges order by 1`);
  const before = await written();
  await customerDeleted('cus_often');
  expect(await written()).toEqual(before);
});

test('all payments of a merged guest become the survivor’s, some at a time', async () => {
  await payOften('cus_guest');
  await customerDeleted('cus_guest', 'cus_survivor');
  for (const table of ['payment_intents', 'charges']) {
    expect(await rowsOf(table, 'cus_guest')).toMatchObject({ rows: 0 });
    expect(await rowsOf(table, 'cus_survivor')).toMatchObject({ rows: many, people: many, most: 500 });
  }
});

test('a guest that is merged into a deleted customer is anonymous, in whatever order the events come', async () => {
  await pay('cus_late_guest');
  gone.add('cus_deleted');
  await customerDeleted('cus_deleted');
  await customerDeleted('cus_late_guest', 'cus_deleted');
  for (const table of ['payment_intents', 'charges'])
    expect(await rowsOf(table, 'cus_deleted')).toMatchObject({ rows: 1, people: 0 });
});

test('a guest that was merged twice leaves its payments to the last survivor, in whatever order the events come', async () => {
  await pay('cus_first');
  merged.set('cus_second', 'cus_last');
  await customerDeleted('cus_second', 'cus_last');
  await customerDeleted('cus_first', 'cus_second');
  for (const table of ['payment_intents', 'charges'])
    expect(await rowsOf(table, 'cus_last')).toMatchObject({ rows: 1, people: 1 });
});

test('a payment that a guest makes while its merge is being followed is followed as well', async () => {
  await pay('cus_paying');
  gone.add('cus_left');
  meanwhile.set('cus_left', async () => void (await pay('cus_paying')));
  await customerDeleted('cus_paying', 'cus_left');
  for (const table of ['payment_intents', 'charges']) {
    expect(await rowsOf(table, 'cus_paying')).toMatchObject({ rows: 0 });
    expect(await rowsOf(table, 'cus_left')).toMatchObject({ rows: 2, people: 0 });
  }
});
