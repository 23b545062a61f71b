import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operations, type Operation } from '@mizan/contracts';
import { startStripeStandIn, type StripeStandIn } from '@mizan/stand-ins';
import { eventually } from '@mizan/testing';
import { stripeKeys } from './live-platform.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
let stripe: StripeStandIn;
/** A record of the demo account's test mode for the path parameter of every operation. */
let owned: Readonly<Record<string, string>>;

beforeAll(async () => {
  stripe = await startStripeStandIn({ account: { secretKey: stripeKeys.secretKey } });
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_STRIPE_API_URL: stripe.url }));
  const { product, price, session, intentId } = await shop.buy(9_000, 5);
  const intent = await shop.intent(intentId);
  const newest = async (path: string) => {
    const { data } = await shop.expect<{ data: { id: string }[] }>(200, 'GET', `${path}?limit=1`);
    expect(data).toHaveLength(1);
    return data[0]?.id ?? '';
  };
  const couponId = await made('/coupons', { percentOff: 10 });
  const iban = 'EG380019000500000000263180002';
  const bankAccountId = await made('/bank-accounts', { holderName: 'Siwa Trading', currency: 'EGP', iban });
  owned = {
    '/coupons': couponId,
    '/promotion-codes': await made('/promotion-codes', { couponId }),
    '/products': product.id,
    '/prices': price.id,
    '/customers': (await shop.session(session.id)).customerId ?? '',
    '/checkout/sessions': (await shop.openSession(price)).id,
    '/payment-links': await made('/payment-links', { lineItems: [{ price: price.id }] }),
    '/payment-intents': intentId,
    '/charges': intent.charges[0]?.id ?? '',
    '/refunds': await made('/refunds', { paymentIntentId: intentId, amount: 100 }),
    '/disputes': await disputed(),
    '/bank-accounts': bankAccountId,
    '/payouts': await made('/payouts', { amount: 100, currency: 'EGP', bankAccountId }),
    '/balance-transactions': await newest('/balance-transactions'),
    '/payment-method-configurations': await made('/payment-method-configurations', {
      name: 'Kiosk',
      paymentMethodTypes: [{ type: 'fawry' }],
    }),
    '/webhook-endpoints': await made('/webhook-endpoints', { url: 'https://example.com/', enabledEvents: ['*'] }),
    '/events': await eventually(() => newest('/events')),
    '/api-keys': await made('/api-keys', { name: 'Till', type: 'PUBLISHABLE' }),
  };
});
afterAll(async () => {
  await shop.world.stop();
  await stripe.close();
});

/** Of a test card whose payer objects. */
async function disputed(): Promise<string> {
  const card = { number: '4000000000000259', expMonth: 12, expYear: 2040, cvc: '123' };
  const intent = { amount: 5_000, currency: 'EGP', confirm: true, paymentMethod: { type: 'card', card } };
  const paymentIntentId = await made('/payment-intents', intent);
  return eventually(async () => {
    const path = `/disputes?paymentIntentId=${paymentIntentId}`;
    const { data } = await shop.expect<{ data: { id: string }[] }>(200, 'GET', path);
    expect(data).toHaveLength(1);
    return data[0]?.id ?? '';
  });
}
const made = async (path: string, body: unknown) => (await shop.expect<{ id: string }>(201, 'POST', path, body)).id;
/** Connections exist in live mode only: see the last tests. */
const isOfConnections = (path: string): boolean => path.startsWith('/provider-connections');
const withId = (Object.entries(operations) as [string, Operation][]).filter(
  ([, { audience, path }]) => audience === 'merchant' && path.includes('{id}') && !isOfConnections(path),
);
const bodies: Readonly<Record<string, unknown>> = {
  rollApiKey: {},
  updateApiKey: { name: 'x' },
  markRefundFailed: { failureReason: 'declined' },
  updateDispute: { evidence: {} },
  updateProviderConnection: {},
  registerProviderDomain: { domain: 'shop.example.com' },
};

/** What a live key hears before any record is looked up, while neither live payments nor a second factor are set up. */
function liveRefusalOf({ method, path, errors }: Operation): string | undefined {
  if (path.startsWith('/api-keys') && method !== 'GET' && method !== 'DELETE') return 'two_factor_required';
  return errors.includes('merchant_not_activated') ? 'merchant_not_activated' : undefined;
}

async function request(id: string, key: string, of: string): Promise<{ status: number; body: string }> {
  const { method, path }: Operation = operations[id as keyof typeof operations];
  const { status, body } = await shop.world.api(method, path.replace('{id}', encodeURIComponent(of)), bodies[id], {
    key,
  });
  // Without the id that was sent: nothing else may depend on whether it exists.
  return { status, body: JSON.stringify({ ...(body as object), request_id: undefined }).replaceAll(of, '<id>') };
}

describe('a record of another merchant', () => {
  test.each(withId)(
    '%s: a record of another account or mode gets the bytes of one that never was',
    async (id, { path }) => {
      const { keys, otherAccount } = shop.world.accounts;
      const mine = owned[path.split('/{id}')[0] ?? ''] ?? '';
      expect(mine).not.toBe('');
      const never = `${mine.slice(0, -4)}0000`;
      const missing = await request(id, keys.testSecret, never);
      expect(missing.status).toBe(404);
      expect(missing.body).toContain('"code":"resource_missing"');
      const refusal = liveRefusalOf(operations[id as keyof typeof operations]);
      const strangers = {
        'another account': otherAccount.keys.testSecret,
        'another account, live': otherAccount.keys.liveSecret,
        'another mode': keys.liveSecret,
      };
      for (const [who, key] of Object.entries(strangers)) {
        const answer = await request(id, key, mine);
        if (refusal && /live|mode/.test(who))
          expect([who, answer.status, answer.body.includes(refusal)]).toEqual([who, 403, true]); // whatever the id
        else expect([who, answer]).toEqual([who, await request(id, key, never)]);
      }
    },
  );

  test.each(withId)('%s: what is no id of its kind is missing too, and repeated only if it is an id', async (id) => {
    const { testSecret } = shop.world.accounts.keys;
    const kind = await request(id, testSecret, 'acct_none');
    expect([kind.status, kind.body]).toEqual([404, expect.stringContaining('That is an account ID.')]);
    const [malformed, ...others] = [
      await request(id, testSecret, "x' or 1=1 --"),
      await request(id, testSecret, 'a'.repeat(400)),
      await request(id, testSecret, 'سلام'),
    ];
    expect([malformed?.status, malformed?.body]).toEqual([404, expect.stringContaining('has this ID in test mode')]);
    expect(others).toEqual([malformed, malformed]);
  });

  test('with its client secret is found without a key and with its own account’s, and missing for any other', async () => {
    const { keys, otherAccount } = shop.world.accounts;
    const session = await shop.openSession((await shop.stock(1_000)).price);
    const statusFor = async (key: string | null) => {
      const headers = { 'client-secret': session.clientSecret ?? '' };
      return (await shop.world.api('GET', `/client/checkout/${session.id}`, undefined, { key, headers })).status;
    };
    expect([await statusFor(null), await statusFor(keys.testPublishable)]).toEqual([200, 200]);
    for (const key of [otherAccount.keys.testSecret, otherAccount.keys.liveSecret, keys.liveSecret])
      expect(await statusFor(key)).toBe(404);
  });

  test('appears in no list of another account or mode', async () => {
    const { keys, otherAccount } = shop.world.accounts;
    const lists = (Object.values(operations) as Operation[]).filter(
      ({ audience, method, path }) => audience === 'merchant' && method === 'GET' && Object.hasOwn(owned, path),
    );
    expect(lists.length).toBeGreaterThan(8);
    for (const { path } of lists)
      for (const key of [otherAccount.keys.testSecret, otherAccount.keys.liveSecret, keys.liveSecret]) {
        const { status, body } = await shop.world.api('GET', path, undefined, { key });
        expect([path, status]).toEqual([path, 200]);
        for (const id of Object.values(owned)) expect([path, JSON.stringify(body).includes(id)]).toEqual([path, false]);
      }
  });
});

describe('a record that was deleted', () => {
  /** How to make one of each resource that can be deleted; a revoked key stays to be seen. */
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    '/products': async () => (await shop.stock(1_000)).product.id,
    '/prices': async () => (await shop.stock(1_000)).price.id,
    '/customers': () => made('/customers', { name: 'Mona Adel', email: 'deleted@example.com' }),
    '/coupons': () => made('/coupons', { percentOff: 10 }),
    '/bank-accounts': () =>
      made('/bank-accounts', { holderName: 'Siwa', currency: 'EGP', iban: 'EG380019000500000000263180002' }),
    '/payment-method-configurations': () =>
      made('/payment-method-configurations', { name: 'Cards', paymentMethodTypes: [{ type: 'card' }] }),
    '/webhook-endpoints': () => made('/webhook-endpoints', { url: 'https://example.com/', enabledEvents: ['*'] }),
  };
  const deletable = withId.filter(([id, { method }]) => method === 'DELETE' && id !== 'revokeApiKey');

  test.each(deletable)('%s: every operation answers as if it had never been', async (_id, { path }) => {
    const resource = path.replace('/{id}', '');
    const gone = await makers[resource]?.();
    if (gone === undefined) throw new Error(`say above how to make one of ${resource}`);
    const { testSecret } = shop.world.accounts.keys;
    await shop.expect(200, 'DELETE', `${resource}/${gone}`);
    const about = withId.filter(([, each]) => each.path.startsWith(`${path}/`) || each.path === path);
    for (const [id] of about) {
      const missing = await request(id, testSecret, `${gone.slice(0, -4)}0000`);
      expect([id, missing.status]).toEqual([id, 404]);
      expect([id, await request(id, testSecret, gone)]).toEqual([id, missing]);
    }
    const { data } = await shop.expect<{ data: { id: string }[] }>(200, 'GET', resource);
    expect(data.map(({ id }) => id)).not.toContain(gone);
  });
});

test('without a permission every operation is 403 with its name, before anything is looked up', async () => {
  const keyWith = async (only: string): Promise<string> => {
    const body = { name: 'Nearly nothing', type: 'RESTRICTED', permissions: [only] };
    return (await shop.expect<{ secret: string }>(201, 'POST', '/api-keys', body)).secret;
  };
  const [readsAccount, readsBalance] = [await keyWith('ACCOUNT_READ'), await keyWith('BALANCE_READ')];
  for (const [id, { method, path, permission, audience }] of Object.entries(operations) as [string, Operation][]) {
    if (audience !== 'merchant' || permission === null) continue;
    const { status, body } = await shop.world.api(
      method,
      path.replace('{id}', 'none'),
      method === 'GET' ? undefined : {},
      {
        key: permission === 'ACCOUNT_READ' ? readsBalance : readsAccount,
      },
    );
    expect([id, status, (body as { error?: { message: string } }).error?.message]).toEqual([
      id,
      403,
      `The API key lacks the permission ${permission}.`,
    ]);
  }
});

describe('a provider connection, which is of live mode', () => {
  const ofConnection = (Object.entries(operations) as [string, Operation][]).filter(
    ([, { audience, path }]) => audience === 'merchant' && path.startsWith('/provider-connections/{id}'),
  );
  test.each(ofConnection)('%s: another account, test mode and no such id get the same bytes', async (id) => {
    const { account, keys, otherAccount } = shop.world.accounts;
    const path = `/operator/accounts/${account.id}/provider-connections`;
    const body = { provider: 'stripe', credentials: stripeKeys };
    const made = await shop.world.api<{ id: string }>('POST', path, body, { key: operatorToken });
    expect(made.status).toBe(201);
    for (const key of [otherAccount.keys.liveSecret, otherAccount.keys.testSecret, keys.testSecret]) {
      const missing = await request(id, key, 'pvc_0ABCdefGHIjklMNOpqrSTUvw');
      expect(missing.status).toBe(404);
      expect(await request(id, key, made.body.id)).toEqual(missing);
    }
    expect((await shop.world.api('GET', `${path}/${made.body.id}`, undefined, { key: operatorToken })).status).toBe(
      200,
    );
  });
});
