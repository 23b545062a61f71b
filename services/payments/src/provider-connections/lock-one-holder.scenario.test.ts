import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnyBody } from '@mizan/testing';
import { currentCode, type LiveWorld, startLivePayments, stripeKeys } from '../provider-callbacks/live.test-support.ts';
import { codeOf, connectionCommands, connectionPath } from './provider-connections.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());
const { connect, replace } = connectionCommands(() => world);

describe('an account at Stripe that two merchants are connected to pays one party', () => {
  const keyOf = (name: string) => {
    const secretKey = `sk_live_shared_${name}`;
    world.stripe.addKey(secretKey, `acct_shared_${name}`);
    return { secretKey };
  };
  const settling = (settlesTo: string) => ({ settlesTo });

  test.each([
    ['platform', 'merchant'],
    ['merchant', 'platform'],
  ])('400 parameter_invalid for the operator: it is connected as %s, not as %s', async (first, second) => {
    const key = keyOf(first);
    const { id } = (await connect(`acct_first_${first}`, key, settling(first))).body;
    const refused = await connect(`acct_second_${first}`, key, settling(second));
    expect(codeOf(refused)).toEqual([400, 'parameter_invalid', 'settlesTo']);
    expect(refused.body.error?.message).toContain(
      `acct_first_${first} is connected to the same account at stripe with settlesTo ${first}, by ${id}.`,
    );
    expect((await world.operator('GET', connectionPath(`acct_second_${first}`))).body).toEqual({
      data: [],
      totalCount: 0,
    });
    expect((await connect(`acct_second_${first}`, key, settling(first))).status).toBe(201);
    expect((await connect(`acct_second_${first}`, keyOf(`${first}_other`), settling(second))).status).toBe(201);
  });

  test('400 parameter_invalid for a merchant, who is shown nothing of the other one', async () => {
    const credentials = { ...stripeKeys, ...keyOf('unnamed') };
    const { id } = (await connect('acct_unnamed_first', credentials)).body;
    const live = world.merchantClient('payments', { merchantId: 'acct_unnamed_second', livemode: true });
    const headers = { 'two-factor-code': currentCode };
    const refused = await live<AnyBody>(
      'POST',
      '/provider-connections',
      { provider: 'stripe', credentials },
      { headers },
    );
    expect(codeOf(refused)).toEqual([400, 'parameter_invalid', 'credentials']);
    const message = refused.body.error?.message ?? '';
    expect(message).toContain('This account at stripe is connected already, as one that pays the platform');
    for (const secret of ['acct_', id]) expect(message).not.toContain(secret);
  });

  test('of two that are made at the same time one is refused', async () => {
    const key = keyOf('raced');
    const pairs = await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [
        connect(`acct_raced_${n}`, key, settling('platform')),
        connect(`acct_raced_${n + 4}`, key, settling('merchant')),
      ]),
    );
    const made = pairs.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.settlesTo)).size).toBe(1);
  });

  test('a merchant’s own wrong connection is replaced, and a deleted one contradicts nothing', async () => {
    const key = keyOf('replaced');
    const { id } = (await connect('acct_replaced', key)).body;
    expect((await connect('acct_replaced', key, settling('merchant'))).status).toBe(201);
    expect((await connect('acct_late', key, settling('merchant'))).status).toBe(400);
    expect((await world.operator('DELETE', connectionPath('acct_replaced', id))).status).toBe(200);
    expect((await connect('acct_late', key, settling('merchant'))).status).toBe(201);
  });

  test('credentials of it do not replace those of a connection that pays another; present ones stay replaceable', async () => {
    const shared = keyOf('moved_to');
    await connect('acct_there', shared);
    const { id } = (await connect('acct_moving_here', keyOf('moved_from'), settling('merchant'))).body;
    expect(codeOf(await replace('acct_moving_here', id, shared))).toEqual([400, 'parameter_invalid', 'credentials']);
    // As two that were made before this rule.
    await world
      .db('payments')
      .query(`update connections set provider_account = 'acct_shared_moved_to' where id = $1`, [id]);
    expect((await replace('acct_moving_here', id, shared)).status).toBe(200);
  });
});
