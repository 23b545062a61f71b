import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProviderConnection, ProviderProbes } from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { type AnyBody, demoProfile } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let paymob: PaymobStandIn;
let world: PaymentsWorld;
let sandbox: ProviderConnection;

beforeAll(async () => {
  paymob = await startPaymobStandIn();
  world = await startPayments({
    env: { MIZAN_PAYMOB_EGYPT_API_URL: `${paymob.url}/`, MIZAN_PROVIDER_SANDBOX: 'allow' },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
    },
  });
  sandbox = await connect('acct_sandbox', paymob.account);
});
beforeEach(() => paymob.faults.clear());
afterAll(async () => {
  await world.stop();
  await paymob.close();
});

const pathOf = (account: string) => `/operator/accounts/${account}/provider-connections`;
async function connect(account: string, keys: PaymobStandIn['account']): Promise<ProviderConnection> {
  const { apiKey, secretKey, publicKey, hmacSecret } = keys;
  const body = { provider: 'paymob', credentials: { apiKey, secretKey, publicKey, hmacSecret } };
  const made = await world.operatorClient('payments')<ProviderConnection & AnyBody>('POST', pathOf(account), body);
  expect([made.status, made.body]).toMatchObject([201, {}]);
  return made.body;
}
const probe = (account = 'acct_sandbox', { id } = sandbox) =>
  world.operatorClient('payments')<ProviderProbes & AnyBody>('POST', `${pathOf(account)}/${id}/probe`);
const find = ({ data }: ProviderProbes, wanted: string) => data.find(({ name }) => name === wanted);

describe('probing the sandbox of Paymob', () => {
  test('finds that every assumption holds at the stand-in, and pays nothing', async () => {
    const { status, body } = await probe();
    expect(status).toBe(200);
    expect(body.data.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(body.data.map(({ name }) => name)).toEqual([
      'reference_used_twice',
      'order_without_payment',
      'order_of_another_account',
      'transactions_of_an_order',
      'short_expiration',
      'refund_of_an_unknown_payment',
      'kiosk_bill',
      'wallet_prompt',
    ]);
    expect(paymob.records().filter(({ outcome }) => outcome === 'approved')).toEqual([]);
  });

  test('names the assumption that does not hold, with what Paymob answered', async () => {
    paymob.faults.add({
      ...{ effect: 'status', status: 200, body: { id: 7 }, times: null },
      path: '/api/ecommerce/orders/transaction_inquiry',
    });
    const { body } = await probe();
    expect(find(body, 'order_without_payment')).toMatchObject({
      holds: false,
      observation: 'Paymob accepted the request.',
    });
    expect(find(body, 'reference_used_twice')).toMatchObject({ holds: true });
  });

  test('says nothing of what has no answer', async () => {
    paymob.faults.add({ effect: 'html_500', times: null, path: '/api/acceptance/payments/pay' });
    const { body } = await probe();
    expect(find(body, 'kiosk_bill')).toMatchObject({ holds: null, observation: expect.stringContaining('Paymob') });
  });

  test('shows no key, secret or token', async () => {
    const text = JSON.stringify((await probe()).body);
    const { apiKey, secretKey, hmacSecret } = paymob.account;
    for (const secret of [apiKey, secretKey, hmacSecret]) expect(text).not.toContain(secret);
  });

  test('400 with live credentials: nothing is tried where money is real', async () => {
    const live = await connect('acct_live', paymob.liveAccount);
    const before = paymob.requests.length;
    const { status, body } = await probe('acct_live', live);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'connectionId']);
    expect(paymob.requests.length).toBe(before);
  });

  test('404 for a connection of another account', async () => {
    expect((await probe('acct_other')).status).toBe(404);
  });
});

describe('connecting Paymob', () => {
  const create = () => {
    const { apiKey, secretKey, publicKey, hmacSecret } = paymob.account;
    const body = { provider: 'paymob', credentials: { apiKey, secretKey, publicKey, hmacSecret } };
    return world.operatorClient('payments')<AnyBody>('POST', pathOf('acct_unlucky'), body);
  };
  const integrations = '/api/ecommerce/integrations';

  test.each([
    ['before it accepted the credentials', '/api/auth/tokens', [503, 'internal_error']],
    ['after it accepted the credentials', integrations, [500, 'creation_failed']],
  ])('that fails %s: %s is %j, and nothing is connected', async (_, path, answer) => {
    paymob.faults.add({ effect: 'html_500', times: null, path });
    const { status, body } = await create();
    expect([status, body.error?.code]).toEqual(answer);
    const list = await world.operatorClient('payments')('GET', pathOf('acct_unlucky'));
    expect(list.body).toEqual({ data: [], totalCount: 0 });
  });

  test('new credentials after which it fails are creation_failed; a check that fails says nothing of the connection', async () => {
    paymob.faults.add({ effect: 'html_500', times: null, path: integrations });
    const path = `${pathOf('acct_sandbox')}/${sandbox.id}`;
    const operator = world.operatorClient('payments');
    const { apiKey } = paymob.account;
    const changed = await operator<AnyBody>('PATCH', path, { credentials: { apiKey } });
    expect([changed.status, changed.body.error?.code]).toEqual([500, 'creation_failed']);
    const checked = await operator<AnyBody>('POST', `${path}/check`);
    expect([checked.status, checked.body.error?.code]).toEqual([503, 'internal_error']);
    expect((await operator<ProviderConnection>('GET', path)).body).toMatchObject({ status: 'ACTIVE', lastError: null });
  });
});
