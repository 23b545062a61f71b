import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Problem } from '@mizan/service-kit';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type Api, type ApiAnswer, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { type LiveWorld, startLivePayments, stripeKeys, switchedOff } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const path = (account: string): string => `/operator/accounts/${account}/providers/stripe`;
const set = (account: string, more: object = {}) => world.operator('PUT', path(account), { ...stripeKeys, ...more });
const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];
const confirmAs = (merchantId: string) =>
  world.merchantClient('payments', { merchantId, livemode: true })('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    paymentMethod: { type: 'card', token: methods.approving },
  });

test('403 merchant_not_activated for a connected account whose live payments are off', async () => {
  expect((await set(switchedOff)).status).toBe(200);
  expect(codeOf(await confirmAs(switchedOff))).toEqual([403, 'merchant_not_activated', undefined]);
});

test('400 parameter_invalid for manual confirmation in live mode, where the bank page itself decides', async () => {
  const created = world.live('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirmationMethod: 'manual',
  });
  expect(codeOf(await created)).toEqual([400, 'parameter_invalid', 'confirmationMethod']);
});

describe('a connection to Stripe', () => {
  test('is set, read, replaced and removed, and its secrets are in no answer', async () => {
    const made = await set('acct_one');
    expect(made).toMatchObject({
      status: 200,
      body: {
        object: 'stripe_connection',
        accountId: 'acct_one',
        livemode: true,
        stripeAccountId: 'acct_atStripe',
        publishableKey: stripeKeys.publishableKey,
        secretKeyLast4: 'ndIn',
        callbackUrl: expect.stringMatching(/\/providers\/stripe\/callbacks\?account=acct_one$/),
      },
    });
    const read = await world.operator('GET', path('acct_one'));
    expect(read.body).toEqual(made.body);
    world.stripe.addKey('rk_live_anotherOne9876', 'acct_atStripe');
    const replaced = await set('acct_one', { secretKey: 'rk_live_anotherOne9876' });
    expect(replaced.body).toMatchObject({ secretKeyLast4: '9876', createdAt: made.body['createdAt'] });
    const gone = await world.operator('DELETE', path('acct_one'));
    expect(gone.body).toEqual({ id: 'acct_one', object: 'stripe_connection', deleted: true });
    expect((await world.operator('GET', path('acct_one'))).status).toBe(404);
    const answers = JSON.stringify([made, read, replaced, gone]);
    for (const secret of [stripeKeys.secretKey, stripeKeys.callbackSecret, 'anotherOne'])
      expect(answers).not.toContain(secret);
  });

  test('is stored sealed: neither secret is in any table, the stored answers of retries included', async () => {
    await world.operator('PUT', path('acct_sealed'), stripeKeys, { idempotencyKey: 'connect-once' });
    const { rows: tables } = await world
      .db('payments')
      .query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'payments'`,
      );
    for (const { name } of tables) {
      const { rows } = await world.db('payments').query<{ row: string }>(`select t::text as row from "${name}" t`);
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of [stripeKeys.secretKey, stripeKeys.callbackSecret]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(Buffer.from(secret).toString('hex'));
        expect(text).not.toContain(Buffer.from(secret).toString('base64'));
      }
    }
  });

  test('makes the account’s live mode accept payments, and no other’s', async () => {
    expect(codeOf(await confirmAs('acct_new'))).toEqual([403, 'merchant_not_activated', undefined]);
    await set('acct_new');
    expect((await confirmAs('acct_new')).body).toMatchObject({ status: 'SUCCEEDED' });
    expect(codeOf(await confirmAs('acct_stranger'))).toEqual([403, 'merchant_not_activated', undefined]);
  });

  test('gives checkout the field in which its buyers type their cards, with the current key, and no other’s', async () => {
    const entryOf = async (merchantId: string, livemode = true) => {
      const checkout = world.siblingClient('payments', 'checkout', { merchantId, livemode });
      const { status, body } = await checkout<AnyBody>('POST', '/internal/calls/getCardEntry', {});
      expect(status).toBe(200);
      return body['entry'];
    };
    await set('acct_entry');
    const entry = {
      cardEntry: {
        provider: 'stripe',
        publishableKey: stripeKeys.publishableKey,
        scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      },
      allows: {
        scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connections: ['https://api.stripe.com'],
      },
    };
    expect(await entryOf('acct_entry')).toEqual(entry);
    await set('acct_entry', { publishableKey: 'pk_live_rolledToday' });
    expect(await entryOf('acct_entry')).toMatchObject({ cardEntry: { publishableKey: 'pk_live_rolledToday' } });
    expect(await entryOf('acct_entry', false)).toBeNull();
    expect(await entryOf('acct_stranger')).toBeNull();
  });

  test('is used with the keys that it has at that moment', async () => {
    world.stripe.addKey('sk_live_soonRevoked', 'acct_atStripe');
    await set('acct_rolled', { secretKey: 'sk_live_soonRevoked' });
    world.stripe.revokeKey('sk_live_soonRevoked');
    expect((await confirmAs('acct_rolled')).body.error?.code).toBe('internal_error');
    await set('acct_rolled');
    expect((await confirmAs('acct_rolled')).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('stays while a payment waits for its capture', async () => {
    await set('acct_active');
    const live = world.merchantClient('payments', { merchantId: 'acct_active', livemode: true });
    const { body: held } = await live('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      captureMethod: 'manual',
      confirm: true,
      paymentMethod: { type: 'card', token: methods.approving },
    });
    expect(codeOf(await world.operator('DELETE', path('acct_active')))).toEqual([
      409,
      'resource_invalid_state',
      undefined,
    ]);
    await live('POST', `/payment-intents/${String(held['id'])}/cancel`, {});
    expect((await world.operator('DELETE', path('acct_active'))).status).toBe(200);
  });

  test('stays with its account at Stripe until the payments there are over', async () => {
    world.stripe.addKey('sk_live_ofAnotherAccount', 'acct_another');
    await set('acct_moving');
    const live = world.merchantClient('payments', { merchantId: 'acct_moving', livemode: true });
    const { body: held } = await live('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      captureMethod: 'manual',
      confirm: true,
      paymentMethod: { type: 'card', token: methods.approving },
    });
    const move = () => set('acct_moving', { secretKey: 'sk_live_ofAnotherAccount' });
    expect(codeOf(await move())).toEqual([409, 'resource_invalid_state', 'secretKey']);
    expect((await set('acct_moving')).status).toBe(200); // keys of the same account
    await live('POST', `/payment-intents/${String(held['id'])}/cancel`, {});
    expect((await move()).body).toMatchObject({ stripeAccountId: 'acct_another' });
  });

  describe('of before its account at Stripe was created', () => {
    const heldBy = async (account: string) => {
      await set(account);
      const live = world.merchantClient('payments', { merchantId: account, livemode: true });
      const capture = { captureMethod: 'manual', confirm: true };
      const paymentMethod = { type: 'card', token: methods.approving };
      await live('POST', '/payment-intents', { amount: 10_000, currency: 'EGP', ...capture, paymentMethod });
      await world
        .db('payments')
        .query('update provider_connections set stripe_account_id = null where merchant_id = $1', [account]);
    };

    test('learns it before its keys are replaced: those of another account wait', async () => {
      world.stripe.addKey('sk_live_ofAnotherAccount', 'acct_another');
      await heldBy('acct_old');
      const moved = await set('acct_old', { secretKey: 'sk_live_ofAnotherAccount' });
      expect(codeOf(moved)).toEqual([409, 'resource_invalid_state', 'secretKey']);
    });

    test('learns it when it is used', async () => {
      world.stripe.addKey('sk_live_usedBefore', 'acct_atStripe');
      await set('acct_used', { secretKey: 'sk_live_usedBefore' });
      await world
        .db('payments')
        .query(`update provider_connections set stripe_account_id = null where merchant_id = 'acct_used'`);
      expect((await confirmAs('acct_used')).body).toMatchObject({ status: 'SUCCEEDED' });
      await eventually(async () => {
        const { body } = await world.operator('GET', path('acct_used'));
        expect(body).toMatchObject({ stripeAccountId: 'acct_atStripe' });
      });
    });

    test('accepts new keys where its own are dead: they reach no account', async () => {
      world.stripe.addKey('sk_live_revokedLater', 'acct_atStripe');
      await heldBy('acct_revoked');
      await set('acct_revoked', { secretKey: 'sk_live_revokedLater' });
      await world
        .db('payments')
        .query(`update provider_connections set stripe_account_id = null where merchant_id = 'acct_revoked'`);
      world.stripe.revokeKey('sk_live_revokedLater');
      expect((await set('acct_revoked')).body).toMatchObject({ stripeAccountId: 'acct_atStripe' });
    });
  });

  test.each([
    ['that Stripe does not accept', 'sk_live_unknown'],
    ['that may not read its account', 'rk_live_mayDoNothing'],
  ])('with a key %s is 400 parameter_invalid', async (_, secretKey) => {
    world.stripe.addKey('rk_live_mayDoNothing', null);
    expect(codeOf(await set('acct_typo', { secretKey }))).toEqual([400, 'parameter_invalid', 'secretKey']);
  });

  test('while Stripe does not answer is 503, and nothing is connected', async () => {
    world.stripe.faults.add({ effect: 'status', status: 503, times: null });
    const { status } = await set('acct_later').finally(() => world.stripe.faults.clear());
    expect(status).toBe(503);
    expect((await world.operator('GET', path('acct_later'))).status).toBe(404);
  });

  test.each([
    ['a test key', { secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678' }, 'secretKey'],
    ['keys of two modes', { publishableKey: 'pk_test_12345678' }, 'publishableKey'],
    ['a publishable key in the wrong place', { secretKey: 'pk_live_12345678' }, 'secretKey'],
    ['no callback secret', { callbackSecret: undefined }, 'callbackSecret'],
  ])('%s is 400', async (_, more, param) => {
    const refused = await set('acct_test', more);
    expect([refused.status, refused.body.error?.param]).toEqual([400, param]);
  });

  test('is the operator’s business: a merchant’s key is refused', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await world.live(method, path('acct_test'), method === 'PUT' ? stripeKeys : undefined)).status).toBe(401);
  });
});

describe('on a platform whose gateway knows the accounts', () => {
  let other: PaymentsWorld;
  let operator: Api;
  beforeAll(async () => {
    const getAccount = () => {
      throw new Problem('resource_missing', 'No such account.');
    };
    other = await startPayments({ answers: { getAccount }, env: { MIZAN_STRIPE_TEST_KEYS: 'allow' } });
    operator = other.operatorClient('payments');
  });
  afterAll(() => other.stop());

  test('an account that does not exist is 404', async () => {
    expect((await operator('PUT', path('acct_none'), stripeKeys)).status).toBe(404);
    expect((await operator('DELETE', path('acct_none'))).status).toBe(404);
  });
});

test('test keys of Stripe are taken where the platform allows them', async () => {
  world.stripe.addKey('sk_test_12345678', 'acct_atStripe');
  const staging = await startPayments({
    env: { MIZAN_STRIPE_TEST_KEYS: 'allow', MIZAN_STRIPE_API_URL: world.stripe.url },
  });
  const keys = { ...stripeKeys, secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678' };
  const { status } = await staging.operatorClient('payments')('PUT', path('acct_test'), keys);
  await staging.stop();
  expect(status).toBe(200);
});
