import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LedgerVerification, PaymentIntent, ProviderConnection } from '@mizan/contracts';
import { type FawryStandIn, type PaymobStandIn, startFawryStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { eventually, type World } from '@mizan/testing';
import { startPlatform } from './storefront.test-support.ts';

/** How many buyers pay; `npm run simulate -- --failover` sets it. */
const buyers = Number(process.env['MIZAN_FAILOVER_BUYERS'] ?? 24);
const seed = Number(process.env['MIZAN_SEED'] ?? 1);
const parallel = 12;
const operatorToken = 'the operator token of these tests, long enough';

let world: World;
let paymob: PaymobStandIn;
let fawry: FawryStandIn;
beforeAll(async () => {
  [paymob, fawry] = await Promise.all([startPaymobStandIn(), startFawryStandIn()]);
  world = await startPlatform({
    MIZAN_OPERATOR_TOKEN: operatorToken,
    MIZAN_PROVIDER_SANDBOX: 'allow',
    MIZAN_PAYMOB_EGYPT_API_URL: paymob.url,
    MIZAN_FAWRY_API_URL: fawry.url,
    MIZAN_RATE_LIMIT: 'off',
  });
});
afterAll(async () => {
  await world.stop();
  await Promise.all([paymob.close(), fawry.close()]);
});

interface Sent<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Sends a request, and repeats it under its key while it has no answer: a careful server. */
async function send<Body>(method: string, path: string, body?: object, key?: string): Promise<Sent<Body>> {
  const idempotencyKey = randomUUID();
  for (;;) {
    const answer = await fetch(`${world.gatewayUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key ?? world.accounts.keys.liveSecret}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isUndecided = answer.status >= 500 || answer.status === 429;
    const parsed = (await answer.json()) as Body & { readonly error?: { readonly code: string } };
    if (!isUndecided && parsed.error?.code !== 'idempotency_key_in_use') return { status: answer.status, body: parsed };
  }
}
const operator = <Body>(method: string, path: string, body?: object) => send<Body>(method, path, body, operatorToken);

/** Paymob's account takes payments again once the fault is over: what each share of the buyers meets. */
const phases = [
  { name: 'well', share: 0.2, meet: () => undefined },
  { name: 'unreachable', share: 0.25, meet: () => paymob.faults.add({ effect: 'reset', times: null }) },
  { name: 'failing', share: 0.2, meet: () => paymob.faults.add({ effect: 'html_500', times: null }) },
  {
    name: 'losing answers',
    share: 0.2,
    meet: () => paymob.faults.add({ effect: 'lost', done: true, method: 'POST', times: null }),
  },
  {
    name: 'answering late',
    share: 0.05,
    meet: () => paymob.faults.add({ effect: 'slow', delayMs: 5_000, done: true, method: 'POST', times: null }),
  },
  { name: 'recovered', share: 0.1, meet: () => undefined },
] as const;
type Phase = (typeof phases)[number]['name'];

interface Purchase {
  readonly intentId: string;
  readonly amount: number;
  readonly phase: Phase;
  /** The buyer approved it in the wallet. */
  isPaid: boolean;
}

/** Numbers that are the same in each run of a seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
const random = randomFrom(seed);
/** An Egyptian mobile number of the n-th buyer. */
const phoneOf = (n: number): string => `+20101${String(n).padStart(7, '0')}`;
const intentOf = async (id: string) => (await send<PaymentIntent>('GET', `/payment-intents/${id}`)).body;

/** Approves what waits in the buyer's wallet, at whichever provider it is. */
function approve(intent: PaymentIntent, phone: string): void {
  const { provider } = intent.charges[0]?.config ?? {};
  const chargeId = intent.charges[0]?.id ?? '';
  if (provider === 'fawry') {
    const number = phone.replace('+2', '');
    const order = fawry.snapshot().orders.findLast(({ walletNumber }) => walletNumber === number);
    fawry.pay(order?.id ?? 0);
    return;
  }
  const reference = paymob
    .snapshot()
    .intentions.map(({ specialReference }) => specialReference ?? '')
    .findLast((each) => each.startsWith(chargeId));
  paymob.pay(reference ?? '', { method: 'wallet' });
}

/** One buyer: pays by wallet, tries again when it is declined, and approves it in the wallet, or leaves. */
async function buy(n: number, phase: Phase): Promise<Purchase> {
  const phone = phoneOf(n);
  const amount = 10_000 + n;
  const paymentMethod = { type: 'vodafone_cash', phone, billingDetails: { name: 'Mona Adel', phone } };
  const { status, body } = await send<PaymentIntent>('POST', '/payment-intents', {
    ...{ amount, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/thanks', paymentMethod },
  });
  expect([status, body]).toMatchObject([201, {}]);
  const purchase = { intentId: body.id, amount, phase, isPaid: false };
  const intent = await eventually(async () => {
    const read = await intentOf(body.id);
    expect(['REQUIRES_ACTION', 'REQUIRES_PAYMENT_METHOD']).toContain(read.status);
    return read;
  });
  if (intent.status === 'REQUIRES_ACTION' && random() < 0.95) {
    approve(intent, phone);
    purchase.isPaid = true;
  }
  return purchase;
}

/** What a provider has of the money of a charge, minor units. */
function moneyOf(chargeId: string, phone: string): Readonly<Record<'paymob' | 'fawry', number>> {
  const atPaymob = paymob
    .records()
    .filter(
      ({ reference, kind, outcome }) => reference?.startsWith(chargeId) && kind === 'payment' && outcome === 'approved',
    );
  const atFawry = fawry
    .snapshot()
    .orders.filter(({ walletNumber, paidAt }) => walletNumber === phone.replace('+2', '') && paidAt !== null);
  return {
    paymob: atPaymob.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
    fawry: atFawry.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
  };
}

/** A query without an answer is followed by one ten seconds later, and by another a minute after that. */
const lastQuery = { timeoutMs: 100_000 };

test(`${buyers} buyers pay while their first provider is unreachable, fails, loses answers, answers late and recovers: none is lost, none pays twice`, async () => {
  const { id } = (await send<{ id: string }>('GET', '/account')).body;
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
  const connections = `/operator/accounts/${id}/provider-connections`;
  const methods = [{ type: 'vodafone_cash' }];
  const credentials = { apiKey, secretKey, publicKey, hmacSecret };
  for (const body of [
    { provider: 'paymob', credentials, methods },
    { provider: 'fawry', credentials: fawry.account, methods },
  ])
    expect(await operator<ProviderConnection>('POST', connections, body)).toMatchObject({ status: 201 });
  await operator('PATCH', `/operator/accounts/${id}`, { livePaymentsEnabled: true });

  const purchases: Purchase[] = [];
  let next = 0;
  for (const { name, share, meet } of phases) {
    paymob.faults.clear();
    meet();
    const end = Math.min(buyers, next + Math.max(1, Math.round(buyers * share)));
    const queue = Array.from({ length: end - next }, (_, index) => next + index);
    next = end;
    const work = async (): Promise<void> => {
      for (let n = queue.shift(); n !== undefined; n = queue.shift()) purchases.push(await buy(n, name));
    };
    await Promise.all(Array.from({ length: parallel }, work));
  }
  paymob.faults.clear();
  await Promise.all([paymob.idle(), fawry.idle()]);

  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { intentId, amount, phase, isPaid } of purchases) {
    if (!isPaid) await send('POST', `/payment-intents/${intentId}/cancel`, {});
    const intent = await eventually(async () => {
      const read = await intentOf(intentId);
      expect([intentId, read.status]).toEqual([intentId, isPaid ? 'SUCCEEDED' : 'CANCELED']);
      return read;
    }, lastQuery);
    const charges = intent.charges.filter(({ status }) => status === 'SUCCEEDED');
    const phone = phoneOf(amount - 10_000);
    const money = { paymob: 0, fawry: 0 };
    for (const { id: chargeId } of intent.charges) money.paymob += moneyOf(chargeId, phone).paymob;
    money.fawry = moneyOf('', phone).fawry;
    const taker = charges[0]?.config?.provider as 'paymob' | 'fawry' | undefined;
    const expected = { paymob: 0, fawry: 0, ...(taker && { [taker]: amount }) };
    expect([intentId, charges.length, intent.amountReceived, money]).toEqual([
      ...[intentId, isPaid ? 1 : 0, isPaid ? amount : 0, expected],
    ]);
    count(`${phase}: ${isPaid ? `paid through ${taker}` : 'left'}`);
  }
  expect(purchases).toHaveLength(buyers);
  const verification = await operator<LedgerVerification>('GET', '/operator/ledger/verification');
  expect(verification.body.findings).toEqual([]);
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining([
      'well: paid through paymob',
      'unreachable: paid through fawry',
      'recovered: paid through paymob',
    ]),
  );
  if (process.env['MIZAN_FAILOVER_BUYERS']) show(counts);
}, 1_800_000);

/** The reconciliation, for a person. */
function show(counts: ReadonlyMap<string, number>): void {
  const rows = [...counts].map(([what, times]) => `${String(times).padStart(6)}  ${what}`);
  process.stdout.write(
    `\n${rows.join('\n')}\n${String(buyers).padStart(6)}  buyers, each reconciled with both providers\n`,
  );
}
