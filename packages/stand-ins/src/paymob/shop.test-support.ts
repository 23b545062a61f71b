import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { StandInClock } from '../server/clock.ts';
import { startMerchant, type Merchant } from '../server/merchant.test-support.ts';
import type { IntegrationSlot } from './account.ts';
import { startPaymobStandIn, type PaymobOptions, type PaymobStandIn } from './start-paymob-stand-in.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of a foreign API, read by tests
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

/** A merchant with an account at a stand-in, and what it does there. */
export interface Shop {
  paymob: PaymobStandIn;
  readonly merchant: Merchant;
  readonly clock: StandInClock;
  /** A call to the API. `as` is the Authorization header; none by default. */
  call(method: string, path: string, options?: { body?: unknown; as?: string; text?: string }): Promise<Reply>;
  /** With the secret key of test mode. */
  post(path: string, body: unknown): Promise<Reply>;
  /** With a bearer token of test mode. */
  query(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Reply>;
  /** An intention for 100.00 by this integration, with addresses of the merchant. */
  intend(slot?: IntegrationSlot, changes?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** What a browser's form posts; answers with the address it is sent to, empty when a page is shown. */
  submit(
    path: string,
    form: Readonly<Record<string, string>>,
  ): Promise<{ location: string; page: string; status: number }>;
  /** The buyer fills in the checkout page of this intention. */
  payAsBuyer(intention: Json, type: string, fields?: Readonly<Record<string, string>>): ReturnType<Shop['submit']>;
  /** Processed callbacks that arrived and carry a right signature, oldest first. */
  callbacks(): Json[];
  /** Fails if what the state file brings back is not what was remembered. */
  close(): Promise<void>;
}

export const frozenAt = '2026-03-01T10:00:00.000Z';

export const billing = {
  first_name: 'Test',
  last_name: 'Account',
  email: 'buyer@example.com',
  phone_number: '+201010101010',
};

export const goodCard = { number: '5123 4567 8901 2346', expiry: '01/39', cvv: '123' };

/** Opens a shop whose clock stands still until it is advanced. */
export async function openShop(options: PaymobOptions = {}): Promise<Shop> {
  const clock = new StandInClock({ frozenAt });
  const merchant = await startMerchant();
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const stateFile = join(folder, 'paymob.json');
  const shop: Shop = {
    paymob: await startPaymobStandIn({ clock, stateFile, ...options }),
    merchant,
    clock,
    call: async (method, path, { body, as, text } = {}) => {
      const response = await fetch(`${shop.paymob.url}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...(as && { authorization: as }) },
        ...(method !== 'GET' && { body: text ?? JSON.stringify(body ?? {}) }),
      });
      const answer = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: isJson ? JSON.parse(answer) : answer, headers: response.headers };
    },
    post: (path, body) => shop.call('POST', path, { body, as: `Token ${shop.paymob.account.secretKey}` }),
    query: async (method, path, body) => {
      const { token } = (await shop.call('POST', '/api/auth/tokens', { body: { api_key: shop.paymob.account.apiKey } }))
        .body;
      return shop.call(method, path, { body, as: `Bearer ${token}` });
    },
    intend: (slot = 'card', changes = {}) =>
      shop.post('/v1/intention/', {
        amount: 10_000,
        currency: 'EGP',
        payment_methods: [shop.paymob.account.integrations[slot]],
        billing_data: billing,
        notification_url: `${merchant.url}/notify`,
        redirection_url: `${merchant.url}/return?kept=1`,
        ...changes,
      }),
    submit: async (path, form) => {
      const response = await fetch(new URL(path, shop.paymob.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
      });
      const page = await response.text();
      return { location: response.headers.get('location') ?? '', page, status: response.status };
    },
    payAsBuyer: (intention, type, fields = {}) =>
      shop.submit('/unifiedcheckout/pay', {
        publicKey: shop.paymob.account.publicKey,
        clientSecret: intention.client_secret,
        integration: String(intention.payment_methods[0].integration_id),
        type,
        ...fields,
      }),
    callbacks: () =>
      merchant.received
        .filter(({ method }) => method === 'POST')
        .map(({ raw, query }) => ({ ...parse(raw), hmac: query['hmac'] }))
        .filter(({ type, obj, hmac }: Json) => hmac === shop.paymob.sign(type, obj)),
    close: async () => {
      await shop.paymob.close();
      await merchant.close();
      const before = shop.paymob.snapshot();
      const again = await startPaymobStandIn({ stateFile: options.stateFile ?? stateFile });
      await again.close();
      rmSync(folder, { recursive: true });
      expect(again.snapshot()).toEqual(before);
    },
  };
  return shop;
}

/** A body that may have been cut short. */
function parse(raw: string): Json {
  try {
    return JSON.parse(raw);
  } catch {
    return { obj: {} };
  }
}
