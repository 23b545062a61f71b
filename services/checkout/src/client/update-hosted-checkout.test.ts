import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

test('a buyer changes quantities and amounts within what the merchant allows, and the totals follow', async () => {
  const soap = world.siblings.addPrice({ unitAmount: 1_000 }, {}, 50);
  const gift = world.siblings.addPrice({
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: 500, maximum: 5_000, preset: null },
  });
  const session = await world.openSession({
    lineItems: [{ price: soap.price.id, adjustableQuantity: { enabled: true, maximum: 60 } }, { price: gift.price.id }],
  });
  const [first, second] = session.lineItems.map(({ id }) => id);
  const answer = await world.change(session, {
    lineItems: [
      { id: first, quantity: 46 },
      { id: second, customAmount: 700 },
    ],
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      amountTotal: 46_700,
      lineItems: [
        { quantity: 46, amountTotal: 46_000, availability: 'available' },
        { customAmount: 700, amountTotal: 700 },
      ],
    },
  });
  expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 46_700, amountSubtotal: 46_700 });
  expect(await world.eventsOf(session.id)).toHaveLength(1);
});

test('a buyer removes a line whose minimum is 0, but never the last one', async () => {
  const [soap, salt] = [world.siblings.addPrice({ unitAmount: 1_000 }), world.siblings.addPrice({ unitAmount: 300 })];
  const adjustableQuantity = { enabled: true, minimum: 0 };
  const session = await world.openSession({
    lineItems: [soap, salt].map(({ price }) => ({ price: price.id, adjustableQuantity })),
  });
  const [first, second] = session.lineItems.map(({ id }) => ({ id, quantity: 0 }));
  const all = await world.change(session, { lineItems: [first, second] });
  expect([all.status, all.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'checkout_empty_cart', param: 'lineItems' }),
  ]);
  expect(await world.change(session, { lineItems: [first] })).toMatchObject({
    status: 200,
    body: { amountTotal: 300, lineItems: [{ id: second?.id }] },
  });
  expect((await world.change(session, { lineItems: [second] })).body.error?.code).toBe('checkout_empty_cart');
  expect((await world.readSession(session.id)).lineItems).toHaveLength(1);
});

describe('what the merchant did not allow is refused', () => {
  const cases: [string, object, number, string, string | undefined][] = [
    ['a quantity that is not adjustable', { quantity: 2 }, 400, 'parameter_invalid', 'lineItems[0].quantity'],
    ['none of a quantity that is not adjustable', { quantity: 0 }, 400, 'parameter_invalid', 'lineItems[0].quantity'],
    ['an amount for a fixed price', { customAmount: 2 }, 400, 'parameter_invalid', 'lineItems[0].customAmount'],
    ['a line that is not there', { id: 'li_none', quantity: 2 }, 404, 'resource_missing', 'lineItems[0].id'],
  ];
  test.each(cases)('%s', async (_name, change, status, errorCode, param) => {
    const session = await world.openSession();
    const answer = await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, ...change }] });
    expect({ status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param }).toEqual({
      status,
      code: errorCode,
      param,
    });
  });

  test('several of an item whose amount the buyer chooses', async () => {
    const customUnitAmount = { minimum: null, maximum: null, preset: 1_000 };
    const { price } = world.siblings.addPrice({ unitAmount: null, type: 'CUSTOM', customUnitAmount });
    const session = await world.openSession({ lineItems: [{ price: price.id }] });
    const [id] = session.lineItems.map((line) => line.id);
    expect(await world.change(session, { lineItems: [{ id, quantity: 2 }] })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_invalid', param: 'lineItems[0].quantity' } },
    });
    expect(await world.change(session, { lineItems: [{ id, quantity: 1, customAmount: 700 }] })).toMatchObject({
      status: 200,
      body: { amountTotal: 700 },
    });
  });

  test('more than there are left', async () => {
    const { price } = world.siblings.addPrice({}, {}, 3);
    const session = await world.openSession({
      lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }],
    });
    const answer = await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 4 }] });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'price_sold_out' } } });
  });

  test('more of a price of which less than that is left, but never fewer', async () => {
    const offer = world.siblings.addPrice({}, {}, 9);
    const { price } = offer;
    const adjustableQuantity = { enabled: true, minimum: 0 };
    const line = { price: price.id, quantity: 3, adjustableQuantity };
    const session = await world.openSession({ lineItems: [line, line, { price: world.siblings.addPrice().price.id }] });
    const [first, second] = session.lineItems.map(({ id }) => id);
    world.siblings.prices.set(price.id, { ...offer, available: 1 });
    const change = async (id: string | undefined, quantity: number) =>
      (await world.change(session, { lineItems: [{ id, quantity }] })).status;
    expect([await change(first, 4), await change(first, 2), await change(first, 0), await change(second, 0)]).toEqual([
      409, 200, 200, 200,
    ]);
  });

  test('more than the adjustable range', async () => {
    const { price } = world.siblings.addPrice();
    const session = await world.openSession({
      lineItems: [{ price: price.id, adjustableQuantity: { enabled: true, maximum: 3 } }],
    });
    const answer = await world.change(session, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 4 }] });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid' } } });
  });

  test('a way to pay that the session does not offer', async () => {
    const session = await world.openSession({ paymentMethodTypes: ['card'] });
    const answer = await world.change(session, { paymentMethodType: 'fawry' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'payment_method_mismatch' } } });
  });

  test('any change of a session that is over', async () => {
    const session = await world.openSession();
    await world.confirm(session);
    expect(await world.change(session, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_already_completed' } },
    });
  });
});

test('a change that names a line or a custom field twice is ambiguous and refused', async () => {
  const session = await world.openSession({
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
  });
  const id = session.lineItems[0]?.id;
  const answer = { key: 'note', text: { value: 'x' } };
  for (const [param, value] of [
    ['lineItems', [{ id }, { id }]],
    ['customFields', [answer, answer]],
  ] as const)
    expect(await world.change(session, { [param]: value })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_invalid', param } },
    });
});

test('details are merged field by field, null removes one, and addresses are replaced as a whole', async () => {
  const session = await world.openSession();
  await world.change(session, {
    customerDetails: {
      name: 'Mona',
      email: 'mona@example.com',
      shipping: { name: 'M', address: { line1: 'A', city: 'Cairo' } },
    },
  });
  const { body } = await world.change(session, {
    customerDetails: { email: null, phone: '0100', shipping: { address: { line1: 'B' } } },
  });
  expect(body.customerDetails).toEqual({
    name: 'Mona',
    email: null,
    phone: '0100',
    shipping: { name: 'M', address: { line1: 'B' } },
  });
});

describe('answers', () => {
  const fields = [
    { key: 'size', label: 'Size', type: 'DROPDOWN', dropdownOptions: [{ label: 'Small', value: 's' }] },
    { key: 'code', label: 'Code', type: 'NUMERIC', hasLimits: true, limitType: 'EXACTLY', minCharacters: 4 },
    {
      key: 'note',
      label: 'Note',
      type: 'TEXT',
      isOptional: true,
      hasLimits: true,
      limitType: 'AT_MOST',
      maxCharacters: 5,
    },
  ];

  test('are kept with their fields and removed by null', async () => {
    const session = await world.openSession({ customFields: fields });
    await world.change(session, {
      customFields: [
        { key: 'size', dropdown: { value: 's' } },
        { key: 'note', text: { value: 'مرحبا' } },
      ],
    });
    const { body } = await world.change(session, {
      customFields: [
        { key: 'code', numeric: { value: '١٢۳4' } }, // stored in Latin digits
        { key: 'note', text: { value: null } },
      ],
    });
    expect(body.customFields).toMatchObject([
      { dropdown: { value: 's' } },
      { numeric: { value: '1234' } },
      { text: { value: null } },
    ]);
  });

  test('of blanks alone are none: a required question has no answer at confirm, and no blank default', async () => {
    const label = { label: 'Name on it', type: 'TEXT' };
    const session = await world.openSession({
      customFields: [{ key: 'name', ...label, hasLimits: true, limitType: 'AT_LEAST', minCharacters: 2 }],
    });
    const { body } = await world.change(session, { customFields: [{ key: 'name', text: { value: '   ' } }] });
    expect(body.customFields).toMatchObject([{ text: { value: null } }]);
    const blank = await world.openSession({ customFields: [{ key: 'name', ...label, text: { defaultValue: '  ' } }] });
    for (const refused of [await world.confirm(session), await world.confirm(blank)])
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { code: 'validation_error', param: 'customFields[name]' } },
      });
  });

  test.each<[string, object, string, string]>([
    ['an unknown question', { key: 'none', text: { value: 'x' } }, 'parameter_invalid', 'customFields[0].key'],
    ['an answer of another form', { key: 'size', text: { value: 's' } }, 'parameter_invalid', 'customFields[0].text'],
    ['an option that is none', { key: 'size', dropdown: { value: 'xl' } }, 'validation_error', 'customFields[size]'],
    [
      'letters where digits are asked',
      { key: 'code', numeric: { value: '12a4' } },
      'validation_error',
      'customFields[code]',
    ],
    ['too few characters', { key: 'code', numeric: { value: '123' } }, 'validation_error', 'customFields[code]'],
    ['too many characters', { key: 'note', text: { value: 'six...' } }, 'validation_error', 'customFields[note]'],
  ])('%s is refused', async (_name, answer, errorCode, param) => {
    const session = await world.openSession({ customFields: fields });
    const { status, body } = await world.change(session, { customFields: [answer] });
    expect({ status, code: body.error?.code, param: body.error?.param }).toEqual({
      status: 400,
      code: errorCode,
      param,
    });
  });
});
