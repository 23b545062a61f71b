import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProviderConnection } from '@mizan/contracts';
import { acrossMerchants, Problem, withDatabase } from '@mizan/service-kit';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type Api, type ApiAnswer, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import {
  cashOnly,
  connectStripe,
  currentCode,
  type LiveWorld,
  startLivePayments,
  stripeKeys,
  switchedOff,
} from '../provider-callbacks/live.test-support.ts';
import { findOpenWork, invalidate } from '../providers/connections/connection-store.ts';
import { codeOf, connectionCommands, connectionPath } from './provider-connections.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const { connect, replace } = connectionCommands(() => world);
/** What `mizan doctor` says of this service. */
const problems = async (): Promise<readonly string[]> => {
  const gateway = world.siblingClient('payments', 'gateway');
  return (await gateway<{ problems: string[] }>('POST', '/internal/calls/reportPaymentsHealth', {})).body.problems;
};
const liveClient = (merchantId: string) => world.merchantClient('payments', { merchantId, livemode: true });
const payment = {
  amount: 10_000,
  currency: 'EGP',
  confirm: true,
  paymentMethod: { type: 'card', token: methods.approving },
};
/** Stripe's refusal of a restricted key. */
const lacking = (permission: string, path: string) => {
  const message = `The provided key 'rk_live_***' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`;
  const body = { error: { type: 'invalid_request_error', message } };
  return { effect: 'status', status: 403, path, body, times: null } as const;
};
const confirmAs = (merchantId: string) => liveClient(merchantId)<AnyBody>('POST', '/payment-intents', payment);

test('403 merchant_not_activated for a connected account whose live payments are off', async () => {
  await connectStripe(world.operator, switchedOff);
  expect(codeOf(await confirmAs(switchedOff))).toEqual([403, 'merchant_not_activated', undefined]);
});

test('400 parameter_invalid for manual confirmation where no provider of the account allows it', async () => {
  const created = liveClient(cashOnly)<AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirmationMethod: 'manual',
  });
  expect(codeOf(await created)).toEqual([400, 'parameter_invalid', 'confirmationMethod']);
});

describe('a connection', () => {
  test('is created, read, listed, replaced and deleted, and its secrets are in no answer', async () => {
    const made = await connect('acct_one');
    const id = made.body.id;
    expect(made).toMatchObject({
      status: 201,
      body: {
        object: 'provider_connection',
        id: expect.stringMatching(/^pvc_/),
        provider: 'stripe',
        livemode: true,
        settlesTo: 'platform',
        status: 'ACTIVE',
        methods: ['card', 'apple_pay', 'google_pay'].map((type) => ({
          ...{ type, integration: null },
          currencies: expect.arrayContaining(['EGP', 'KWD']),
        })),
        publicConfig: { publishableKey: stripeKeys.publishableKey },
        credentialHints: { secretKey: stripeKeys.secretKey.slice(-4), callbackSecret: 'ests' },
        callbackUrl: expect.stringMatching(new RegExp(`/providers/stripe/callbacks/${id}$`)),
        lastCheckedAt: expect.any(String),
        lastError: null,
      },
    });
    const read = await world.operator('GET', connectionPath('acct_one', id));
    expect(read.body).toEqual(made.body);
    const listed = await world.operator('GET', connectionPath('acct_one'));
    expect(listed.body).toEqual({ data: [made.body], totalCount: 1 });
    world.stripe.addKey('rk_live_anotherOne9876', 'acct_atStripe');
    const replaced = await replace('acct_one', id, { secretKey: 'rk_live_anotherOne9876' });
    expect(replaced.body).toMatchObject({ credentialHints: { secretKey: '9876' }, createdAt: made.body.createdAt });
    const gone = await world.operator('DELETE', connectionPath('acct_one', id));
    expect(gone.body).toEqual({ id, object: 'provider_connection', deleted: true });
    expect((await world.operator('GET', connectionPath('acct_one', id))).status).toBe(404);
    const answers = JSON.stringify([made, read, listed, replaced, gone]);
    for (const secret of [stripeKeys.secretKey, stripeKeys.callbackSecret, 'anotherOne'])
      expect(answers).not.toContain(secret);
  });

  test('is stored sealed: its secrets are in no table, the stored answers of retries included', async () => {
    const body = { provider: 'stripe', credentials: stripeKeys };
    await world.operator('POST', connectionPath('acct_sealed'), body, { idempotencyKey: 'connect-once' });
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

  test('makes the account’s live mode accept payments, and no other’s, and is named on the charge', async () => {
    expect(codeOf(await confirmAs('acct_new'))).toEqual([403, 'merchant_not_activated', undefined]);
    const { id } = await connectStripe(world.operator, 'acct_new');
    expect((await confirmAs('acct_new')).body).toMatchObject({
      status: 'SUCCEEDED',
      latestCharge: { config: { provider: 'stripe', connectionId: id } },
    });
    expect(codeOf(await confirmAs('acct_stranger'))).toEqual([403, 'merchant_not_activated', undefined]);
  });

  test('of another merchant cannot be read, changed, checked, deleted or routed to', async () => {
    const { id } = await connectStripe(world.operator, 'acct_owner');
    for (const [method, at, body] of [
      ['GET', connectionPath('acct_thief', id), undefined],
      ['PATCH', connectionPath('acct_thief', id), { methods: [{ type: 'card' }] }],
      ['POST', `${connectionPath('acct_thief', id)}/check`, undefined],
      ['DELETE', connectionPath('acct_thief', id), undefined],
    ] as const)
      expect((await world.operator(method, at, body)).status).toBe(404);
    const routes = { routes: [{ paymentMethodType: 'card', currency: 'EGP', connectionIds: [id] }] };
    expect(codeOf(await world.operator('PUT', '/operator/accounts/acct_thief/provider-routes', routes))).toEqual([
      400,
      'parameter_invalid',
      'routes[0].connectionIds[0]',
    ]);
  });

  test('tells checkout what live mode can take, with the card field of the current key, and no other’s', async () => {
    const liveMethodsOf = async (merchantId: string, livemode = true) => {
      const checkout = world.siblingClient('payments', 'checkout', { merchantId, livemode });
      const { status, body } = await checkout<AnyBody>('POST', '/internal/calls/getLiveMethods', {});
      expect(status).toBe(200);
      return body;
    };
    const { id } = await connectStripe(world.operator, 'acct_entry');
    const known = await liveMethodsOf('acct_entry');
    expect(known['entry']).toEqual({
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
    });
    expect(known['entries']).toEqual([known['entry']]); // once, whatever the number of its currencies
    expect(known['methods']).toContainEqual(
      expect.objectContaining({ type: 'card', currency: 'KWD', amountStep: 10, supportsRefund: true }),
    );
    await replace('acct_entry', id, { publishableKey: 'pk_live_rolledToday' });
    expect((await liveMethodsOf('acct_entry'))['entry']).toMatchObject({
      cardEntry: { publishableKey: 'pk_live_rolledToday' },
    });
    const nothing = { methods: [], routes: [], entries: [], entry: null, wallets: [] };
    expect(await liveMethodsOf('acct_entry', false)).toEqual(nothing);
    expect(await liveMethodsOf('acct_stranger')).toEqual(nothing);
  });

  test('is used with the keys that it has at that moment', async () => {
    world.stripe.addKey('sk_live_soonRevoked', 'acct_atStripe');
    const { body } = await connect('acct_rolled', { secretKey: 'sk_live_soonRevoked' });
    world.stripe.revokeKey('sk_live_soonRevoked');
    expect((await confirmAs('acct_rolled')).body.error?.code).toBe('internal_error');
    await replace('acct_rolled', body.id, {});
    expect((await confirmAs('acct_rolled')).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('stays while a payment waits for its capture', async () => {
    const { id } = await connectStripe(world.operator, 'acct_active');
    const live = liveClient('acct_active');
    const { body: held } = await live('POST', '/payment-intents', { ...payment, captureMethod: 'manual' });
    const refused = async () => (await world.operator<AnyBody>('DELETE', connectionPath('acct_active', id))).body.error;
    const paymentId = String(held['id']);
    expect(await refused()).toMatchObject({
      code: 'resource_in_use',
      message: `This connection is still needed: ${paymentId} is authorized and not captured. Capture it, or cancel it.`,
    });
    await live('POST', `/payment-intents/${paymentId}/cancel`, {});
    const nextAt = '2099-01-01T00:00:00.000Z';
    const schedule = (at: string | null) =>
      world.db('payments').query('update charges set next_sync_at = $2 where payment_intent_id = $1', [paymentId, at]);
    await schedule(nextAt);
    expect((await refused())?.message).toContain(`is queried about ${paymentId} once more, at ${nextAt}.`);
    await schedule(null);
    expect((await world.operator('DELETE', connectionPath('acct_active', id))).status).toBe(200);
  });

  test.each([
    ['whose account at Stripe is known', 'acct_moving', 'acct_atStripe'],
    ['that is older than its account at Stripe', 'acct_old', null],
  ])('%s stays with that account until the payments there are over', async (_, account, providerAccount) => {
    world.stripe.addKey('sk_live_ofAnotherAccount', 'acct_another');
    const { id } = await connectStripe(world.operator, account);
    await world
      .db('payments')
      .query('update connections set provider_account = $2 where id = $1', [id, providerAccount]);
    const live = liveClient(account);
    const { body: held } = await live('POST', '/payment-intents', { ...payment, captureMethod: 'manual' });
    const move = () => replace(account, id, { secretKey: 'sk_live_ofAnotherAccount' });
    expect(codeOf(await move())).toEqual([409, 'resource_in_use', 'credentials']);
    expect((await replace(account, id, {})).status).toBe(200); // keys of the same account
    await live('POST', `/payment-intents/${String(held['id'])}/cancel`, {});
    expect((await move()).status).toBe(200);
  });

  test('stays with its account at Stripe while a bank may return a refund that was made there', async () => {
    world.stripe.addKey('sk_live_ofALaterAccount', 'acct_later');
    const { id } = await connectStripe(world.operator, 'acct_returning');
    const live = liveClient('acct_returning');
    const { body: paid } = await live<AnyBody>('POST', '/payment-intents', payment);
    await makeLiveFundsAvailable(world);
    const refund = await live<AnyBody>('POST', '/refunds', { paymentIntentId: paid['id'], amount: 1_000 });
    expect(refund.body).toMatchObject({ status: 'SUCCEEDED' });
    const move = () => replace('acct_returning', id, { secretKey: 'sk_live_ofALaterAccount' });
    expect(codeOf(await move())).toEqual([409, 'resource_in_use', 'credentials']);
    expect((await replace('acct_returning', id, {})).status).toBe(200); // keys of the same account
    await world.db('payments').query('update refunds set next_sync_at = null where id = $1', [refund.body['id']]);
    expect((await move()).status).toBe(200);
  });

  test('is searched for open payments without reading those that are over', async () => {
    const { id } = await connectStripe(world.operator, 'acct_large');
    const { body: paid } = await liveClient('acct_large')<AnyBody>('POST', '/payment-intents', payment);
    await world.db('payments').query(
      `insert into charges select (jsonb_populate_record(charges, jsonb_build_object('id', id || n, 'attempt', 1000 + n))).*
       from charges, generate_series(1, 2000) as n where payment_intent_id = $1`,
      [paid['id']],
    );
    await world.db('payments').query('analyze charges');
    const scope = { merchantId: 'acct_large', livemode: true };
    await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) =>
      db.transact(scope, async (tx) => {
        expect(await findOpenWork(tx, { id, provider: 'stripe' })).toBeUndefined();
        const read = await tx.one<{ rows: number }>`
          select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
          where ${acrossMerchants} and relname = 'charges'`;
        expect(read?.rows).toBeLessThan(200);
      }),
    );
  });

  test('that is older than its account at Stripe accepts new keys where its own are dead: they reach no account', async () => {
    world.stripe.addKey('sk_live_revokedLater', 'acct_atStripe');
    const { body } = await connect('acct_revoked', { secretKey: 'sk_live_revokedLater' });
    await liveClient('acct_revoked')('POST', '/payment-intents', { ...payment, captureMethod: 'manual' });
    await world.db('payments').query('update connections set provider_account = null where id = $1', [body.id]);
    world.stripe.revokeKey('sk_live_revokedLater');
    expect((await replace('acct_revoked', body.id, {})).status).toBe(200);
  });

  test('whose credentials a check finds refused takes no new payments until they are replaced', async () => {
    world.stripe.addKey('sk_live_checkedLater', 'acct_atStripe');
    const { body } = await connect('acct_checked', { secretKey: 'sk_live_checkedLater' });
    const check = () => world.operator<ProviderConnection>('POST', `${connectionPath('acct_checked', body.id)}/check`);
    expect((await check()).body).toMatchObject({ status: 'ACTIVE', lastError: null });
    world.stripe.revokeKey('sk_live_checkedLater');
    expect((await check()).body).toMatchObject({ status: 'INVALID', lastError: 'Stripe does not accept this key.' });
    expect(codeOf(await confirmAs('acct_checked'))).toEqual([403, 'merchant_not_activated', undefined]);
    expect((await replace('acct_checked', body.id, {})).body).toMatchObject({ status: 'ACTIVE', lastError: null });
    expect((await confirmAs('acct_checked')).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  describe('whose key Stripe refuses', () => {
    const revoked = { status: 'INVALID', lastError: 'Stripe does not accept this key.' };
    const active = { status: 'ACTIVE', lastError: null };
    /** An account that is connected with a key of its own. */
    const connectOwn = async (name: string) => {
      const account = `acct_${name}`;
      const key = `sk_live_of_${name}`;
      world.stripe.addKey(key, 'acct_atStripe');
      const { id } = (await connect(account, { secretKey: key })).body;
      const read = async () => (await world.operator<ProviderConnection>('GET', connectionPath(account, id))).body;
      return { account, id, key, read, live: liveClient(account) };
    };

    test('twice takes no new payments, which the operator is shown, until the key is replaced', async () => {
      const { account, id, key, read } = await connectOwn('twice');
      world.stripe.revokeKey(key);
      const first = await confirmAs(account);
      expect(first).toMatchObject({
        status: 503,
        body: { error: { message: expect.stringMatching(/does not accept the key of this account/) } },
      });
      expect(await read()).toMatchObject(revoked);
      expect(codeOf(await confirmAs(account))).toEqual([403, 'merchant_not_activated', undefined]);
      expect(await problems()).toContain(
        `The stripe connection ${id} of ${account} is INVALID and takes no payments: Stripe does not accept this key. Replace its credentials with \`mizan providers rotate stripe ${account} ${id}\`.`,
      );
      expect((await replace(account, id, {})).body).toMatchObject(active);
      expect((await confirmAs(account)).body).toMatchObject({ status: 'SUCCEEDED' });
    });

    test('only for what it may not do takes no payment, stays connected, and 503 names the reason', async () => {
      const { account, read } = await connectOwn('lacking');
      world.stripe.faults.add(lacking('rak_payment_method_read', '/v1/payment_methods/*'));
      const { status, body } = await confirmAs(account).finally(() => world.stripe.faults.clear());
      expect([status, body.error?.message]).toEqual([
        503,
        'The key of this account lacks a permission at the payment provider (rak_payment_method_read). Nothing was changed and no money was moved. The key needs the permission, or the credentials of its connection have to be replaced.',
      ]);
      expect(await read()).toMatchObject(active);
    });

    test('leaves the payment to the next connection', async () => {
      const { account, key, read } = await connectOwn('succeeded');
      const second = await connectStripe(world.operator, account);
      world.stripe.revokeKey(key);
      expect((await confirmAs(account)).body).toMatchObject({
        status: 'SUCCEEDED',
        latestCharge: { config: { connectionId: second.id } },
      });
      expect(await read()).toMatchObject(revoked);
    });

    test.each([
      [
        'a capture',
        'capturing',
        { captureMethod: 'manual' },
        (id: unknown) => [`/payment-intents/${String(id)}/capture`, {}],
      ],
      ['a refund', 'refunding', {}, (id: unknown) => ['/refunds', { paymentIntentId: id, amount: 100 }]],
    ] as const)('twice in %s takes no new payments', async (_, name, more, requestFor) => {
      const { key, read, live } = await connectOwn(name);
      const { body } = await live<AnyBody>('POST', '/payment-intents', { ...payment, ...more });
      await makeLiveFundsAvailable(world);
      world.stripe.revokeKey(key);
      const [at, request] = requestFor(body['id']);
      await live('POST', String(at), request);
      expect(await read()).toMatchObject(revoked);
    });

    test('twice while its domains are listed takes no new payments', async () => {
      const { account, id, key, read } = await connectOwn('listing');
      world.stripe.revokeKey(key);
      expect((await world.operator('GET', `${connectionPath(account, id)}/domains`)).status).toBe(503);
      expect(await read()).toMatchObject(revoked);
    });

    test.each([
      ['once', 'blipped', 401, '/v1/payment_methods'],
      ['once for the payment itself', 'blipped_later', 401, '/v1/payment_intents'],
      ['a permission only', 'restricted', 403, '/v1/payment_methods'],
    ])('%s stays active, and takes the next payment', async (_, name, status, at) => {
      const { account, read } = await connectOwn(name);
      world.stripe.faults.add({ effect: 'status', status, path: at });
      expect((await confirmAs(account)).body).not.toMatchObject({ status: 'SUCCEEDED' });
      expect(world.stripe.faults.waiting).toEqual([]);
      expect(await read()).toMatchObject(active);
      expect((await confirmAs(account)).body).toMatchObject({ status: 'SUCCEEDED' });
    });

    test('after it was replaced stays active: the answer is about the former key', async () => {
      const { account, id, read } = await connectOwn('rotated');
      const scope = { merchantId: account, livemode: true };
      const sealedNow = async () => {
        const { rows } = await world
          .db('payments')
          .query<{ sealed: Buffer }>('select sealed from connections where id = $1', [id]);
        return rows[0]?.sealed ?? Buffer.alloc(0);
      };
      const refuse = (sealed: Buffer) =>
        withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) =>
          invalidate(db, { id, scope, sealed }, 'refused'),
        );
      const former = await sealedNow();
      await replace(account, id, {});
      await refuse(former);
      expect(await read()).toMatchObject(active);
      await refuse(await sealedNow());
      expect(await read()).toMatchObject({ status: 'INVALID', lastError: 'refused' });
    });
  });

  describe('whose credentials are replaced while a request about the former ones runs', () => {
    /** Has the credentials replaced after a request has opened the former ones, and before it writes. */
    async function replaceDuring(
      name: string,
      request: (at: string, key: string) => Promise<ApiAnswer<ProviderConnection & AnyBody>>,
    ) {
      const account = `acct_${name}`;
      const key = `sk_live_of_${name}`;
      world.stripe.addKey(key, 'acct_atStripe');
      const { id } = (await connect(account, { secretKey: key })).body;
      const replacing = await world.db('payments').connect();
      try {
        await replacing.query('begin');
        // As a replacement does: sealed anew, with other hints.
        await replacing.query(
          `update connections set sealed = sealed || '\\x00', credential_hints = '{"secretKey": "next"}' where id = $1`,
          [id],
        );
        const running = request(connectionPath(account, id), key);
        await eventually(async () => {
          const { rows } = await world.db('payments').query(
            `select 1 from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%from connections%for update%'`,
          );
          expect(rows).toHaveLength(1);
        });
        await replacing.query('commit');
        const answer = await running;
        const after = (await world.operator<ProviderConnection>('GET', connectionPath(account, id))).body;
        expect(after.credentialHints).toEqual({ secretKey: 'next' });
        return { answer, after };
      } finally {
        await replacing.query('rollback'); // does nothing after the commit
        replacing.release();
      }
    }

    test('a check that finds the former ones refused leaves the new ones active', async () => {
      const { answer, after } = await replaceDuring('checked_late', (at, key) => {
        world.stripe.revokeKey(key);
        return world.operator('POST', `${at}/check`);
      });
      expect([answer.status, answer.body.status]).toEqual([200, 'ACTIVE']);
      expect(after).toMatchObject({ status: 'ACTIVE', lastError: null });
    });

    test.each([
      ['methods', { methods: [{ type: 'card', currencies: ['EGP'] }] }],
      ['callback secret', { credentials: { callbackSecret: 'whsec_another1' } }],
    ])('a change of its %s is 409, and does not bring the former ones back', async (what, body) => {
      const { answer } = await replaceDuring(`late_${what.split(' ')[0]}`, (at) => world.operator('PATCH', at, body));
      expect(codeOf(answer)).toEqual([409, 'resource_invalid_state', undefined]);
    });
  });

  test('with a key that lost a permission since is still active after a check, and its methods and callback secret can change', async () => {
    const { id } = (await connect('acct_lost')).body;
    world.stripe.faults.add(lacking('rak_payment_intent_read', '/v1/confirmation_tokens/*'));
    const check = await world.operator<ProviderConnection>('POST', `${connectionPath('acct_lost', id)}/check`);
    const methods = [{ type: 'card', currencies: ['EGP'] }];
    const patch = (body: object) => world.operator('PATCH', connectionPath('acct_lost', id), body);
    const answers = [
      await patch({ methods }),
      await patch({ credentials: { callbackSecret: 'whsec_another1' } }),
      await patch({ credentials: { secretKey: 'rk_live_anotherOne9876' } }),
    ];
    world.stripe.faults.clear();
    expect([check.body.status, ...answers.map(({ status }) => status)]).toEqual(['ACTIVE', 200, 200, 400]);
  });

  test.each([
    ['that Stripe does not accept', 'sk_live_unknown'],
    ['that may not read its account', 'rk_live_mayDoNothing'],
  ])('with a key %s is 400 parameter_invalid', async (_, secretKey) => {
    world.stripe.addKey('rk_live_mayDoNothing', null);
    expect(codeOf(await connect('acct_typo', { secretKey }))).toEqual([
      400,
      'parameter_invalid',
      'credentials.secretKey',
    ]);
  });

  test('with a restricted key that may not read what a payment needs is 400, and names the permission', async () => {
    world.stripe.faults.add(lacking('rak_payment_method_read', '/v1/payment_methods/*'));
    const { status, body } = await connect('acct_lacks').finally(() => world.stripe.faults.clear());
    expect([status, body.error]).toMatchObject([
      400,
      {
        param: 'credentials.secretKey',
        message:
          'This restricted key may not read PaymentMethods (rak_payment_method_read), which payments need. Grant it that permission at Stripe.',
      },
    ]);
    expect((await world.operator('GET', connectionPath('acct_lacks'))).body).toEqual({ data: [], totalCount: 0 });
  });

  test('while Stripe does not answer is 503, and nothing is connected', async () => {
    world.stripe.faults.add({ effect: 'status', status: 503, times: null });
    const { status } = await connect('acct_later').finally(() => world.stripe.faults.clear());
    expect(status).toBe(503);
    expect((await world.operator('GET', connectionPath('acct_later'))).body).toEqual({ data: [], totalCount: 0 });
  });

  test.each([
    ['a test key', { secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678' }, {}, 'credentials'],
    ['keys of two modes', { publishableKey: 'pk_test_12345678' }, {}, 'credentials.publishableKey'],
    ['a publishable key in the wrong place', { secretKey: 'pk_live_12345678' }, {}, 'credentials.secretKey'],
    ['another secret as the callback secret', { callbackSecret: 'sk_live_12345678' }, {}, 'credentials.callbackSecret'],
    ['no secret key', { secretKey: undefined }, {}, 'credentials.secretKey'],
    ['a credential that Stripe does not have', { apiKey: 'one' }, {}, 'credentials.apiKey'],
    ['a method that Stripe does not offer', {}, { methods: [{ type: 'fawry' }] }, 'methods[0].type'],
    [
      'a currency that Stripe does not settle',
      {},
      { methods: [{ type: 'card', currencies: ['LYD'] }] },
      'methods[0].currencies',
    ],
    ['another holder of the money', {}, { settlesTo: 'bank' }, 'settlesTo'],
  ])('%s is 400', async (_, keys, more, param) => {
    const refused = await connect('acct_test', keys, more);
    expect([refused.status, refused.body.error?.param]).toEqual([400, param]);
  });

  test('at most twenty of an account, however many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 22 }, () => connect('acct_many')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(codeOf(answers.find(({ status }) => status !== 201) as ApiAnswer<AnyBody>)).toEqual([
      409,
      'resource_limit_reached',
      undefined,
    ]);
  });
});

describe('a merchant', () => {
  test('connects its own account, with the second factor, and the money of it is the merchant’s', async () => {
    world.stripe.addKey('sk_live_ofItself', 'acct_ofItself');
    const body = { provider: 'stripe', credentials: { ...stripeKeys, secretKey: 'sk_live_ofItself' } };
    const live = liveClient('acct_self');
    expect(codeOf(await live('POST', '/provider-connections', body))).toEqual([403, 'two_factor_required', undefined]);
    const headers = { 'two-factor-code': currentCode };
    const made = await live<ProviderConnection & AnyBody>('POST', '/provider-connections', body, { headers });
    expect([made.status, made.body.settlesTo]).toEqual([201, 'merchant']);
    const at = `/provider-connections/${made.body.id}`;
    for (const [method, to, change] of [
      ['PATCH', at, { methods: [{ type: 'card', currencies: ['EGP'] }] }],
      ['PUT', '/provider-routes', { routes: [] }],
    ] as const) {
      expect(codeOf(await live(method, to, change))).toEqual([403, 'two_factor_required', undefined]);
      expect((await live(method, to, change, { headers })).status).toBe(200);
    }
    expect((await live<AnyBody>('GET', at)).body['methods']).toEqual([
      { type: 'card', currencies: ['EGP'], integration: null },
    ]);
    expect((await live('DELETE', at)).status).toBe(200); // takes power away only
  });

  test('connects no provider in test mode: it always has the simulator', async () => {
    const body = { provider: 'stripe', credentials: stripeKeys };
    expect(codeOf(await world.merchant('POST', '/provider-connections', body))).toEqual([
      400,
      'parameter_invalid',
      'provider',
    ]);
  });
});

describe('routes', () => {
  const routesPath = '/operator/accounts/acct_routed/provider-routes';
  test('say which of several connections takes a payment; a connection that is deleted leaves them', async () => {
    const [first, second] = [
      await connectStripe(world.operator, 'acct_routed'),
      await connectStripe(world.operator, 'acct_routed'),
    ];
    const takenBy = async () => {
      const { body } = await confirmAs('acct_routed');
      return (body as { latestCharge?: { config?: { connectionId?: string } } }).latestCharge?.config?.connectionId;
    };
    expect(await takenBy()).toBe(first.id); // the order of connecting
    const preferred = { paymentMethodType: 'card', currency: 'EGP', connectionIds: [second.id, first.id] };
    const set = await world.operator('PUT', routesPath, { routes: [preferred] });
    expect([set.status, set.body]).toEqual([200, { object: 'provider_routes', routes: [preferred] }]);
    expect((await world.operator('GET', routesPath)).body).toEqual(set.body);
    expect(await takenBy()).toBe(second.id);
    expect((await world.operator('DELETE', connectionPath('acct_routed', second.id))).status).toBe(200);
    expect((await world.operator('GET', routesPath)).body).toMatchObject({
      routes: [{ ...preferred, connectionIds: [first.id] }],
    });
    expect(await takenBy()).toBe(first.id);
  });
});

describe('a connection that cannot be reached', () => {
  const takenBy = async (id: string) => {
    const { rows } = await world
      .db('payments')
      .query<{ connectionId: string; status: string }>(
        'select connection_id as "connectionId", status from charges where payment_intent_id = $1',
        [id],
      );
    return rows;
  };
  /** Intents at Stripe, of this account's payments, that brought money. */
  const succeededAtStripe = () => world.stripe.intents.filter(({ status }) => status === 'succeeded').length;

  test('while a payment method is read refuses the payment, and counts as a call that failed', async () => {
    await connectStripe(world.operator, 'acct_unread');
    const failures = async () => {
      const metrics = await (await fetch(`${world.urls.payments}/metrics`)).text();
      const [, count = '0'] =
        /^mizan_provider_call_duration_seconds_count\{.*operation="tokenize".*\} (\d+)/m.exec(metrics) ?? [];
      return Number(count);
    };
    const before = await failures();
    world.stripe.faults.add({ effect: 'status', status: 503, path: '/v1/payment_methods' });
    expect((await confirmAs('acct_unread')).status).toBe(503);
    expect(await failures()).toBe(before + 1);
    expect((await confirmAs('acct_unread')).status).toBe(201);
    expect(await failures()).toBe(before + 1);
  });

  test('before the payment was sent to it leaves it to the next, once', async () => {
    const [, second] = [
      await connectStripe(world.operator, 'acct_fallback'),
      await connectStripe(world.operator, 'acct_fallback'),
    ];
    const before = succeededAtStripe();
    const refused = { effect: 'status', status: 503, method: 'POST', path: '/v1/payment_intents$', times: 2 } as const;
    world.stripe.faults.add(refused); // the request, and its repetition
    const { body } = await confirmAs('acct_fallback');
    expect(body).toMatchObject({ status: 'SUCCEEDED', latestCharge: { config: { connectionId: second.id } } });
    expect(await takenBy(String(body['id']))).toEqual([{ connectionId: second.id, status: 'SUCCEEDED' }]);
    expect(succeededAtStripe()).toBe(before + 1);
  });

  test('after it was sent keeps the payment: no other is called, and the money is found', async () => {
    const [first] = [
      await connectStripe(world.operator, 'acct_faithful'),
      await connectStripe(world.operator, 'acct_faithful'),
    ];
    const before = succeededAtStripe();
    const lost = {
      effect: 'lost',
      done: true,
      method: 'POST',
      path: '/v1/payment_intents/*/confirm',
      times: 2,
    } as const;
    world.stripe.faults.add(lost);
    const { body } = await confirmAs('acct_faithful');
    const id = String(body['id']);
    expect(body).toMatchObject({ status: 'PROCESSING' });
    await world.makeDue('charges', `payment_intent_id = '${id}'`);
    await eventually(async () => expect(await takenBy(id)).toEqual([{ connectionId: first.id, status: 'SUCCEEDED' }]));
    expect(succeededAtStripe()).toBe(before + 1);
  });

  test('is declined where no other takes the payment: nothing was sent, and the buyer may try again at once', async () => {
    await connectStripe(world.operator, 'acct_alone');
    const refused = { effect: 'status', status: 503, method: 'POST', path: '/v1/payment_intents$', times: 2 } as const;
    world.stripe.faults.add(refused);
    const { body } = await confirmAs('acct_alone');
    expect(body).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: {
        code: 'provider_timeout',
        type: 'api_error',
        merchantMessage: 'The provider did not answer.',
      },
      latestCharge: { failureCode: 'provider_timeout', outcome: { networkStatus: 'not_sent_to_network' } },
    });
    const again = await liveClient('acct_alone')<AnyBody>('POST', `/payment-intents/${String(body['id'])}/confirm`, {
      paymentMethod: payment.paymentMethod,
    });
    expect(again.body).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('doctor names a connection to Stripe through which most payments bring no answer', () => {
  test.each([
    ['when the payment is created', 'acct_away', { effect: 'lost', path: '/v1/payment_intents' }],
    ['but pages of a proxy', 'acct_proxy', { effect: 'html_500', path: '/v1/payment_intents' }],
    ['when the payment is confirmed', 'acct_unconfirmed', { effect: 'lost', path: '/v1/payment_intents/' }],
  ] as const)('%s', async (_, account, fault) => {
    const { id } = await connectStripe(world.operator, account);
    const named = `The stripe connection ${id} of ${account} did not answer`;
    world.stripe.faults.add({ ...fault, times: null });
    try {
      for (let payments = 1; payments <= 3; payments += 1) {
        expect((await problems()).join('\n')).not.toContain(named);
        expect((await confirmAs(account)).status).toBe(201);
      }
      expect(await problems()).toContain(`${named} 3 of its 3 payments of the last 15 minutes.`);
    } finally {
      world.stripe.faults.clear();
    }
    for (let payments = 1; payments <= 4; payments += 1) await confirmAs(account);
    expect((await problems()).join('\n')).not.toContain(named);
  });

  test('but not one whose key lacks a permission: that is an answer, which says what is to be done', async () => {
    const permission = 'rak_payment_intent_write';
    const { id } = await connectStripe(world.operator, 'acct_unpermitted');
    world.stripe.faults.add({ ...lacking(permission, '/v1/payment_intents'), method: 'POST' });
    const merchantMessage = `Stripe: The key lacks a permission (${permission}).`;
    try {
      for (let payments = 1; payments <= 3; payments += 1)
        expect((await confirmAs('acct_unpermitted')).body).toMatchObject({
          lastPaymentError: { code: 'provider_declined', merchantMessage },
        });
    } finally {
      world.stripe.faults.clear();
    }
    expect((await problems()).join('\n')).not.toContain(id);
  });
});

describe('on a platform whose gateway knows the accounts', () => {
  let other: PaymentsWorld;
  let operator: Api;
  beforeAll(async () => {
    const getAccount = () => {
      throw new Problem('resource_missing', 'No such account.');
    };
    other = await startPayments({ answers: { getAccount } });
    operator = other.operatorClient('payments');
  });
  afterAll(() => other.stop());

  test('an account that does not exist is 404', async () => {
    const body = { provider: 'stripe', credentials: stripeKeys };
    expect((await operator('POST', connectionPath('acct_none'), body)).status).toBe(404);
  });
});

test('credentials of a sandbox are taken where the platform allows them', async () => {
  world.stripe.addKey('sk_test_12345678', 'acct_atStripe');
  const staging = await startPayments({
    env: { MIZAN_PROVIDER_SANDBOX: 'allow', MIZAN_STRIPE_API_URL: world.stripe.url },
  });
  const credentials = { ...stripeKeys, secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678' };
  const { status } = await staging.operatorClient('payments')('POST', connectionPath('acct_test'), {
    provider: 'stripe',
    credentials,
  });
  await staging.stop();
  expect(status).toBe(201);
});
