import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PaymentIntent, SavedPaymentMethod } from '@mizan/contracts';
import { newId, Problem } from '@mizan/service-kit';
import {
  type AnyBody,
  type Api,
  type ApiAnswer,
  envelope,
  eventually,
  leaveInOutbox,
  sampleGuest,
} from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    nats: true,
    answers: {
      getCustomerSummary: ({ customerId }: { customerId: string }) => {
        if (customerId === 'cus_gone') throw new Problem('resource_missing', 'No such customer.');
        const id = customerId === 'cus_merged_on' ? 'cus_last' : customerId;
        return { customer: { id, type: 'registered', metadata: {} } };
      },
    },
  });
});
afterAll(() => world.stop());

const card = (number = '4242424242424242', expYear = 2040) => ({
  type: 'card',
  card: { number, expMonth: 12, expYear, cvc: '123' },
});
const trySave = (customerId: string, paymentMethod: object = card(), key = newId('key'), as = world.checkout) =>
  as<{ paymentMethodId: string } & AnyBody>(
    'POST',
    '/internal/calls/savePaymentMethod',
    { checkoutSessionId: newId('cs_test'), customerId, paymentMethod, email: null, phone: null },
    { idempotencyKey: key },
  );
const save = async (...given: Parameters<typeof trySave>): Promise<string> => {
  const { status, body } = await trySave(...given);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.paymentMethodId;
};
const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];
const pay = (customerId: string | null, paymentMethod: object, as: Api = world.merchant) =>
  as<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    ...(customerId === null ? {} : { customerId }),
    paymentMethod,
  });
const missing = [404, 'resource_missing', 'paymentMethod.id'];
const notTheirs = [400, 'payment_method_customer_mismatch', 'paymentMethod.id'];
interface Published {
  type: string;
  version: number;
  object: unknown;
  previousAttributes?: unknown;
}

/** What was published about a saved method, oldest first. */
const published = async (id: string): Promise<Published[]> => {
  const { rows } = await world
    .db('payments')
    .query<{ payload: string }>('select payload from outbox where aggregate_id = $1 order by id', [id]);
  return rows.map(({ payload }) => {
    const { type, objectversion, data } = JSON.parse(payload) as {
      type: string;
      objectversion: number;
      data: Pick<Published, 'object' | 'previousAttributes'>;
    };
    return { type, version: objectversion, ...data };
  });
};
const rows = async (customerId: string) =>
  (
    await world
      .db('payments')
      .query<{ id: string }>('select * from payment_methods where customer_id = $1', [customerId])
  ).rows;

test('a saved card sent with a number that is no test card is refused', async () => {
  const id = await save('cus_number');
  expect(codeOf(await pay('cus_number', { ...card('4111111111111111'), id }))).toEqual([
    400,
    'payment_method_mismatch',
    'paymentMethod.card.number',
  ]);
});

test('a mistyped ID of test mode is refused with the form that such IDs have', async () => {
  const refused = await pay(null, { id: 'pm_test_crd_succeed' });
  expect(codeOf(refused)).toEqual(missing);
  expect(refused.body.error?.message).toContain('such as pm_test_card_succeed');
});

describe('saving a card', () => {
  test('keeps what a charge shows and never the number, and one row for a customer and card', async () => {
    const id = await save('cus_one');
    expect(id).toMatch(/^pm_[0-9A-Za-z]{24}$/);
    expect(await save('cus_one', card('4242424242424242', 2045))).toBe(id);
    const both = await Promise.all([save('cus_one'), save('cus_one')]);
    expect(both).toEqual([id, id]);
    expect(await save('cus_one', card('5555555555554444'))).not.toBe(id);
    expect(await save('cus_two')).not.toBe(id);
    const kept = await rows('cus_one');
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toMatch(/4242424242424242|"123"/);
  });

  test('is published when a card is new to its customer, and again when it is another than before', async () => {
    const id = await save('cus_repeat');
    await Promise.all([save('cus_repeat'), save('cus_repeat', card(), newId('key'))]);
    expect(await save('cus_repeat', card('4242424242424242', 2041))).toBe(id);
    const attached = {
      id,
      object: 'payment_method',
      type: 'card',
      card: { last4: '4242', expMonth: 12, expYear: 2040 },
      billingDetails: null,
      customerId: 'cus_repeat',
    };
    const [first, second, ...more] = await published(id);
    expect(first).toMatchObject({ type: 'payment_method.attached', version: 1, object: attached });
    expect(second).toMatchObject({
      type: 'payment_method.updated',
      version: 2,
      object: { ...attached, card: { expYear: 2041 } },
      previousAttributes: { card: { last4: '4242', expYear: 2040 } },
    });
    expect(more).toEqual([]);
    for (const { object } of [first, second] as Published[]) expect(SavedPaymentMethod.parse(object)).toEqual(object);
  });

  test('by several requests at once attaches it once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => save('cus_hasty')));
    expect(new Set(ids).size).toBe(1);
    expect((await published(ids[0] ?? '')).map(({ type }) => type)).toEqual(['payment_method.attached']);
  });

  test('a repeat under the same key answers the same', async () => {
    const key = newId('key');
    const first = await trySave('cus_replay', card(), key);
    expect(first.status).toBe(200);
    expect((await rows('cus_replay')).length).toBe(1);
    await world.db('payments').query(`delete from payment_methods where customer_id = 'cus_replay'`);
    const session = { checkoutSessionId: 'cs_test_1', customerId: 'cus_replay', email: null, phone: null };
    const again = () =>
      world.checkout(
        'POST',
        '/internal/calls/savePaymentMethod',
        { ...session, paymentMethod: card() },
        {
          idempotencyKey: 'cs_test_1:1:save',
        },
      );
    const [one, other] = [await again(), await again()];
    expect([one.status, other.body]).toEqual([200, one.body]);
  });

  test.each<[string, object, unknown[]]>([
    ['a declining card', card('4000000000000002'), [402, 'payment_method_corrupted', 'paymentMethod']],
    ['an expired card', card('4242424242424242', 2020), [402, 'payment_method_corrupted', 'paymentMethod']],
    [
      'a card that is no test card',
      card('4111111111111112'),
      [400, 'payment_method_mismatch', 'paymentMethod.card.number'],
    ],
    ['a voucher', { type: 'fawry', phone: '+201001234567' }, [400, 'payment_method_mismatch', 'paymentMethod.type']],
  ])('refuses %s', async (_what, method, refusal) => {
    expect(codeOf(await trySave('cus_refused', method))).toEqual(refusal);
    expect(await rows('cus_refused')).toEqual([]);
  });

  test('saves the card that is only declined when it is charged', async () => {
    const id = await save('cus_declined_later', card('4000000000000341'));
    expect((await pay('cus_declined_later', { id })).body).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'card_declined', declineCode: 'generic_decline' },
    });
  });

  test('refuses a customer that is gone, a second saving of a saved one, and live mode', async () => {
    expect(codeOf(await trySave('cus_gone')).slice(0, 2)).toEqual([404, 'resource_missing']);
    const id = await save('cus_again');
    expect(codeOf(await trySave('cus_again', { id }))).toEqual(notTheirs);
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    expect(codeOf(await trySave('cus_live', card(), newId('key'), live))).toEqual([
      400,
      'payment_method_mismatch',
      'paymentMethod',
    ]);
  });
});

describe('paying with a saved card', () => {
  test('charges it under its own id, at once, after a confirm and at a checkout', async () => {
    const id = await save('cus_pays');
    const paid = await pay('cus_pays', { id });
    expect(paid).toMatchObject({ status: 201, body: { status: 'SUCCEEDED', paymentMethod: { id, type: 'card' } } });
    expect(paid.body.latestCharge).toMatchObject({ paymentMethodId: id });
    const [attached] = await published(id);
    const { customerId: _, ...shown } = SavedPaymentMethod.parse(attached?.object);
    expect(paid.body.paymentMethod).toEqual(shown); // as old as it is, not as the payment
    const waiting = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      customerId: 'cus_pays',
    });
    const confirmed = await world.merchant('POST', `/payment-intents/${waiting.body.id}/confirm`, {
      paymentMethod: { id },
    });
    expect(confirmed).toMatchObject({
      status: 200,
      body: { status: 'SUCCEEDED', paymentMethod: { id, createdAt: shown.createdAt } },
    });
    const customer = { id: 'cus_pays', name: null, email: null, phone: null };
    const atCheckout = await world.confirm({ customer, savedMethodsOf: 'cus_pays', paymentMethod: { id } });
    expect(atCheckout).toMatchObject({ status: 'SUCCEEDED', paymentMethod: { id, createdAt: shown.createdAt } });
  });

  test('a card that wants 3-D Secure wants it each time; one that has run out since is declined', async () => {
    const id = await save('cus_prompted', card('4000000000003220'));
    expect((await pay('cus_prompted', { id })).body.status).toBe('REQUIRES_ACTION');
    const old = await save('cus_prompted');
    await world
      .db('payments')
      .query(`update payment_methods set method = jsonb_set(method, '{card,expYear}', '2020') where id = $1`, [old]);
    expect((await pay('cus_prompted', { id: old })).body).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'expired_card' },
    });
  });

  test('is refused to another customer, without a customer, to a checkout whose customer was not chosen, and by another type', async () => {
    const id = await save('cus_owner');
    expect(codeOf(await pay('cus_other', { id }))).toEqual(notTheirs);
    expect(codeOf(await pay(null, { id }))).toEqual(notTheirs);
    const customer = { id: 'cus_owner', name: null, email: null, phone: null };
    expect(codeOf(await world.tryConfirm({ customer, paymentMethod: { id } }))).toEqual(notTheirs);
    expect(codeOf(await pay('cus_owner', { id, type: 'fawry' }))).toEqual([
      400,
      'payment_method_mismatch',
      'paymentMethod.type',
    ]);
  });

  test('another account does not even learn that it exists', async () => {
    const id = await save('cus_owner');
    const other = world.merchantClient('payments', { merchantId: 'acct_other' });
    expect(codeOf(await pay('cus_owner', { id }, other))).toEqual(missing);
    expect(codeOf(await pay('cus_owner', { id: newId('pm') }))).toEqual(missing);
  });
});

test('a payment with a saved method stays with the customer whose method it is', async () => {
  const id = await save('cus_kept');
  const { body } = await world.merchant<AnyBody & { id: string }>('POST', '/payment-intents', {
    amount: 5_000,
    currency: 'EGP',
    customerId: 'cus_kept',
    paymentMethod: { id },
  });
  const patch = (customerId: string) => world.merchant<AnyBody>('PATCH', `/payment-intents/${body.id}`, { customerId });
  expect(codeOf(await patch('cus_other'))).toEqual([400, 'payment_intent_customer_mismatch', 'customerId']);
  expect((await patch('cus_kept')).status).toBe(200);
});

describe('when a customer is deleted', () => {
  test('its saved methods end, one that waits for its confirm too; those of others stay', async () => {
    const [id, others] = [await save('cus_erased'), await save('cus_kept')];
    const waiting = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      customerId: 'cus_erased',
      paymentMethod: { id },
    });
    expect(waiting.body).toMatchObject({ status: 'REQUIRES_CONFIRMATION', paymentMethod: { id } });
    await customerDeleted('cus_erased');
    await eventually(async () => expect(await rows('cus_erased')).toEqual([]));
    const [attached, detached, ...more] = await published(id);
    expect(detached).toEqual({ type: 'payment_method.detached', version: 2, object: attached?.object });
    expect(more).toEqual([]);
    expect(await published(others)).toHaveLength(1);
    expect(codeOf(await pay('cus_erased', { id }))).toEqual(missing);
    const confirm = await world.merchant<AnyBody>('POST', `/payment-intents/${waiting.body.id}/confirm`);
    expect(codeOf(confirm)).toEqual(missing);
    expect((await pay('cus_kept', { id: others })).body.status).toBe('SUCCEEDED');
  });

  test('a guest that became another leaves it all its ids, of a card that both had saved too', async () => {
    const [guest, both, survivors] = [
      await save('cus_guest', card('5555555555554444')),
      await save('cus_guest'),
      await save('cus_survivor'),
    ];
    await customerDeleted('cus_guest', 'cus_survivor');
    await eventually(async () => expect(await rows('cus_guest')).toEqual([]));
    for (const id of [guest, both, survivors])
      expect((await pay('cus_survivor', { id })).body.status).toBe('SUCCEEDED');
    for (const id of [guest, both])
      expect((await published(id))[1]).toMatchObject({
        type: 'payment_method.updated',
        version: 2,
        object: { id, customerId: 'cus_survivor' },
        previousAttributes: { customerId: 'cus_guest' },
      });
    expect(await published(survivors)).toHaveLength(1);
    await customerDeleted('cus_survivor');
    await eventually(async () =>
      expect((await published(both))[2]).toMatchObject({ type: 'payment_method.detached', version: 3 }),
    );
  });

  test('methods of a guest that was merged into a deleted customer end, in whatever order the events come', async () => {
    const id = await save('cus_late_guest');
    await customerDeleted('cus_gone');
    await customerDeleted('cus_late_guest', 'cus_gone');
    await eventually(async () =>
      expect((await published(id)).map(({ type }) => type)).toEqual([
        'payment_method.attached',
        'payment_method.updated',
        'payment_method.detached',
      ]),
    );
  });

  test('methods of a guest that was merged twice are the last survivor’s, in whatever order the events come', async () => {
    const id = await save('cus_first');
    await customerDeleted('cus_merged_on', 'cus_last');
    await customerDeleted('cus_first', 'cus_merged_on');
    await eventually(async () => expect(await rows('cus_last')).toMatchObject([{ id }]));
  });

  test('a card that is saved again by the survivor keeps the survivor’s id', async () => {
    const [guest, survivors] = [await save('cus_guest_2'), await save('cus_survivor_2')];
    await customerDeleted('cus_guest_2', 'cus_survivor_2');
    await eventually(async () => expect(await rows('cus_guest_2')).toEqual([]));
    expect(guest).not.toBe(survivors);
    expect(await save('cus_survivor_2')).toBe(survivors);
  });
});

/** Says what the customers service would. */
const customerDeleted = (id: string, mergedInto?: string) =>
  leaveInOutbox(world, 'payments', [
    envelope({
      type: 'customer.deleted',
      object: sampleGuest(id),
      ...(mergedInto !== undefined && { data: { mergedInto } }),
    }),
  ]);
