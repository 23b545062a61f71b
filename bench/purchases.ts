import { randomUUID } from 'node:crypto';
import type { CheckoutSession, ConfirmedCheckout, PaymentIntent, Price, Product } from '@mizan/contracts';
import { Pool } from 'undici';
import type { DevFile } from '@mizan/stack/dev-file';
import { createAccount } from './accounts.ts';
import { subscribe, type Receiver } from './receiver.ts';
import type { BenchStack } from './stack.ts';

/** A shop that buyers can buy from: ours or the floor's. */
export interface Shop {
  /** One purchase, request to request. */
  buy(): Promise<string>;
  refund(payment: string): Promise<void>;
  close(): Promise<void>;
}

const card = { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } };
const connections = 64;

/**
 * The platform: a session by the merchant's server, then the buyer's confirm.
 *
 * @param authorization of another merchant than that of the demo
 */
export async function openPlatformShop(dev: DevFile, authorization = `Bearer ${dev.keys.testSecret}`): Promise<Shop> {
  const pool = new Pool(dev.baseUrl, { connections });
  const product = (await send(pool, '/products', { authorization }, { name: 'Bench' })) as Product;
  const price = (await send(
    pool,
    `/prices?productId=${product.id}`,
    { authorization },
    { currency: 'EGP', unitAmount: 10_000, stock: 100_000_000 },
  )) as Price;
  let buyer = 0;
  return {
    buy: async () => {
      const session = (await send(
        pool,
        '/checkout/sessions',
        { authorization, 'idempotency-key': randomUUID() },
        {
          lineItems: [{ price: price.id, quantity: 1 }],
          customerDetails: { name: 'Bench Buyer', email: `buyer${buyer++ % 500}@example.com` },
        },
      )) as CheckoutSession;
      const headers = { 'client-secret': session.clientSecret ?? '', 'idempotency-key': randomUUID() };
      const paid = (await send(pool, `/client/checkout/${session.id}/confirm`, headers, {
        paymentMethod: card,
        expectedAmountTotal: session.amountTotal,
      })) as ConfirmedCheckout;
      if (paid.paymentIntent?.status !== 'SUCCEEDED') throw new Error(`bought, but ${paid.paymentIntent?.status}`);
      return paid.paymentIntent.id;
    },
    refund: async (payment) => {
      await send(
        pool,
        '/refunds',
        { authorization, 'idempotency-key': randomUUID() },
        { paymentIntentId: payment, amount: 100 },
      );
    },
    close: () => pool.close(),
  };
}

/** Shops of several merchants, each with an endpoint for completed checkouts; buyers go from one to the next. */
export async function openMall(stack: BenchStack, merchants: number, { url }: Pick<Receiver, 'url'>): Promise<Shop> {
  const shops: Shop[] = [];
  for (let i = 0; i < merchants; i++) {
    const account = await createAccount(stack, `Shop ${i}`);
    await subscribe(stack, account, url(`/shop/${i}`), ['checkout.session.completed']);
    shops.push(await openPlatformShop(stack.dev, account.headers['authorization']));
  }
  const sellerOf = new Map<string, Shop>();
  let turn = 0;
  return {
    buy: async () => {
      const shop = shops[turn++ % shops.length] as Shop;
      const payment = await shop.buy();
      sellerOf.set(payment, shop);
      return payment;
    },
    refund: async (payment) => {
      await sellerOf.get(payment)?.refund(payment);
    },
    close: async () => void (await Promise.all(shops.map((shop) => shop.close()))),
  };
}

/** The platform's payments alone, without a checkout around them: one request of the merchant's server each. */
export function openPayments(dev: DevFile): { pay(): Promise<string>; close(): Promise<void> } {
  const pool = new Pool(dev.baseUrl, { connections });
  const authorization = `Bearer ${dev.keys.testSecret}`;
  return {
    pay: async () => {
      const headers = { authorization, 'idempotency-key': randomUUID() };
      const order = { amount: 10_000, currency: 'EGP', confirm: true, paymentMethod: card };
      const paid = (await send(pool, '/payment-intents', headers, order)) as PaymentIntent;
      if (paid.status !== 'SUCCEEDED') throw new Error(`paid, but ${paid.status}`);
      return paid.id;
    },
    close: () => pool.close(),
  };
}

/** The floor: the same two requests with nothing around them. */
export async function openFloorShop(url: string, priceId: string): Promise<Shop> {
  const pool = new Pool(url, { connections });
  return {
    buy: async () => {
      const session = (await send(pool, '/sessions', {}, { priceId, quantity: 1 })) as { id: string };
      const paid = (await send(pool, `/sessions/${session.id}/pay`, {}, {})) as { id: string };
      return paid.id;
    },
    refund: async (payment) => {
      await send(pool, `/payments/${payment}/refund`, {}, {});
    },
    close: () => pool.close(),
  };
}

async function send(pool: Pool, path: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  const response = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.body.json();
  if (response.statusCode >= 300) throw new Error(`POST ${path}: ${response.statusCode} ${JSON.stringify(answer)}`);
  return answer;
}

/** `buyers` at once, each buying again as soon as it has bought, for `seconds`; returns how long each purchase took, ms. */
export async function buyFor(seconds: number, buyers: number, act: () => Promise<unknown>): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  const buyer = async (): Promise<void> => {
    while (performance.now() < until) {
      const at = performance.now();
      await act();
      took.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  return took;
}

/** Repeats `act` that many times, a buyer beginning the next when its own is done. */
export async function buyTimes(times: number, buyers: number, act: () => Promise<unknown>): Promise<void> {
  let left = times;
  const buyer = async (): Promise<void> => {
    while (left-- > 0) await act();
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
}

const windowSeconds = 4;
const windowsMax = 20;
const mostChange = 0.05;

/** Repeats `act` until its rate in one window is within 5 % of that in the window before: the rate climbs for a minute. */
export async function warmUp(buyers: number, act: () => Promise<unknown>): Promise<void> {
  let before = 0;
  for (let windows = 0; windows < windowsMax; windows++) {
    const { length } = await buyFor(windowSeconds, buyers, act);
    if (Math.abs(length - before) <= mostChange * before) return;
    before = length;
  }
}

/** Starts `act` at an even rate whatever the answers take, so that a slow one delays no other. */
export async function buyAtRate(perSecond: number, seconds: number, act: () => Promise<unknown>): Promise<void> {
  const running: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = startedAt + (i * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(act());
  }
  await Promise.all(running);
}
