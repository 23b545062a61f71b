import { liveMethod } from '../siblings.test-support.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  CheckoutSession,
  ConfirmedCheckout,
  Coupon,
  FeeConfigInput,
  HostedCheckout,
  PaymentLink,
} from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { demoProfile, type AnyBody } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { anyAmountBy } from '../configurations.test-support.ts';

let world: CheckoutWorld;
let paymentRequests: Record<string, unknown>[] = [];
beforeAll(async () => {
  world = await startCheckout();
  const { feeSchedule } = demoProfile('acct_test');
  const foreign = {
    paymentMethodType: 'card',
    brand: null,
    isOnUs: null,
    isInternational: true,
    provider: null,
    refundFixed: 0,
  } as const;
  world.siblings.account = {
    ...world.siblings.account,
    feeSchedule: [
      ...feeSchedule.map((row) => (row.paymentMethodType === 'fawry' ? { ...row, ratePpm: 10_000, fixed: 0 } : row)),
      { ...foreign, currency: 'EGP', ratePpm: 39_000, fixed: 300 },
      { ...foreign, isInternational: false, brand: 'mastercard', currency: 'EGP', ratePpm: 30_000, fixed: 0 },
    ],
  };
  world.siblings.before = (name, request) => {
    if (name === 'confirmPayment') paymentRequests.push(request as Record<string, unknown>);
  };
});
afterAll(() => world.stop());

const open = (feeConfig: FeeConfigInput, unitAmount = 100_000) =>
  world.openSession({ lineItems: [{ price: world.siblings.addPrice({ unitAmount }).price.id }], feeConfig });
const passing = { feesPassThrough: true };
const email = { customerDetails: { email: 'mona@example.com' } };

describe('a fee that is passed on', () => {
  test('is 0 and not broken down before the buyer chooses, and then covers what the payment costs exactly', async () => {
    const session = await open(passing);
    expect(session).toMatchObject({
      amountTotal: 100_000,
      totalDetails: { amountPlatformFee: 0 },
      feeConfig: { feesPassThrough: true, vatCollectionEnabled: false, source: 'session' },
    });
    expect(session).not.toHaveProperty('fees');
    const { body } = await world.change(session, { paymentMethodType: 'card' });
    expect(body).toMatchObject({
      amountTotal: 103_590,
      totalDetails: { amountPlatformFee: 3_590 },
      fees: { paymentMethodType: 'card', feeAmount: 3_149, feePercentage: 2.75, vatAmount: 441, totalAmount: 3_590 },
    });
    expect(body.fees).not.toHaveProperty('cardInfo');
  });

  test('follows method and card, and is calculated again when the order changes', async () => {
    const price = world.siblings.addPrice({ unitAmount: 100_000 }).price.id;
    const adjustableQuantity = { enabled: true, minimum: 1, maximum: 9 };
    const session = await world.openSession({ lineItems: [{ price, adjustableQuantity }], feeConfig: passing });
    const totalWith = async (body: object) => {
      const answer = await world.change(session, body);
      return [answer.body.amountTotal, answer.body.fees?.cardInfo?.brand];
    };
    expect(await totalWith({ paymentMethodType: 'fawry' })).toEqual([101_154, undefined]);
    expect(await totalWith({ paymentMethodType: 'card', cardBin: '55555555' })).toEqual([103_541, 'mastercard']);
    expect(await totalWith({ cardBin: '424242' })).toEqual([103_590, 'visa']);
    const [id] = session.lineItems.map((line) => line.id);
    expect(await totalWith({ lineItems: [{ id, quantity: 2 }] })).toEqual([206_826, 'visa']);
  });

  test('of the card that really pays decides: a dearer one is refused until its buyer has seen the price', async () => {
    paymentRequests = [];
    const session = await open(passing);
    const seen = await world.change(session, { ...email, paymentMethodType: 'card', cardBin: '40000000' });
    expect(seen.body.amountTotal).toBe(103_590);
    const pay = (expectedAmountTotal: number) =>
      world.confirm(session, { paymentMethod: card(cards.foreign), expectedAmountTotal });
    const refused = await pay(103_590);
    expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([
      409,
      'resource_invalid_state',
      'expectedAmountTotal',
    ]);
    const shown = await world.view(session);
    expect(shown.body).toMatchObject({ amountTotal: 105_010, fees: { cardInfo: { isInternational: true } } });
    const { body } = await pay(105_010);
    expect(body).toMatchObject({ checkoutSession: { status: 'complete', amountTotal: 105_010 } });
    expect(paymentRequests).toMatchObject([
      {
        amount: 105_010,
        amountDetails: { productAmount: 100_000, platformFees: 5_010 },
        feeTerms: { ratePpm: 39_000, fixed: 300, vatPpm: 140_000 },
      },
    ]);
  });

  test('cannot be dodged by choosing a cheaper method than the one that pays', async () => {
    const session = await open(passing);
    await world.change(session, { ...email, paymentMethodType: 'fawry' });
    const { body } = await world.confirm(session, { paymentMethod: card() });
    expect(body.paymentIntent).toMatchObject({ amount: 103_590, status: 'SUCCEEDED' });
  });

  test('nor by choosing it between the price and the payment', async () => {
    const session = await open(passing);
    await world.change(session, { ...email, paymentMethodType: 'card' });
    const { before } = world.siblings;
    world.siblings.before = async (name) => {
      if (name === 'resolveCustomer') await world.change(session, { paymentMethodType: 'fawry' });
    };
    const { body } = await world.confirm(session, { paymentMethod: card() });
    world.siblings.before = before;
    expect(body.paymentIntent).toMatchObject({ amount: 103_590, status: 'SUCCEEDED' });
  });

  test('400 payment_method_mismatch where no fee is agreed for the method', async () => {
    const other = await startCheckout();
    other.siblings.account = { ...other.siblings.account, feeSchedule: [] };
    const bare = await other.openSession({ feeConfig: passing });
    const { status, body } = await other.change(bare, { paymentMethodType: 'card' });
    expect([status, body.error?.code, body.error?.param]).toEqual([
      400,
      'payment_method_mismatch',
      'paymentMethodType',
    ]);
    await other.stop();
  });

  test.each([
    ['no method with an agreed fee in the currency', null, /^No fee is agreed for payments in EGP/],
    ['only fees that name a provider, in test mode', 'stripe', /only fees that name no provider apply/],
  ] as const)('400 unsupported_currency where the account has %s', async (_which, provider, reason) => {
    const other = await startCheckout();
    const { feeSchedule } = demoProfile('acct_test');
    other.siblings.account = {
      ...other.siblings.account,
      supportedCurrencies: [{ code: 'EGP', decimals: 2, paymentMethodTypes: [] }],
      feeSchedule: provider === null ? [] : feeSchedule.map((rule) => ({ ...rule, provider })),
    };
    const merchant = other.merchantClient('checkout', { merchantId: 'acct_without_fees' });
    const { status, body } = await merchant('POST', '/checkout/sessions', {
      lineItems: [{ price: other.siblings.addPrice().price.id }],
    });
    expect([status, body.error]).toMatchObject([400, { code: 'unsupported_currency', param: 'currency' }]);
    expect(body.error?.message).toMatch(reason);
    await other.stop();
  });

  test('is on top of VAT, and in the currency of the prices too', async () => {
    const session = await world.openSession({
      lineItems: [{ price: world.siblings.addPrice({ unitAmount: 1_600, currency: 'GBP' }).price.id }],
      feeConfig: { ...passing, vatCollectionEnabled: true, vatCollectionRate: 14 },
    });
    expect(session.amountTotal).toBe(114_000); // 16.00 + 2.24 GBP at 62.5
    const { body } = await world.change(session, { paymentMethodType: 'card' });
    const { amountTotal, presentmentDetails, totalDetails } = body;
    expect(totalDetails).toMatchObject({ amountCollectedVat: 14_000, amountPlatformFee: 4_042 });
    expect(amountTotal).toBe(118_042);
    expect(presentmentDetails).toMatchObject({ amountCollectedVat: 224, amountPlatformFee: 65, amount: 1_889 });
  });
});

describe('in live mode, where amounts of three decimals end in 0', () => {
  const cardInDinars = liveMethod('card', { currency: 'KWD', amountStep: 10 });
  beforeAll(() => {
    const terms = {
      paymentMethodType: 'card',
      brand: null,
      isOnUs: null,
      isInternational: null,
      provider: null,
      refundFixed: 0,
    } as const;
    const { account } = world.siblings;
    world.siblings.liveMethods = [cardInDinars];
    world.siblings.account = {
      ...account,
      livePaymentsEnabled: true,
      feeSchedule: [
        ...(account.feeSchedule ?? []),
        { ...terms, currency: 'KWD', ratePpm: 27_500, fixed: 100 },
        { ...terms, paymentMethodType: 'cash_on_delivery', currency: 'KWD', ratePpm: 10_000, fixed: 0 },
      ],
    };
  });
  const live = () => world.merchantClient('checkout', { merchantId: 'acct_test', livemode: true });
  const dinars = (unitAmount: number, more: object = {}) => ({
    lineItems: [{ price: world.siblings.addPrice({ unitAmount, currency: 'KWD' }).price.id, quantity: 3 }],
    ...more,
  });
  const create = async (path: string, body: object) => {
    const answer = await live()<CheckoutSession & AnyBody>('POST', path, body);
    return [answer.status, answer.body.error?.code, answer.body.error?.param];
  };

  test.each(['/checkout/sessions', '/payment-links'])(
    'POST %s is 400 amount_invalid for a total that does not',
    async (path) => {
      expect(await create(path, dinars(5_124))).toEqual([400, 'amount_invalid', 'lineItems']);
      expect(await create(path, dinars(5_120))).toEqual([201, undefined, undefined]);
      const vat = { vatCollectionEnabled: true, vatCollectionRate: 14 };
      expect(await create(path, dinars(5_130, { feeConfig: vat }))).toEqual([400, 'amount_invalid', 'lineItems']);
    },
  );

  test('a change of the fees of a link to such a total is refused', async () => {
    const { body: link } = await live()<{ id: string }>('POST', '/payment-links', dinars(1_010));
    const change = async (vatCollectionRate: number) => {
      const feeConfig = { vatCollectionEnabled: true, vatCollectionRate };
      const answer = await live()<AnyBody>('PATCH', `/payment-links/${link.id}`, { feeConfig });
      return [answer.status, answer.body.error?.code, answer.body.error?.param];
    };
    expect(await change(14)).toEqual([400, 'amount_invalid', 'feeConfig']); // 3.4542
    expect(await change(100)).toEqual([200, undefined, undefined]);
    expect((await world.buyerClient('checkout')('PATCH', `/client/checkout/${link.id}`, {})).status).toBe(200);
  });

  test('a change to such a total is refused before the buyer pays', async () => {
    const { body: session } = await live()<CheckoutSession>('POST', '/checkout/sessions', dinars(5_120));
    const coupon = await live()<Coupon>('POST', '/coupons', { percentOff: 12.5, name: 'Eighth' });
    const discounts = [{ coupon: coupon.body.id }];
    const changed = await live()<AnyBody>('PATCH', `/checkout/sessions/${session.id}`, { discounts });
    expect(changed.status).toBe(200); // 13.440
    const lineItems = dinars(1_111).lineItems;
    const refused = await live()<AnyBody>('PATCH', `/checkout/sessions/${session.id}`, { lineItems });
    expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([
      400,
      'amount_invalid',
      'lineItems',
    ]);
  });

  test('a fee that is passed on makes the total end in 0, and the merchant has what that adds', async () => {
    const { body: session } = await live()<CheckoutSession>(
      'POST',
      '/checkout/sessions',
      dinars(5_124, { feeConfig: passing }),
    );
    expect(session.amountTotal).toBe(15_372);
    const { body } = await world.change(session, { paymentMethodType: 'card' });
    expect(body.amountTotal % 10).toBe(0);
    expect(body.amountTotal - (body.fees?.totalAmount ?? 0)).toBeGreaterThanOrEqual(15_372);
  });

  describe('except those of a method that takes finer ones', () => {
    let shop: ReturnType<CheckoutWorld['merchantClient']>;
    beforeEach(() => {
      shop = world.merchantClient('checkout', { merchantId: newId('acct'), livemode: true });
      world.siblings.liveMethods = [cardInDinars, liveMethod('cash_on_delivery', { currency: 'KWD' })];
    });
    afterEach(() => {
      world.siblings.liveMethods = [cardInDinars];
    });
    const inCash = { paymentMethod: { type: 'cash_on_delivery' } };
    const reachable = {
      email: 'mona@example.com',
      phone: '+96550000001',
      shipping: { address: { line1: 'Gulf Road' } },
    };

    test('a fee that is passed on makes the total what the method that pays takes', async () => {
      paymentRequests = [];
      const { body: session } = await shop<CheckoutSession>(
        'POST',
        '/checkout/sessions',
        dinars(1_668, { feeConfig: passing }),
      );
      await world.change(session, { customerDetails: reachable, paymentMethodType: 'cash_on_delivery' });
      const totalBy = async (paymentMethodType: string) => {
        const { body } = await world.change(session, { paymentMethodType });
        expect(body.paymentMethodTypes.map(({ type }) => type).sort()).toEqual(['card', 'cash_on_delivery']);
        return body.amountTotal;
      };
      expect(await totalBy('cash_on_delivery')).toBe(5_062);
      expect(await totalBy('card')).toBe(5_290);
      await world.change(session, { paymentMethodType: 'cash_on_delivery' });
      expect((await world.confirm(session, { paymentMethod: card() })).status).toBe(200);
      expect(paymentRequests).toMatchObject([{ amount: 5_290 }]);
    });

    test('such a total is taken by that method alone', async () => {
      const { status, body: session } = await shop<CheckoutSession>('POST', '/checkout/sessions', dinars(5_124));
      expect([status, session.paymentMethodTypes.map(({ type }) => type)]).toEqual([201, ['cash_on_delivery']]);
      await world.change(session, { customerDetails: reachable });
      expect(await world.confirm(session, { paymentMethod: card() })).toMatchObject({
        status: 400,
        body: { error: { code: 'amount_invalid', param: 'paymentMethod.type' } },
      });
      expect((await world.confirm(session, inCash)).status).toBe(200);
    });

    test.each([
      ['was not requested', () => ({ paymentMethodTypes: ['card'] })],
      ['is not enabled', () => ({ paymentMethodConfigurationId: configured(anyAmountBy('card')) })],
      [
        'takes less',
        () => ({
          paymentMethodConfigurationId: configured(anyAmountBy('card'), {
            ...anyAmountBy('cash_on_delivery'),
            limits: [{ currency: 'KWD', minTransactionAmount: null, maxTransactionAmount: 10_000 }],
          }),
        }),
      ],
    ])('400 amount_invalid for such a total where that method %s', async (_why, settings) => {
      const path = '/checkout/sessions';
      const { body } = await shop<AnyBody>('POST', path, dinars(5_124, settings()));
      expect(body.error).toMatchObject({ code: 'amount_invalid', param: 'lineItems' });
      expect(body.error?.message).toMatch(/must be a multiple of 10 in live mode/);
      expect((await shop('POST', path, dinars(5_120, settings()))).status).toBe(201);
    });

    test('400 amount_invalid for a link with such a total where that method is not enabled', async () => {
      const paymentMethodConfigurationId = configured(anyAmountBy('card'));
      const { body: link } = await shop<PaymentLink & AnyBody>('POST', '/payment-links', dinars(5_124));
      expect(link.error).toBeUndefined();
      for (const refused of [
        await shop<AnyBody>('POST', '/payment-links', dinars(5_124, { paymentMethodConfigurationId })),
        await shop<AnyBody>('PATCH', `/payment-links/${link.id}`, { paymentMethodConfigurationId }),
      ])
        expect(refused).toMatchObject({ status: 400, body: { error: { code: 'amount_invalid' } } });
    });
  });
  const configured = (...methods: Parameters<typeof world.siblings.addConfiguration>[0] & object) =>
    world.siblings.addConfiguration([...methods]).id;

  describe('and prices are in another currency', () => {
    // Its own merchant: accounts are kept for a while.
    const merchantId = 'acct_dinars';
    beforeAll(() => {
      world.siblings.rates.set('GBP KWD', { id: 'fxr_kwd', rate: 0.386789 });
      world.siblings.account = { ...world.siblings.account, defaultCurrency: 'KWD' };
    });
    afterAll(() => {
      world.siblings.account = { ...world.siblings.account, defaultCurrency: 'EGP' };
    });
    const client = (livemode: boolean) => world.merchantClient('checkout', { merchantId, livemode });
    const pounds = () => ({
      lineItems: [333, 100].map((unitAmount) => ({
        price: world.siblings.addPrice({ unitAmount, currency: 'GBP' }).price.id,
        adjustableQuantity: { enabled: true, minimum: 1, maximum: 9 },
      })),
    });

    test('the converted total of a session is rounded to one that does, also when it changes', async () => {
      const { status, body } = await client(true)<CheckoutSession>('POST', '/checkout/sessions', pounds());
      expect(status).toBe(201);
      expect(body).toMatchObject({ currency: 'KWD', amountTotal: 1_670, presentmentDetails: { amount: 433 } }); // 1.6748
      expect(body.lineItems.map(({ amountTotal }) => amountTotal)).toEqual([1_284, 386]);
      const changed = await world.change(body, { lineItems: [{ id: body.lineItems[1]?.id, quantity: 2 }] });
      expect([changed.status, changed.body.amountTotal]).toEqual([200, 2_060]); // 2.0616
    });

    test('so is what a link shows, and what it opens', async () => {
      const { status, body: link } = await client(true)<PaymentLink>('POST', '/payment-links', pounds());
      expect([status, link.currency, link.computedAmount]).toEqual([201, 'GBP', 433]);
      const buyer = world.buyerClient('checkout');
      const shown = await buyer<HostedCheckout>('GET', `/client/checkout/${link.id}`);
      expect([shown.status, shown.body.amountTotal]).toEqual([200, 1_670]);
      const opened = await buyer<HostedCheckout>('PATCH', `/client/checkout/${link.id}`, {});
      expect([opened.status, opened.body.amountTotal]).toEqual([200, 1_670]);
    });

    test('so they are beside a method that takes finer amounts, so that every method can pay', async () => {
      world.siblings.liveMethods = [cardInDinars, liveMethod('cash_on_delivery', { currency: 'KWD' })];
      const shop = world.merchantClient('checkout', { merchantId: newId('acct'), livemode: true });
      const { body } = await shop<CheckoutSession>('POST', '/checkout/sessions', pounds());
      const { body: link } = await shop<PaymentLink>('POST', '/payment-links', pounds());
      const shown = await world.buyerClient('checkout')<HostedCheckout>('GET', `/client/checkout/${link.id}`);
      for (const { amountTotal, paymentMethodTypes } of [body, shown.body])
        expect([amountTotal, ...paymentMethodTypes.map(({ type }) => type).sort()]).toEqual([
          1_670,
          'card',
          'cash_on_delivery',
        ]);
      world.siblings.liveMethods = [cardInDinars];
    });

    test('in test mode it stays as it is converted', async () => {
      const { body } = await client(false)<CheckoutSession>('POST', '/checkout/sessions', pounds());
      expect(body).toMatchObject({ currency: 'KWD', amountTotal: 1_675 });
    });
  });
});

describe('without passing it on', () => {
  test('the total stays, and the fee is what the merchant pays', async () => {
    const session = await open({});
    const { body } = await world.change(session, { ...email, paymentMethodType: 'card' });
    expect(body).toMatchObject({
      amountTotal: 100_000,
      fees: { feeAmount: 3_050, vatAmount: 427, totalAmount: 3_477 },
    });
    expect(body.totalDetails).not.toHaveProperty('amountPlatformFee');
    paymentRequests = [];
    await world.confirm(session);
    expect(paymentRequests).toHaveLength(1);
    expect(paymentRequests[0]).not.toHaveProperty('feeTerms');
  });
});

describe('the most specific level decides', () => {
  test('wins, and what it leaves out the next wider one decides', async () => {
    const account = { feesPassThrough: false, vatCollectionEnabled: true, vatCollectionRate: 14 };
    const other = await startCheckout();
    other.siblings.account = { ...other.siblings.account, feeConfig: account };
    const price = other.siblings.addPrice({ unitAmount: 10_000 }).price.id;
    const lineItems = [{ price }];
    expect((await other.openSession({ lineItems })).feeConfig).toEqual({ ...account, source: 'account' });
    const own = await other.openSession({ lineItems, feeConfig: passing });
    expect(own).toMatchObject({ amountTotal: 11_400, feeConfig: { ...account, ...passing, source: 'session' } });
    const link = await other.merchant<{ id: string; feeConfig: unknown }>('POST', '/payment-links', {
      lineItems,
      feeConfig: { vatCollectionRate: 5 },
    });
    expect(link.body.feeConfig).toEqual({ ...account, vatCollectionRate: 5 });
    const client = other.buyerClient('checkout');
    const opened = await client<ConfirmedCheckout['checkoutSession'] & { id: string }>(
      'PATCH',
      `/client/checkout/${link.body.id}`,
      {},
    );
    const read = await other.readSession(opened.body.id);
    expect(read).toMatchObject({ amountTotal: 10_500, feeConfig: { vatCollectionRate: 5, source: 'payment_link' } });
    await other.stop();
  });

  test('can be changed while a session is open; what equals it already changes nothing', async () => {
    const session = await open(passing);
    const patch = (feeConfig: object) =>
      world.merchant<CheckoutSession>('PATCH', `/checkout/sessions/${session.id}`, { feeConfig });
    expect((await patch(session.feeConfig)).body.feeConfig).toEqual(session.feeConfig);
    await world.change(session, { paymentMethodType: 'card' });
    const { body } = await patch({ vatCollectionEnabled: true, vatCollectionRate: 14 });
    expect(body).toMatchObject({
      amountTotal: 118_042,
      totalDetails: { amountCollectedVat: 14_000, amountPlatformFee: 4_042 },
    });
    expect((await patch({ feesPassThrough: false })).body.amountTotal).toBe(114_000);
  });

  test('is changed on a link, too, and read back as it was sent', async () => {
    const price = world.siblings.addPrice({ unitAmount: 10_000 }).price.id;
    type Link = { id: string; feeConfig: object };
    const { body: link } = await world.merchant<Link>('POST', '/payment-links', { lineItems: [{ price }] });
    const patch = (feeConfig: object) => world.merchant<Link>('PATCH', `/payment-links/${link.id}`, { feeConfig });
    expect((await patch(link.feeConfig)).body).toEqual(link);
    const feeConfig = { feesPassThrough: true, vatCollectionEnabled: true, vatCollectionRate: 14.25 };
    expect((await patch(feeConfig)).body.feeConfig).toEqual(feeConfig);
  });

  test.each([
    [{ vatCollectionEnabled: true }],
    [{ vatCollectionEnabled: true, vatCollectionRate: 0 }],
    [{ vatCollectionEnabled: true, vatCollectionRate: 100.5 }],
    [{ vatCollectionEnabled: true, vatCollectionRate: 14.00001 }],
    [{ vatCollectionEnabled: true, vatCollectionRate: '14' }],
  ])('400 parameter_invalid: %j', async (feeConfig) => {
    const lineItems = [{ price: world.siblings.addPrice().price.id }];
    const { status, body } = await world.merchant('POST', '/checkout/sessions', { lineItems, feeConfig });
    expect([status, body.error?.code, body.error?.param]).toEqual([
      400,
      'parameter_invalid',
      'feeConfig.vatCollectionRate',
    ]);
  });
});
