import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AccountProfile, noMail, noManualMethods } from '@mizan/contracts';
import { readMigrations } from '@mizan/service-kit/schema';
import { gateway } from '../app.ts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { fromBase32 } from '../two-factor/base32.test-support.ts';
import { codeOf, stepAt } from '../two-factor/one-time-code.ts';

const operatorToken = 'an operator token of the tests, long enough';
const iban = 'EG380019000500000000263180002';
const bank = { currency: 'EGP', iban, accountName: 'Nile Soap House', bankName: 'NBE' };

let world: GatewayWorld;
let secret: Buffer;
beforeAll(async () => {
  world = await startGatewayWorld({ MIZAN_OPERATOR_TOKEN: operatorToken });
  const path = `/operator/accounts/${world.accounts.account.id}/two-factor`;
  const enrolled = await world.send('POST', path, { key: operatorToken });
  secret = fromBase32((enrolled.body as unknown as { secret: string }).secret);
});
afterAll(() => world.stop());
beforeEach(async () => {
  const none = JSON.stringify(noManualMethods);
  await world.world.db('gateway').query('truncate attempts');
  await world.world.db('gateway').query(
    `update accounts set two_factor_step = null, logo = null, test_logo = null, mail = $1, test_mail = $1,
         default_locale = 'en', test_default_locale = null, manual_methods = $2, test_manual_methods = $2`,
    [JSON.stringify(noMail), none],
  );
});

const keys = () => world.accounts.keys;
const ofOperator = () => `/operator/accounts/${world.accounts.account.id}/settings`;
const read = async (key = keys().testSecret, path = '/account/settings') =>
  (await world.send('GET', path, { key })).body;
const change = (body: object, { key = keys().testSecret, code = '', path = '/account/settings' } = {}) =>
  world.send('PATCH', path, {
    key,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(code ? { 'two-factor-code': code } : {}) },
  });
const refusalOf = async (answered: ReturnType<typeof change>) => {
  const { status, body } = await answered;
  return [status, body.error?.code, body.error?.param];
};
const currentCode = () => codeOf(secret, stepAt(new Date()));

test('an account starts without mail and manual methods', async () =>
  expect(await read()).toEqual({
    object: 'account_settings',
    logo: null,
    defaultLocale: 'en',
    mail: noMail,
    manualMethods: noManualMethods,
  }));

test('a change keeps what it leaves out, and null clears', async () => {
  await change({ logo: 'https://shop.example/logo.png', mail: { replyTo: 'help@shop.example' } });
  const { body } = await change({ logo: null, mail: { receipts: true } });
  expect(body).toMatchObject({ logo: null, mail: { receipts: true, replyTo: 'help@shop.example' } });
  expect(await read()).toEqual(body);
  expect((await change(body)).body).toEqual(body); // what was read may be sent back
});

test('each mode has its own: a test key changes nothing that buyers of live mode see or receive', async () => {
  const settings = { logo: 'https://shop.example/test.png', defaultLocale: 'ar-EG' };
  const mail = { receipts: true, recovery: true, replyTo: 'test@shop.example' };
  await change({ ...settings, mail });
  expect(await read()).toMatchObject({ ...settings, mail });
  expect(await read(keys().liveSecret)).toMatchObject({ logo: null, defaultLocale: 'en', mail: noMail });
  expect(await read(operatorToken, ofOperator())).toMatchObject({ logo: null, defaultLocale: 'en', mail: noMail });

  await change({ logo: 'https://shop.example/live.png', mail: { receipts: true } }, { key: keys().liveSecret });
  expect(await read()).toMatchObject({ ...settings, mail });
  expect(await profileIn(true)).toMatchObject({ logo: 'https://shop.example/live.png', mail: { replyTo: null } });
  expect(await profileIn(false)).toMatchObject({ ...settings, mail });
});

test('an upgrade gives test mode a copy of the settings from before there were two', async () => {
  const settings = { logo: 'https://shop.example/logo.png', defaultLocale: 'ar-EG', mail: { receipts: true } };
  await change(settings, { key: keys().liveSecret });
  const migrations = await readMigrations(gateway.orm, world.world.databaseUrls('gateway').ownerUrl);
  const { statements } = migrations.find(({ name }) => name === '20261128190000_settings_by_mode') ?? {
    statements: [],
  };
  const db = world.world.db('gateway');
  await db.query('alter table accounts drop test_mail, drop test_logo, drop test_default_locale');
  for (const statement of statements) await db.query(statement);
  for (const key of [keys().testSecret, keys().liveSecret]) expect(await read(key)).toMatchObject(settings);
});

test('the operator changes the logo and the language of both modes with the account', async () => {
  const terms = { logo: 'https://shop.example/logo.png', defaultLocale: 'ar' };
  const path = `/operator/accounts/${world.accounts.account.id}`;
  expect((await change(terms, { key: operatorToken, path })).status).toBe(200);
  for (const key of [keys().testSecret, keys().liveSecret]) expect(await read(key)).toMatchObject(terms);
});

const profileIn = async (livemode: boolean) => {
  const merchantId = world.accounts.account.id;
  const payments = world.world.siblingClient('gateway', 'payments', { merchantId, livemode });
  return (await payments<AccountProfile>('POST', '/internal/calls/getAccount', {})).body;
};

describe('where buyers send live money to', () => {
  const manualMethods = { bank_transfer: [bank], instapay: { handle: 'Soap@InstaPay' } };

  test('changes with the second factor only, which other settings do not need', async () => {
    const key = keys().liveSecret;
    expect(await refusalOf(change({ manualMethods }, { key }))).toEqual([403, 'two_factor_required', undefined]);
    expect((await read(key)) as object).toMatchObject({ manualMethods: noManualMethods });
    const { status, body } = await change({ manualMethods }, { key, code: currentCode() });
    expect([status, body]).toMatchObject([
      200,
      {
        manualMethods: {
          bank_transfer: [bank],
          instapay: { handle: 'soap@instapay' },
          cash_on_delivery: { enabled: false },
        },
      },
    ]);
    expect((await change({ ...body, mail: { receipts: true } }, { key })).status).toBe(200);
  });

  test('may be sent back unchanged with a code any number of times: none of them counts as wrong', async () => {
    const key = keys().liveSecret;
    await change({ manualMethods }, { key, code: currentCode() });
    for (let turn = 0; turn < 7; turn++)
      expect((await change({ manualMethods }, { key, code: '000000' })).status).toBe(200);
    const { rows } = await world.world
      .db('gateway')
      .query("select 1 from attempts where subject like 'second factor%'");
    expect(rows).toEqual([]);
  });

  test('is not changed with a test key, which has settings of its own', async () => {
    await change({ manualMethods });
    expect(await read()).toMatchObject({ manualMethods: { bank_transfer: [bank] } });
    expect(await read(keys().liveSecret)).toMatchObject({ manualMethods: noManualMethods });
  });

  test('is what the operator sees and changes, and what services receive by mode', async () => {
    const changed = await change(
      { manualMethods: { cash_on_delivery: { enabled: true } } },
      { key: operatorToken, path: ofOperator() },
    );
    expect(changed.body).toMatchObject({ manualMethods: { cash_on_delivery: { enabled: true } } });
    expect(await read(operatorToken, ofOperator())).toEqual(changed.body);
    expect((await profileIn(true)).manualMethods.cash_on_delivery).toEqual({ enabled: true });
    expect((await profileIn(false)).manualMethods.cash_on_delivery).toEqual({ enabled: false });
  });
});

test.each([
  [
    { manualMethods: { bank_transfer: [{ ...bank, iban: 'EG380019000500000000263180003' }] } },
    'manualMethods.bank_transfer[0].iban',
  ],
  [{ manualMethods: { bank_transfer: [bank, bank] } }, 'manualMethods.bank_transfer'],
  [{ manualMethods: { instapay: { handle: 'soap@bank.example' } } }, 'manualMethods.instapay.handle'],
  [{ mail: { replyTo: 'help' } }, 'mail.replyTo'],
  [{ defaultLocale: 'arabic' }, 'defaultLocale'],
  [{ defaultLocale: 'xx' }, 'defaultLocale'],
])('400 parameter_invalid: %j', async (body, param) =>
  expect(await refusalOf(change(body))).toEqual([400, 'parameter_invalid', param]),
);

test('an error does not repeat the IBAN that it is about', async () => {
  const wrong = 'EG380019000500000000263180003';
  const { status, body } = await change({ manualMethods: { bank_transfer: [{ ...bank, iban: wrong }] } });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).not.toContain(wrong);
});

test('an IBAN is stored without its spaces, in Latin digits', async () => {
  const spaced = { ...bank, iban: 'eg٣٨ 0019 0005 0000 0000 2631 8000 2' };
  expect((await change({ manualMethods: { bank_transfer: [spaced] } })).body).toMatchObject({
    manualMethods: { bank_transfer: [{ iban }] },
  });
});

test('a restricted key needs ACCOUNT_WRITE to change them, and ACCOUNT_READ to read them', async () => {
  const reader = await world.issueKey({ name: 'Reader', type: 'RESTRICTED', permissions: ['ACCOUNT_READ'] });
  expect((await world.send('GET', '/account/settings', { key: reader.key })).status).toBe(200);
  expect(await refusalOf(change({ mail: { receipts: true } }, { key: reader.key }))).toEqual([
    403,
    'permission_denied',
    undefined,
  ]);
});
