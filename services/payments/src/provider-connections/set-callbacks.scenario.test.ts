import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, ProviderConnection } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { type PaymobStandIn, startPaymobStandIn, startTabbyStandIn, type TabbyStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const headers = { 'two-factor-code': '123456' };

let paymob: PaymobStandIn;
let tabby: TabbyStandIn;
let world: PaymentsWorld;
/** The connection that Paymob sends callbacks to, of a merchant that shares the account there. */
let present: ProviderConnection;

beforeAll(async () => {
  paymob = await startPaymobStandIn({ retryDelaysMs: [] });
  tabby = await startTabbyStandIn({ market: 'SA', retryDelaysMs: [] });
  world = await startPayments({
    env: {
      MIZAN_PAYMOB_EGYPT_API_URL: `${paymob.url}/`,
      MIZAN_TABBY_KSA_API_URL: tabby.url,
      MIZAN_PROVIDER_SANDBOX: 'allow',
    },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
      useSecondFactor: ({ code }) => {
        if (code !== headers['two-factor-code']) throw new Problem('two_factor_required', 'Send the current code.');
        return {};
      },
    },
  });
});
beforeEach(async () => {
  present = (await create('acct_present', { headers })).body;
  expect(liveAddress()).toBe(present.callbackUrl);
});
afterAll(async () => {
  await world.stop();
  await Promise.all([paymob.close(), tabby.close()]);
});

const clientOf = (merchantId: string): Api => world.merchantClient('payments', { merchantId, livemode: true });
const keysOf = ({ apiKey, secretKey, publicKey, hmacSecret }: PaymobStandIn['account']) => ({
  ...{ apiKey, secretKey, publicKey, hmacSecret },
});
const create = (merchantId: string, options: object = {}) =>
  clientOf(merchantId)<ProviderConnection & AnyBody>(
    'POST',
    '/provider-connections',
    { provider: 'paymob', credentials: keysOf(paymob.liveAccount) },
    options,
  );
const moveToSandbox = (merchantId: string, { id }: ProviderConnection, options: object = { headers }) =>
  clientOf(merchantId)<AnyBody>(
    'PATCH',
    `/provider-connections/${id}`,
    { credentials: keysOf(paymob.account) },
    options,
  );
const addressOf = (account: PaymobStandIn['account']) =>
  paymob.snapshot().account.integrations.find(({ id }) => id === account.integrations.kiosk)?.processedCallback;
const liveAddress = () => addressOf(paymob.liveAccount);
const settingsSent = () => paymob.requests.filter(({ method }) => method === 'PUT').length;
/** Has a connection forget which account at Paymob it is to. */
const forgetAccount = ({ id }: ProviderConnection) =>
  world.db('payments').query('update connections set provider_account = null where id = $1', [id]);

test('a connection is registered at its provider before the request is answered', async () => {
  const { status, body } = await create('acct_first', { headers });
  expect([status, liveAddress()]).toEqual([201, body.callbackUrl]);
  const { secretKey, merchantCode, market: country } = tabby.account;
  const request = { provider: 'tabby', credentials: { secretKey, merchantCode, country } };
  const made = await clientOf('acct_first')<ProviderConnection>('POST', '/provider-connections', request, { headers });
  expect(tabby.snapshot().webhooks.map(({ url }) => url)).toEqual([made.body.callbackUrl]);
});

describe('where a provider sends callbacks stays as it is after', () => {
  test('a request without the code of the second factor: 403 two_factor_required', async () => {
    const before = settingsSent();
    const created = await create('acct_uncoded');
    expect([created.status, created.body.error?.code]).toEqual([403, 'two_factor_required']);
    const updated = await moveToSandbox('acct_present', present, {});
    expect([updated.status, updated.body.error?.code]).toEqual([403, 'two_factor_required']);
    expect([liveAddress(), settingsSent()]).toEqual([present.callbackUrl, before]);
  });

  test('a connection that is one too many: 400 resource_limit_reached', async () => {
    const { body } = await create('acct_full', { headers });
    await world.db('payments').query(
      `insert into connections select (jsonb_populate_record(connections, jsonb_build_object('id', id || n))).*
       from connections, generate_series(1, 19) as n where id = $1`,
      [body.id],
    );
    const before = settingsSent();
    expect((await create('acct_full', { headers })).body.error?.code).toBe('resource_limit_reached');
    expect([liveAddress(), settingsSent()]).toEqual([body.callbackUrl, before]);
  });

  test('credentials of another account while a payment is open: 409 resource_in_use', async () => {
    const { body: own } = await create('acct_open', { headers });
    const paid = await clientOf('acct_open')<PaymentIntent & AnyBody>('POST', '/payment-intents', {
      ...{ amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example' },
      paymentMethod: { type: 'card' },
    });
    expect([paid.status, paid.body]).toMatchObject([201, { status: 'REQUIRES_ACTION' }]);
    await world.db('payments').query(`update connections set provider_account = 'other' where id = $1`, [own.id]);
    const before = settingsSent();
    const { status, body } = await moveToSandbox('acct_open', own);
    expect([status, body.error?.code]).toEqual([409, 'resource_in_use']);
    expect([liveAddress(), settingsSent()]).toEqual([own.callbackUrl, before]);
  });
});

test('credentials that are replaced set nothing any more: the new ones do', async () => {
  const former = (await create('acct_moving', { headers })).body;
  await forgetAccount(former);
  const latest = (await create('acct_present', { headers })).body;
  const { status } = await moveToSandbox('acct_moving', former);
  expect([status, liveAddress(), addressOf(paymob.account)]).toEqual([200, latest.callbackUrl, former.callbackUrl]);
});
