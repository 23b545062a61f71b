import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PaymentMethodType } from '@mizan/contracts';
import { type ConfigurationsWorld, startConfigurations } from './configurations.test-support.ts';

let world: ConfigurationsWorld;
beforeAll(async () => {
  world = await startConfigurations();
});
afterAll(() => world.stop());

const egp = (min: number | null, max: number | null) => ({
  currency: 'EGP',
  minTransactionAmount: min,
  maxTransactionAmount: max,
});

describe('a configuration', () => {
  test('is created, read and published alike', async () => {
    const created = await world.create({
      name: ' Kiosk ',
      paymentMethodTypes: [
        { type: 'fawry', limits: [{ currency: 'EGP', minTransactionAmount: 5_000 }] },
        { type: 'card', enabled: false },
      ],
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^pmc_\w{24}$/),
      object: 'payment_method_configuration',
      name: 'Kiosk',
      isDefault: false,
      paymentMethodTypes: [
        { type: 'fawry', enabled: true, limits: [egp(5_000, null)] },
        { type: 'card', enabled: false, limits: [] },
      ],
      merchantId: 'acct_test',
      livemode: false,
      createdAt: expect.any(String),
      updatedAt: created.createdAt,
    });
    expect((await world.send('GET', created.id)).body).toEqual(created);
    expect(await world.eventsOf(created.id)).toEqual([
      { type: 'payment_method_configuration.created', version: 1, object: created },
    ]);
  });

  test('changes by replacing what is given, and its event says what was before', async () => {
    const before = await world.create();
    const paymentMethodTypes = [{ type: 'card', enabled: true, limits: [egp(100, 50_000)] }];
    const { status, body } = await world.send('PATCH', before.id, { paymentMethodTypes });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, paymentMethodTypes, updatedAt: body.updatedAt });
    expect((await world.send('PATCH', before.id, { name: 'Stall' })).body.name).toBe('Stall');
    const { rows } = await world
      .db('payments')
      .query<{ payload: string }>(`select payload from outbox where aggregate_id = $1 order by aggregate_version`, [
        before.id,
      ]);
    expect(rows.map(({ payload }) => (JSON.parse(payload) as { data: object }).data)).toMatchObject([
      { object: before },
      { object: body, previousAttributes: { paymentMethodTypes: before.paymentMethodTypes } },
      { object: { ...body, name: 'Stall', updatedAt: expect.any(String) }, previousAttributes: { name: 'Shop' } },
    ]);
  });

  test('that is sent back as it was read has not changed: no event', async () => {
    const before = await world.create();
    expect((await world.send('PATCH', before.id, before)).body).toEqual(before);
    expect((await world.send('PATCH', before.id, {})).body).toEqual(before);
    const { status, body } = await world.send('PATCH', before.id, { isDefault: true });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'isDefault']);
    expect(await world.eventsOf(before.id)).toHaveLength(1);
  });

  test('is gone once deleted, and its last event shows it as it was', async () => {
    const created = await world.create();
    const { status, body } = await world.send('DELETE', created.id);
    expect([status, body]).toEqual([200, { id: created.id, object: 'payment_method_configuration', deleted: true }]);
    expect(await world.eventsOf(created.id)).toMatchObject([
      { type: 'payment_method_configuration.created' },
      { type: 'payment_method_configuration.deleted', version: 2, object: created },
    ]);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(await world.send(method, created.id, method === 'PATCH' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing' } },
      });
  });

  test('of another merchant or mode is not there: 404 resource_missing', async () => {
    const { id } = await world.create();
    for (const other of [{ merchantId: 'acct_stranger' }, { merchantId: 'acct_test', livemode: true }]) {
      const stranger = world.merchantClient('payments', other);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await world.send(method, id, method === 'PATCH' ? { name: 'Mine' } : undefined, stranger)).status).toBe(
          404,
        );
    }
  });

  test('is made once for one Idempotency-Key', async () => {
    const body = { name: 'Once', paymentMethodTypes: [{ type: 'card' }] };
    const make = () => world.merchant('POST', '/payment-method-configurations', body, { idempotencyKey: 'once' });
    expect((await make()).body).toEqual((await make()).body);
  });
});

describe('the default configuration', () => {
  test('is made when it is first needed, once however many need it, with every method and no limits', async () => {
    const merchant = world.merchantClient('payments', { merchantId: 'acct_new' });
    const lists = await Promise.all(Array.from({ length: 10 }, () => world.list(merchant)));
    const [only] = lists[0]?.data ?? [];
    expect(lists.map(({ data }) => data)).toEqual(lists.map(() => [only]));
    expect(only).toMatchObject({ name: 'Default', isDefault: true });
    expect(only?.paymentMethodTypes).toEqual(
      PaymentMethodType.options.map((type) => ({ type, enabled: true, limits: [] })),
    );
    expect(await world.eventsOf(only?.id ?? '')).toEqual([
      { type: 'payment_method_configuration.created', version: 1, object: only },
    ]);
    const live = world.merchantClient('payments', { merchantId: 'acct_new', livemode: true });
    expect((await world.list(live)).data).toMatchObject([{ isDefault: true, livemode: true }]);
  });

  const ofTest = async () => (await world.list()).data.find(({ isDefault }) => isDefault)!;

  test('409 cannot_rename_default; anything else about it may change', async () => {
    const { id, name } = await ofTest();
    const renamed = await world.send('PATCH', id, { name: 'Mine' });
    expect(renamed).toMatchObject({ status: 409, body: { error: { code: 'cannot_rename_default', param: 'name' } } });
    const changed = await world.send('PATCH', id, { name, paymentMethodTypes: [{ type: 'card' }] });
    expect(changed).toMatchObject({ status: 200, body: { paymentMethodTypes: [{ type: 'card' }] } });
  });

  test('409 cannot_delete_default', async () => {
    const { id } = await ofTest();
    const deleted = await world.send('DELETE', id);
    expect(deleted).toMatchObject({ status: 409, body: { error: { code: 'cannot_delete_default' } } });
    expect((await world.send('GET', id)).status).toBe(200);
  });
});

test('the list is paged, newest first, each as it is read one by one', async () => {
  const merchant = world.merchantClient('payments', { merchantId: 'acct_list' });
  await world.list(merchant);
  const body = { name: 'A', paymentMethodTypes: [{ type: 'card' }] };
  const made = [
    (await world.send('POST', undefined, body, merchant)).body,
    (await world.send('POST', undefined, body, merchant)).body,
  ];
  const { data, totalCount } = await world.list(merchant);
  expect(totalCount).toBe(3);
  expect(data.slice(0, 2)).toEqual(made.reverse());
  expect(data[2]?.isDefault).toBe(true);
  expect((await merchant('GET', '/payment-method-configurations?limit=1&page=2')).body).toEqual({
    data: [data[1]],
    totalCount: 3,
  });
  expect((await merchant('GET', '/payment-method-configurations?limit=0')).body).toMatchObject({
    error: { code: 'parameter_out_of_range', param: 'limit' },
  });
});

const types = (...methods: object[]) => ({ paymentMethodTypes: methods });
const limits = (...each: object[]) => types({ type: 'card', limits: each });
const refusals: [string, object, number, string, string | undefined][] = [
  ['nothing enabled', types({ type: 'card', enabled: false }), 409, 'must_have_enabled_method', 'paymentMethodTypes'],
  ['no type at all', types(), 409, 'must_have_enabled_method', 'paymentMethodTypes'],
  ['one type twice', types({ type: 'card' }, { type: 'card' }), 400, 'parameter_invalid', 'paymentMethodTypes'],
  ['an unknown type', types({ type: 'cheque' }), 400, 'parameter_invalid', 'paymentMethodTypes[0].type'],
  ['an unknown field', types({ type: 'card', fee: 1 }), 400, 'parameter_unknown', 'paymentMethodTypes[0].fee'],
  [
    'one currency twice',
    limits({ currency: 'EGP' }, { currency: 'EGP' }),
    400,
    'parameter_invalid',
    'paymentMethodTypes[0].limits',
  ],
  [
    'a currency that the method does not know',
    types({ type: 'fawry', limits: [{ currency: 'USD' }] }),
    400,
    'currency_invalid',
    'paymentMethodTypes[0].limits[0].currency',
  ],
  [
    'less than the platform takes',
    limits({ currency: 'KWD', minTransactionAmount: 999 }),
    400,
    'amount_invalid',
    'paymentMethodTypes[0].limits[0].minTransactionAmount',
  ],
  [
    'more than the platform takes',
    limits({ currency: 'EGP', maxTransactionAmount: 100_000_001 }),
    400,
    'amount_invalid',
    'paymentMethodTypes[0].limits[0].maxTransactionAmount',
  ],
  [
    'half a piastre',
    limits({ currency: 'EGP', maxTransactionAmount: 500.5 }),
    400,
    'amount_invalid',
    'paymentMethodTypes[0].limits[0].maxTransactionAmount',
  ],
  [
    'a minimum above the maximum',
    limits({ currency: 'EGP', minTransactionAmount: 600, maxTransactionAmount: 500 }),
    400,
    'parameter_invalid',
    'paymentMethodTypes[0].limits[0].maxTransactionAmount',
  ],
  ['a blank name', { name: '  ' }, 400, 'parameter_invalid', 'name'],
];

test.each(refusals)('%s is refused when created and when changed', async (_what, body, status, code, param) => {
  const { id } = await world.create();
  const answers = [
    await world.send('POST', undefined, { name: 'Shop', ...types({ type: 'card' }), ...body }),
    await world.send('PATCH', id, body),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status, body: { error: { code, param } } });
});
