import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account, AccountProfile, ApiKeyWithSecret } from '@mizan/contracts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

const operatorToken = 'an operator token of the tests, long enough';
let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld({ MIZAN_OPERATOR_TOKEN: operatorToken });
});
afterAll(() => world.stop());

async function operate(method: string, path: string, body: unknown) {
  const { status, body: answer } = await world.send(method, `/operator${path}`, {
    key: operatorToken,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status,
    refusal: [status, answer.error?.code, answer.error?.param],
    message: answer.error?.message,
    account: answer as unknown as AccountProfile,
  };
}
const codes = ({ supportedCurrencies }: AccountProfile) => supportedCurrencies.map(({ code }) => code);
const cards = (code: string) => ({ code, paymentMethodTypes: ['card'] });
const refused = [400, 'parameter_invalid', 'supportedCurrencies'];

describe('the default currency of an account', () => {
  test('is among those it takes when the operator names none', async () => {
    const { status, account } = await operate('POST', '/accounts', { displayName: 'Lyon', defaultCurrency: 'EUR' });
    expect([status, account.defaultCurrency, codes(account)]).toEqual([
      201,
      'EUR',
      ['EGP', 'USD', 'SAR', 'AED', 'KWD', 'EUR'],
    ]);
    expect(account.supportedCurrencies.at(-1)?.paymentMethodTypes).toContain('card');
    const usual = await operate('POST', '/accounts', { displayName: 'Cairo' });
    expect(codes(usual.account)).toEqual(['EGP', 'USD', 'SAR', 'AED', 'KWD']);
  });

  test('is refused when an account is made that does not take it', async () => {
    const body = { displayName: 'Lyon', defaultCurrency: 'EUR', supportedCurrencies: [cards('EGP'), cards('USD')] };
    expect((await operate('POST', '/accounts', body)).refusal).toEqual(refused);
    expect(
      (await operate('POST', '/accounts', { displayName: 'x', supportedCurrencies: [cards('USD')] })).refusal,
    ).toEqual(refused);
  });

  test('cannot be taken from an account that has it', async () => {
    const { account } = await operate('POST', '/accounts', { displayName: 'Cairo' });
    const change = (supportedCurrencies: unknown) =>
      operate('PATCH', `/accounts/${account.id}`, { supportedCurrencies });
    expect((await change([cards('USD')])).refusal).toEqual(refused);
    expect(codes((await change([cards('USD'), cards('EGP')])).account)).toEqual(['USD', 'EGP']);
    expect((await operate('PATCH', `/accounts/${account.id}`, { displayName: 'Giza' })).status).toBe(200);
  });
});

test('a currency in which a payment method cannot be paid is refused, naming those in which it can', async () => {
  const supportedCurrencies = [cards('EGP'), { code: 'USD', paymentMethodTypes: ['card', 'cash_on_delivery'] }];
  const { refusal, message } = await operate('POST', '/accounts', { displayName: 'Cairo', supportedCurrencies });
  expect(refusal).toEqual([400, 'parameter_invalid', 'supportedCurrencies[1].paymentMethodTypes[1]']);
  expect(message).toContain('cannot be cash_on_delivery: it is not paid in USD, only in EGP, SAR,');
});

test('the terms of an account can be sent back as they are shown', async () => {
  const { account } = await operate('POST', '/accounts', {
    ...{ displayName: 'Cairo', supportedCurrencies: [cards('EGP'), cards('KWD')], vatOnFeesPpm: 140_000 },
    disputeFees: [{ currency: 'EGP', amount: 1_500 }],
  });
  const { supportedCurrencies, feeSchedule, feeConfig, disputeFees, ...shown } = account;
  const { vatOnFeesPpm, presentmentCurrencies, lateSuccessPolicy } = shown;
  expect(supportedCurrencies.map(({ decimals }) => decimals)).toEqual([2, 3]);
  const terms = { supportedCurrencies, feeSchedule, feeConfig, disputeFees };
  const changed = await operate('PATCH', `/accounts/${account.id}`, {
    ...{ ...terms, vatOnFeesPpm, presentmentCurrencies, lateSuccessPolicy },
  });
  expect([changed.message, changed.account]).toEqual([undefined, account]);
  const [egp, kwd] = supportedCurrencies;
  const wrong = await operate('PATCH', `/accounts/${account.id}`, {
    supportedCurrencies: [egp, { ...kwd, decimals: 2 }],
  });
  expect(wrong.account.supportedCurrencies).toEqual(supportedCurrencies);
});

describe('the fees of an account', () => {
  const card = { paymentMethodType: 'card', brand: null, isOnUs: null, isInternational: null, currency: 'EGP' };
  test('are none by default, in each currency and method that the account takes', async () => {
    const supportedCurrencies = [{ code: 'EGP', paymentMethodTypes: ['card', 'fawry'] }, cards('LYD')];
    const { account } = await operate('POST', '/accounts', { displayName: 'Cairo', supportedCurrencies });
    expect(account.vatOnFeesPpm).toBe(0);
    const free = {
      brand: null,
      isOnUs: null,
      isInternational: null,
      ratePpm: 0,
      fixed: 0,
      provider: null,
      refundFixed: 0,
    };
    expect(account.feeSchedule).toEqual([
      { ...free, currency: 'EGP', paymentMethodType: 'card' },
      { ...free, currency: 'EGP', paymentMethodType: 'fawry' },
      { ...free, currency: 'LYD', paymentMethodType: 'card' },
    ]);
  });

  test('decide what a test key is shown: a method without one could not be paid with', async () => {
    const supportedCurrencies = [{ code: 'EGP', paymentMethodTypes: ['card', 'fawry', 'valu'] }, cards('USD')];
    const fee = { ...card, ratePpm: 27_500, fixed: 300 };
    const feeSchedule = [fee, { ...fee, paymentMethodType: 'fawry', provider: 'fawry' }];
    const body = { displayName: 'Cairo', supportedCurrencies, feeSchedule };
    const { account } = await operate('POST', '/accounts', body);
    expect(account.supportedCurrencies).toMatchObject(supportedCurrencies); // to the operator
    const key = await operate('POST', `/accounts/${account.id}/keys`, {
      name: 'Shop',
      type: 'SECRET',
      mode: 'test',
    });
    const { secret } = key.account as unknown as ApiKeyWithSecret;
    const shown = (await world.send('GET', '/account', { key: secret })).body as unknown as Account;
    expect(shown.supportedCurrencies).toMatchObject([cards('EGP'), { code: 'USD', paymentMethodTypes: [] }]);
  });

  test('are refused where two rules have the same conditions, of which one would never apply', async () => {
    const { account } = await operate('POST', '/accounts', { displayName: 'Cairo' });
    const change = async (...rules: object[]) =>
      (await operate('PATCH', `/accounts/${account.id}`, { feeSchedule: rules })).refusal;
    const rule = { ...card, ratePpm: 27_500, fixed: 300 };
    const other = { ...rule, ratePpm: 99_000 };
    expect(await change(rule, other)).toEqual([400, 'parameter_invalid', 'feeSchedule[1]']);
    expect(await change(rule, { ...other, provider: null })).toEqual([400, 'parameter_invalid', 'feeSchedule[1]']);
    const { message } = await operate('PATCH', `/accounts/${account.id}`, { feeSchedule: [rule, other] });
    expect(message).toBe('feeSchedule[1] has the same conditions as feeSchedule[0], so it would never apply.');
    expect((await change(rule, { ...other, brand: 'visa' }, { ...other, provider: 'stripe' }))[0]).toBe(200);
  });

  test('are refused where a payment would be half fee, whether the table changes or the VAT on it', async () => {
    const { account } = await operate('POST', '/accounts', { displayName: 'Cairo', vatOnFeesPpm: 140_000 });
    const change = async (body: object) => (await operate('PATCH', `/accounts/${account.id}`, body)).refusal;
    const schedule = (ratePpm: number) => [{ ...card, ratePpm, fixed: 0 }];
    expect(await change({ feeSchedule: schedule(438_597) })).toEqual([
      400,
      'parameter_invalid',
      'feeSchedule[0].ratePpm',
    ]);
    expect(await change({ feeSchedule: schedule(438_596) })).toEqual([200, undefined, undefined]);
    expect((await change({ vatOnFeesPpm: 150_000 }))[0]).toBe(400);
  });

  test('the account’s defaults decide who bears the fees, whether VAT is added and the currencies of prices', async () => {
    const feeConfig = { feesPassThrough: true, vatCollectionEnabled: true, vatCollectionRate: 14 };
    const body = { displayName: 'Cairo', feeConfig, presentmentCurrencies: ['GBP'] };
    const { account } = await operate('POST', '/accounts', body);
    expect(account).toMatchObject({ feeConfig, presentmentCurrencies: ['GBP'] });
    const off = { feesPassThrough: false, vatCollectionEnabled: false };
    const changed = await operate('PATCH', `/accounts/${account.id}`, { feeConfig: off, presentmentCurrencies: null });
    expect(changed.account).toMatchObject({ feeConfig: off, presentmentCurrencies: null });
    const { vatCollectionRate: _rate, ...without } = feeConfig;
    const refusedVat = await operate('PATCH', `/accounts/${account.id}`, { feeConfig: without });
    expect(refusedVat.refusal).toEqual([400, 'parameter_invalid', 'feeConfig.vatCollectionRate']);
  });
});

test('money that comes too late is the merchant’s to decide about, unless the account has it sent back', async () => {
  const { account } = await operate('POST', '/accounts', { displayName: 'Cairo' });
  expect(account).toMatchObject({ lateSuccessPolicy: 'accept' });
  const changed = await operate('PATCH', `/accounts/${account.id}`, { lateSuccessPolicy: 'auto_refund' });
  expect(changed.account).toMatchObject({ lateSuccessPolicy: 'auto_refund' });
  const { account: strict } = await operate('POST', '/accounts', {
    displayName: 'Giza',
    lateSuccessPolicy: 'auto_refund',
  });
  expect(strict).toMatchObject({ lateSuccessPolicy: 'auto_refund' });
  const { refusal } = await operate('PATCH', `/accounts/${account.id}`, { lateSuccessPolicy: 'keep' });
  expect(refusal).toEqual([400, 'parameter_invalid', 'lateSuccessPolicy']);
});
