import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProviderConnection, ProviderDomain } from '@mizan/contracts';
import type { AnyBody } from '@mizan/testing';
import { connectStripe, type LiveWorld, startLivePayments } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

type Domains = AnyBody & { readonly data: ProviderDomain[] };
const path = (account: string, id: string) => `/operator/accounts/${account}/provider-connections/${id}/domains`;
const domainsOf = async (account: string, { id }: ProviderConnection) =>
  (await world.operator<Domains>('GET', path(account, id))).body.data;
const register = (domain: string, account = 'acct_test', { id }: ProviderConnection = world.connected) =>
  world.operator<ProviderDomain & AnyBody>('POST', path(account, id), { domain });
const typesOf = ({ methods }: ProviderConnection) => methods.map(({ type }) => type);
const active = (type: string) => ({ type, status: 'ACTIVE', error: null });

describe('the domains of wallets', () => {
  test('begin with that of the hosted page: connecting registers it, and offers the wallets that it may show', async () => {
    expect(typesOf(world.connected)).toEqual(['card', 'apple_pay', 'google_pay']);
    expect(await domainsOf('acct_test', world.connected)).toContainEqual({
      object: 'provider_domain',
      domain: '127.0.0.1',
      methods: [active('apple_pay'), active('google_pay')],
    });
  });

  test('are registered once, in lower case, and verified again by a repeat', async () => {
    const made = await register('Shop.Example.com');
    const expected = { domain: 'shop.example.com', methods: [active('apple_pay'), active('google_pay')] };
    expect(made).toMatchObject({ status: 200, body: expected });
    expect((await register('shop.example.com')).body).toEqual(made.body);
    const listed = await domainsOf('acct_test', world.connected);
    expect(listed.filter(({ domain }) => domain === 'shop.example.com')).toHaveLength(1);
  });

  test('say in plain words what is missing, and where the file belongs', async () => {
    const { status, body } = await register('pay.unverifiable.example');
    expect(status).toBe(200);
    const [apple, google] = body.methods;
    expect(apple).toMatchObject({ type: 'apple_pay', status: 'INACTIVE' });
    expect(apple?.error).toContain(
      'https://pay.unverifiable.example/.well-known/apple-developer-merchantid-domain-association',
    );
    expect(google).toMatchObject({
      type: 'google_pay',
      status: 'INACTIVE',
      error: expect.stringMatching(/^Google Pay: /),
    });
  });

  test.each([
    'https://shop.example',
    'shop.example/path',
    'shop.example:8080',
    'localhost',
    '127.0.0.1',
    '',
    '-a.example',
  ])('400 parameter_invalid for %j, which is no host name', async (domain) => {
    const { status, body } = await register(domain);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'domain']);
  });

  test('of another merchant’s connection can be neither read nor registered', async () => {
    const owned = await connectStripe(world.operator, 'acct_owner');
    expect((await register('shop.example', 'acct_thief', owned)).status).toBe(404);
    expect((await world.operator('GET', path('acct_thief', owned.id))).status).toBe(404);
  });

  test('are read and registered by the merchant, who may write connections', async () => {
    const at = `/provider-connections/${world.connected.id}/domains`;
    const made = await world.live<ProviderDomain>('POST', at, { domain: 'own.example' });
    expect(made).toMatchObject({ status: 200, body: { domain: 'own.example' } });
    const { body } = await world.live<Domains>('GET', at);
    expect(body.data.map(({ domain }) => domain)).toContain('own.example');
  });

  test('that Stripe does not answer about leave a connection for cards, and wallets can be added later', async () => {
    world.stripe.faults.add({ effect: 'status', status: 500, times: null, path: '/v1/payment_method_domains' });
    const connected = await connectStripe(world.operator, 'acct_cards_first').finally(() =>
      world.stripe.faults.clear(),
    );
    expect(typesOf(connected)).toEqual(['card']);
    const at = `/operator/accounts/acct_cards_first/provider-connections/${connected.id}`;
    const body = { methods: [{ type: 'card' }, { type: 'apple_pay' }] };
    expect(typesOf((await world.operator<ProviderConnection>('PATCH', at, body)).body)).toEqual(['card', 'apple_pay']);
  });

  test('503 while Stripe does not answer, and no domain is listed', async () => {
    world.stripe.faults.add({ effect: 'status', status: 500, times: null, path: '/v1/payment_method_domains' });
    const answers = await Promise.all([
      register('later.example'),
      world.operator('GET', path('acct_test', world.connected.id)),
    ]).finally(() => world.stripe.faults.clear());
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  });
});
