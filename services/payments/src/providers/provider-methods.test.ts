import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { operations, PaymentMethodType, ProviderName } from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import { demoProfile } from '@mizan/testing';
import { refundsNatively } from '../payment/charge-traits.ts';
import { createFawryAdapter } from './fawry/fawry-adapter.ts';
import { manualOffersOf } from './manual/manual-adapter.ts';
import { createPaymobAdapter } from './paymob/paymob-adapter.ts';
import type { ProviderAdapter } from './port/adapter.ts';
import type { MethodCapability } from './port/capabilities.ts';
import { createStripeAdapter } from './stripe/stripe-adapter.ts';
import { createTabbyAdapter } from './tabby/tabby-adapter.ts';
import { createTamaraAdapter } from './tamara/tamara-adapter.ts';

const source = new URL('../', import.meta.url);
const document = readFileSync(new URL('../../../../docs/provider-methods.md', import.meta.url), 'utf8');
const documented = document
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, method, provider, , , , , captures, refunds]) => [method, provider, captures, refunds]);

const url = 'http://127.0.0.1:9';
const options = { db: {} as Database, publicUrl: url }; // what a provider can do is data: nothing is queried
const connected = {
  methods: PaymentMethodType.options.map((type) => ({ type, currencies: ['EGP' as const], integration: '1' })),
  publicConfig: { authIntegration: '1' },
};
const adapters = {
  Stripe: createStripeAdapter({ ...options, apiUrl: url, scriptUrl: url }),
  Paymob: createPaymobAdapter({ ...options, pixelUrl: null, paymobUrls: { egy: url, ksa: url, are: url, omn: url } }),
  Fawry: createFawryAdapter({ ...options, fawryUrl: url }),
  Tabby: createTabbyAdapter({ ...options, tabbyUrls: { AE: url, KW: url, SA: url } }),
  Tamara: createTamaraAdapter({ ...options, tamaraUrl: url }),
} satisfies Record<Capitalize<ProviderName>, ProviderAdapter>;
const enabled = {
  ...demoProfile('acct_test'),
  manualMethods: {
    cash_on_delivery: { enabled: true },
    bank_transfer: [
      { currency: 'EGP' as const, iban: 'EG380019000500000000263180002', accountName: 'Shop', bankName: 'Bank' },
    ],
    instapay: { handle: 'shop@instapay' },
  },
};

const captures = { none: '–', single: 'once, a part or all', multiple: 'in parts' } as const;
const refunds = { none: 'returned by the merchant', full: 'in full', partial: 'in parts' } as const;
const rowOf = (provider: string, { type, ...can }: MethodCapability) => [
  `\`${type}\``,
  provider,
  captures[can.captures],
  refunds[can.refunds],
];

test('the table of methods and providers has every route of live mode, and what can be captured and refunded', () => {
  const expected = [
    ...Object.entries(adapters).flatMap(([name, adapter]) =>
      adapter.capabilities(connected).map((capability) => rowOf(name, capability)),
    ),
    ...manualOffersOf(enabled)
      .filter(({ currency }) => currency === 'EGP')
      .map(({ capability }) => rowOf('none', capability)),
  ];
  expect(documented.toSorted()).toEqual(expected.toSorted());
});

test('what a provider cannot return, the merchant does, whose refund asks the buyer', () => {
  for (const { name: provider, ...adapter } of Object.values<ProviderAdapter>(adapters))
    for (const { type, refunds } of adapter.capabilities(connected))
      expect([provider, type, refundsNatively({ provider, paymentMethod: { type } })]).toEqual([
        provider,
        type,
        refunds !== 'none',
      ]);
});

test('every method has a row, or the table says that it has no live route', () => {
  for (const type of PaymentMethodType.options) expect(document).toContain(`\`${type}\``);
});

test('every test that the table names exists', () => {
  const named = [...document.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(10);
  for (const file of named) expect([file, existsSync(new URL(file, source))]).toEqual([file, true]);
});

test('the gateway passes on the headers of callbacks that the adapters read, and no others', () => {
  const read = Object.values(adapters).flatMap(({ callbacks }) => callbacks.headers);
  expect(operations.receiveProviderCallback.forward?.toSorted()).toEqual([...new Set(read)].toSorted());
});

test('every provider is compared', () => {
  const names = Object.values<ProviderAdapter>(adapters).map(({ name }) => name);
  expect(names.toSorted()).toEqual(ProviderName.options.toSorted());
});
