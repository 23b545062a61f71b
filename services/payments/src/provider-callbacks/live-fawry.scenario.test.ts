import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PaymentIntent, ProviderConnection } from '@mizan/contracts';
import { log } from '@mizan/service-kit';
import { type FawryStandIn, startFawryStandIn } from '@mizan/stand-ins';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { signatureOf } from '../providers/fawry/fawry-client.ts';

let fawry: FawryStandIn;
let world: PaymentsWorld;
let live: Api;
let connected: ProviderConnection;

const connect = (changes: object = {}, account = 'acct_test') =>
  world.operatorClient('payments')<ProviderConnection & AnyBody>(
    'POST',
    `/operator/accounts/${account}/provider-connections`,
    { provider: 'fawry', credentials: { ...fawry.account, ...changes } },
  );

beforeAll(async () => {
  fawry = await startFawryStandIn({ retryDelaysMs: [] });
  world = await startPayments({
    env: { MIZAN_FAWRY_API_URL: `${fawry.url}/`, MIZAN_PROVIDER_SANDBOX: 'allow' },
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), livePaymentsEnabled: true }),
    },
  });
  live = world.merchantClient('payments', { merchantId: 'acct_test', livemode: true });
  const { status, body } = await connect();
  expect([status, body]).toMatchObject([201, {}]);
  connected = body;
});
afterAll(async () => {
  await world.stop();
  await fawry.close();
});

const isUnknownCharge = (line: unknown): boolean =>
  (line as { readonly event?: string }).event === 'provider.unknown_charge_paid';
const pay = async (client = live) =>
  (
    await client<PaymentIntent & AnyBody>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      confirm: true,
      returnUrl: 'https://shop.example/thanks',
      paymentMethod: { type: 'fawry', phone: '+201012345678' },
    })
  ).body;
const numberOf = (intent: PaymentIntent): string => intent.nextAction?.displayVoucherDetails?.reference ?? '';
const deliver = async (body: string, { callbackUrl } = connected) =>
  (
    await fetch(callbackUrl.replace(/^https?:\/\/[^/]+/, world.urls.payments ?? ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).status;
const statusOf = async (id: string) => (await live<PaymentIntent>('GET', `/payment-intents/${id}`)).body.status;

test.each([
  ['a merchant code that is none', { merchantCode: 'unknown1' }, 'credentials.merchantCode'],
  ['another secure key', { secureKey: 'x'.repeat(20) }, 'credentials.secureKey'],
])('400 parameter_invalid names the credential for %s', async (_, changes, param) => {
  const { status, body } = await connect(changes);
  expect([status, body.error]).toMatchObject([400, { code: 'parameter_invalid', param }]);
});

test('a number is paid, a forged notification changes nothing, and the signed one completes the payment', async () => {
  const intent = await pay();
  expect(intent).toMatchObject({
    status: 'REQUIRES_ACTION',
    nextAction: { displayVoucherDetails: { amount: 10_000, currency: 'EGP' } },
  });
  fawry.pay(numberOf(intent));
  await fawry.idle();
  const body = fawry.callbacks.at(-1)?.body ?? '';
  expect(await deliver(body.replace('"orderAmount":100', '"orderAmount":1'))).toBe(401);
  expect(await statusOf(intent.id)).toBe('REQUIRES_ACTION');
  expect(await deliver(body)).toBe(200);
  await eventually(async () => expect(await statusOf(intent.id)).toBe('SUCCEEDED'));
  expect(await deliver(body)).toBe(200);
  expect(await statusOf(intent.id)).toBe('SUCCEEDED');
});

test('a notification at the address of another merchant’s connection to the same account completes the payment', async () => {
  const other = (await connect({}, 'acct_other')).body;
  const intent = await pay();
  fawry.pay(numberOf(intent));
  await fawry.idle();
  expect(await deliver(fawry.callbacks.at(-1)?.body ?? '', other)).toBe(200);
  await eventually(async () => expect(await statusOf(intent.id)).toBe('SUCCEEDED'));
});

test('a paid order that is not known here, as after a restore, is accepted and logged; one that is known or not paid is not', async () => {
  const warned = jest.spyOn(log, 'warn');
  const lines = () => warned.mock.calls.map(([line]) => line).filter(isUnknownCharge);
  const merchantRefNumber = '123456789012345';
  const notice = (orderStatus: string) => {
    const messageSignature = signatureOf(['971', merchantRefNumber, orderStatus, fawry.account.secureKey]);
    const customer = { customerName: 'Mona', customerMail: 'mona@example.com', customerMobile: '01012345678' };
    return JSON.stringify({ fawryRefNumber: '971', merchantRefNumber, orderStatus, messageSignature, ...customer });
  };
  expect(await deliver(notice('NEW'))).toBe(200);
  const intent = await pay();
  fawry.pay(numberOf(intent));
  await fawry.idle();
  expect(await deliver(fawry.callbacks.at(-1)?.body ?? '')).toBe(200);
  expect(lines()).toEqual([]);
  expect(await deliver(notice('PAID'))).toBe(200);
  const { id: connectionId } = connected;
  const event = 'provider.unknown_charge_paid';
  expect(lines()).toEqual([{ event, provider: 'fawry', connectionId, merchantId: 'acct_test', reference: '971' }]);
  warned.mockRestore();
});

describe('a number that waits for its buyer', () => {
  afterEach(() => fawry.faults.clear());

  const makeDue = ({ id }: PaymentIntent) =>
    world.db('payments').query('update charges set next_sync_at = now() where payment_intent_id = $1', [id]);
  /** Until its next query. */
  const minutesLeft = async ({ id }: PaymentIntent): Promise<number | undefined> => {
    const { rows } = await world.db('payments').query<{ minutes: number }>(
      `select extract(epoch from next_sync_at - now())::float8 / 60 as minutes from charges
       where payment_intent_id = $1 and next_sync_at > now()`,
      [id],
    );
    return rows[0]?.minutes;
  };
  const isDueInAnHour = (intent: PaymentIntent) =>
    eventually(async () => {
      const minutes = await minutesLeft(intent);
      expect(minutes).toBeGreaterThan(55);
      expect(minutes).toBeLessThanOrEqual(60);
    });

  test('is queried every hour, and found paid where its notification was lost', async () => {
    const intent = await pay();
    await isDueInAnHour(intent);
    await makeDue(intent);
    await isDueInAnHour(intent);
    expect(await statusOf(intent.id)).toBe('REQUIRES_ACTION');
    fawry.pay(numberOf(intent));
    await makeDue(intent);
    await eventually(async () => expect(await statusOf(intent.id)).toBe('SUCCEEDED'));
  });

  test('stays with its buyer while Fawry does not answer, and is queried again soon, however often it was before', async () => {
    const intent = await pay();
    const before = (await world.eventsOf(intent.id)).length;
    for (let query = 0; query < 6; query++) {
      await makeDue(intent);
      await isDueInAnHour(intent);
    }
    fawry.faults.add({ effect: 'lost', times: null });
    await makeDue(intent);
    await eventually(async () => expect(await minutesLeft(intent)).toBeLessThanOrEqual(1));
    const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intent.id}`);
    expect(body).toMatchObject({ status: 'REQUIRES_ACTION', nextAction: intent.nextAction });
    fawry.faults.clear();
    await makeDue(intent);
    await isDueInAnHour(intent);
    expect((await world.eventsOf(intent.id)).length).toBe(before);
    const canceled = await live<PaymentIntent>('POST', `/payment-intents/${intent.id}/cancel`, {});
    expect(canceled.body).toMatchObject({ status: 'CANCELED' });
  });
});

test('a canceled payment is canceled at Fawry', async () => {
  const intent = await pay();
  await live('POST', `/payment-intents/${intent.id}/cancel`, {});
  await eventually(async () => expect(fawry.order(numberOf(intent)).status).toBe('CANCELED'));
});

test('money that arrives after the account was disconnected and connected again is found, at the former address and at the new one', async () => {
  const own = world.merchantClient('payments', { merchantId: 'acct_again', livemode: true });
  const operator = world.operatorClient('payments');
  const former = (await connect({}, 'acct_again')).body;
  const intents = [await pay(own), await pay(own)] as const;
  for (const { id } of intents) await own('POST', `/payment-intents/${id}/cancel`, {});
  const path = `/operator/accounts/acct_again/provider-connections/${former.id}`;
  await eventually(async () => expect((await operator('DELETE', path)).status).toBe(200));
  const notify = async (intent: PaymentIntent, at: ProviderConnection): Promise<number> => {
    fawry.pay(numberOf(intent));
    await fawry.idle();
    return deliver(fawry.callbacks.at(-1)?.body ?? '', at);
  };
  const lateSuccessOf = async ({ id }: PaymentIntent) =>
    (await own<PaymentIntent>('GET', `/payment-intents/${id}`)).body.charges[0]?.outcome?.lateSuccess;
  const next = (await connect({}, 'acct_again')).body;
  expect(await notify(intents[0], former)).toBe(200);
  expect(await notify(intents[1], next)).toBe(200);
  for (const intent of intents) await eventually(async () => expect(await lateSuccessOf(intent)).toBe(true));
});
