import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { eventually, type ApiAnswer } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { cardOf } from '../payments.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
  for (const id of ['cus_known', 'cus_other'])
    world.siblings.customers.set(id, { id, type: 'registered', name: 'Nour', metadata: {} });
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
  world.siblings.after = () => {};
});

type Answer = ApiAnswer<CheckoutSession & { error?: { code: string; param?: string } }>;
const tryCreate = (body: object): Promise<Answer> =>
  world.merchant('POST', '/checkout/sessions', { mode: 'setup', customerId: 'cus_known', ...body });
const create = async (body: object = {}): Promise<CheckoutSession> => {
  const answer = await tryCreate(body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string; param?: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);

/** Kills the checkout's process while it has a card saved, and starts another. */
async function dieWhileSaving(when: 'before' | 'after', session: CheckoutSession, key: string): Promise<void> {
  const child = await world.replica('checkout').spawn();
  world.siblings[when] = async (name) => {
    if (name !== 'savePaymentMethod') return;
    world.siblings[when] = () => {};
    child.kill('SIGKILL');
    await child.ended;
    if (when === 'before') throw new Error('it never arrived');
  };
  await expect(world.confirm(session, undefined, `${key}-${session.id}`)).rejects.toThrow();
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
  await world
    .db('checkout')
    .query(`update idempotency_keys set locked_until = now() - interval '1 s' where state <> 'finished'`);
}

/** Lets the janitor find the attempts of processes that died. */
async function endAttempts(): Promise<void> {
  await world
    .db('checkout')
    .query(`update checkout_sessions set attempt_until = now() - interval '1 s' where attempt_until is not null`);
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
  await eventually(async () => {
    const { rows } = await world
      .db('checkout')
      .query('select 1 from checkout_sessions where attempt_until is not null');
    expect(rows).toEqual([]);
  });
}

describe('a session of mode setup', () => {
  test('sells nothing, costs nothing and accepts cards only', async () => {
    const session = await create({ currency: 'USD' });
    expect(session).toMatchObject({
      mode: 'setup',
      status: 'open',
      paymentStatus: 'unpaid',
      currency: 'USD',
      amountTotal: 0,
      lineItems: [],
      customerId: 'cus_known',
    });
    expect(session.paymentMethodTypes.map(({ type }) => type)).toEqual(['card']);
    expect((await create()).currency).toBe('EGP');
  });

  test.each<[object, unknown[]]>([
    [{ lineItems: [{ price: 'price_1' }] }, [400, 'parameters_exclusive', 'lineItems']],
    [{ discounts: [{ coupon: 'coupon_1' }] }, [400, 'parameters_exclusive', 'discounts']],
    [{ allowPromotionCodes: true }, [400, 'parameters_exclusive', 'allowPromotionCodes']],
    [{ captureMethod: 'manual' }, [400, 'parameters_exclusive', 'captureMethod']],
    [{ feeConfig: { feesPassThrough: true } }, [400, 'parameters_exclusive', 'feeConfig']],
    [{ paymentIntentData: { description: 'Rent' } }, [400, 'parameters_exclusive', 'paymentIntentData']],
    [{ customerId: undefined }, [400, 'parameter_missing', 'customerId']],
    [{ customerId: 'cus_missing' }, [404, 'resource_missing', 'customerId']],
    [{ paymentMethodTypes: ['card', 'fawry'] }, [400, 'parameter_invalid', 'paymentMethodTypes[1]']],
    [{ mode: 'payment' }, [400, 'parameter_invalid', 'lineItems']],
  ])('is refused with %j', async (body, refusal) => {
    expect(codeOf(await tryCreate(body))).toEqual(refusal);
  });

  test('is refused in live mode', async () => {
    world.siblings.account.livePaymentsEnabled = true;
    const live = world.merchantClient('checkout', { merchantId: 'acct_test', livemode: true });
    const answer: Answer = await live('POST', '/checkout/sessions', { mode: 'setup', customerId: 'cus_known' });
    world.siblings.account.livePaymentsEnabled = false;
    expect(codeOf(answer)).toEqual([400, 'parameter_invalid', 'mode']);
  });

  test.each<[object, unknown[]]>([
    [{ lineItems: [{ price: 'price_1' }] }, [400, 'parameters_exclusive', 'lineItems']],
    [{ lineItems: [] }, [400, 'parameter_invalid', 'lineItems']],
    [{ allowPromotionCodes: true }, [400, 'parameters_exclusive', 'allowPromotionCodes']],
    [{ captureMethod: 'manual' }, [400, 'parameters_exclusive', 'captureMethod']],
    [{ paymentMethodTypes: ['fawry'] }, [400, 'parameter_invalid', 'paymentMethodTypes[0]']],
    [{ customerId: null }, [400, 'parameter_missing', 'customerId']],
    [{ mode: 'payment' }, [400, 'parameter_invalid', 'mode']],
  ])('does not become another by %j', async (body, refusal) => {
    const { id } = await create();
    const answer: Answer = await world.merchant('PATCH', `/checkout/sessions/${id}`, body);
    expect(codeOf(answer)).toEqual(refusal);
  });

  test('is accepted as it was read', async () => {
    const { id } = await create();
    const read = await world.readSession(id);
    const answer: Answer = await world.merchant('PATCH', `/checkout/sessions/${id}`, read);
    expect(answer).toMatchObject({ status: 200, body: read });
  });

  test('may get another customer, and accepts its own fields unchanged', async () => {
    const { id } = await create();
    const { paymentMethodTypes, discounts } = await world.readSession(id);
    const changed: Answer = await world.merchant('PATCH', `/checkout/sessions/${id}`, {
      mode: 'setup',
      paymentMethodTypes,
      discounts,
      customerId: 'cus_other',
    });
    expect(changed).toMatchObject({ status: 200, body: { customerId: 'cus_other', amountTotal: 0 } });
  });
});

test('an expired one cannot be recovered', async () => {
  const session = await create();
  const expired = await world.merchant<CheckoutSession>('POST', `/checkout/sessions/${session.id}/expire`);
  expect(expired).toMatchObject({ status: 200, body: { status: 'expired' } });
  expect(expired.body).not.toHaveProperty('recoveryUrl');
});

describe('its confirm', () => {
  test('saves the card for its customer and completes it without a payment, once', async () => {
    const session = await create();
    const body = { paymentMethod: card(), expectedAmountTotal: 0 };
    const first = await world.confirm(session, body, 'one-key');
    expect(first).toMatchObject({
      status: 200,
      body: { paymentIntent: null, checkoutSession: { status: 'complete', paymentStatus: 'no_payment_required' } },
    });
    expect(await world.confirm(session, body, 'one-key')).toMatchObject({ status: 200, body: first.body });
    const paymentMethodId = world.siblings.savedMethods.get(`cus_known ${cards.good}`);
    expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentMethodId });
    const [, completed] = await world.eventsOf(session.id);
    expect(completed).toMatchObject({ type: 'checkout.session.completed', object: { paymentMethodId } });
    expect(await typesOf(session.id)).toHaveLength(2);
    expect(world.siblings.intents.has(session.id)).toBe(false);
  });

  test('shows the buyer no id of the saved method', async () => {
    const session = await create();
    const { body } = await world.confirm(session);
    expect(JSON.stringify([body, (await world.view(session)).body])).not.toContain('pm_');
  });

  test('needs a method, and one that can be saved', async () => {
    const session = await create();
    expect(codeOf(await world.confirm(session, {}))).toEqual([400, 'parameter_missing', 'paymentMethod']);
    expect(codeOf(await world.confirm(session, { paymentMethod: { type: 'fawry' } }))).toEqual([
      400,
      'payment_method_mismatch',
      'paymentMethod.type',
    ]);
  });

  test('of a declined card is refused, and another card is saved after it', async () => {
    const session = await create();
    expect(codeOf(await world.confirm(session, { paymentMethod: card(cards.declined) })).slice(0, 2)).toEqual([
      402,
      'payment_method_corrupted',
    ]);
    expect((await world.readSession(session.id)).status).toBe('open');
    expect((await world.confirm(session)).body.checkoutSession.status).toBe('complete');
  });

  test('calls nothing of the catalog', async () => {
    world.siblings.received.length = 0;
    await world.confirm(await create());
    expect(world.siblings.received).not.toContain('holdStock');
  });

  test('of two at a time saves one card', async () => {
    const session = await create();
    const answers = await Promise.all([world.confirm(session), world.confirm(session)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await typesOf(session.id)).toEqual(['checkout.session.created', 'checkout.session.completed']);
  });
});

describe.each(['before', 'after'] as const)('a process killed %s the card was saved', (when) => {
  test('loses nothing: the same confirm, or a later one, saves it once', async () => {
    for (const key of ['same-key', undefined]) {
      const session = await create();
      await dieWhileSaving(when, session, key ?? 'other-key');
      if (key === undefined) await endAttempts();
      const answer = await world.confirm(session, undefined, key && `${key}-${session.id}`);
      expect(answer).toMatchObject({ status: 200, body: { checkoutSession: { status: 'complete' } } });
      const paymentMethodId = world.siblings.savedMethods.get(`cus_known ${cardOf(session.id)}`);
      expect(await world.readSession(session.id)).toMatchObject({ paymentMethodId });
      expect(await typesOf(session.id)).toEqual(['checkout.session.created', 'checkout.session.completed']);
    }
  });
});

test('a customer’s saved methods pay only where the merchant’s server chose the customer', async () => {
  const received: unknown[] = [];
  world.siblings.after = (name, request) => {
    if (name === 'confirmPayment') received.push((request as { savedMethodsOf?: unknown }).savedMethodsOf);
  };
  const paymentMethod = { id: 'pm_000000000000000000000001' };
  await world.confirm(await world.openSession({ customerId: 'cus_known' }), { paymentMethod });
  await world.confirm(await world.openSession({ customerDetails: { email: 'nour@example.com' } }), { paymentMethod });
  expect(received).toEqual(['cus_known', null]);
});

test('the saved methods of a buyer whose e-mail is entered do not pay where the chosen customer was deleted', async () => {
  const received: unknown[] = [];
  world.siblings.after = (name, request) => {
    if (name !== 'confirmPayment' && name !== 'describePaymentMethod') return;
    received.push((request as { savedMethodsOf?: unknown }).savedMethodsOf);
  };
  for (const [id, email] of [
    ['cus_gone', 'chosen@example.com'],
    ['cus_typed', 'other@example.com'],
  ] as const)
    world.siblings.customers.set(id, { id, type: 'registered', email, metadata: {} });
  const session = await world.openSession({ customerId: 'cus_gone' });
  world.siblings.customers.delete('cus_gone');
  await world.change(session, { customerDetails: { email: 'other@example.com' } });
  expect((await world.confirm(session, { paymentMethod: card(cards.declined) })).status).toBe(200);
  const again = { paymentMethod: { id: 'pm_000000000000000000000001' } };
  expect((await world.confirm(session, again)).status).toBe(200); // payments refuses it where no customer owns it
  expect(await world.readSession(session.id)).toMatchObject({ customerId: 'cus_typed' });
  expect(received).toEqual([null, null]);
});
