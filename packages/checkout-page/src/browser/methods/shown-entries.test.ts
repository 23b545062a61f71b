import { expect, test } from '@jest/globals';
import type { WalletEntry } from '@mizan/contracts';
import { shownEntries } from './shown-entries.ts';

const cardEntry = { provider: 'stripe', publishableKey: 'pk_live_1', scriptUrl: 'https://js.example/' } as const;
const wallet = (type: WalletEntry['type']): WalletEntry => ({ ...cardEntry, type });
const rendered = { cardEntry, walletEntries: [wallet('apple_pay'), wallet('google_pay')] };

test('a page keeps what it was rendered with, also while it is not known who takes the payment', () => {
  expect(shownEntries(rendered, rendered)).toEqual(rendered);
  expect(shownEntries({}, rendered)).toEqual(rendered);
});

test('a page that was rendered for a provider’s field shows none once the card is entered on a provider’s page', () => {
  const now = { cardOnProviderPage: true, walletEntries: [wallet('google_pay')] };
  expect(shownEntries(now, rendered)).toEqual({ cardEntry: undefined, walletEntries: [wallet('google_pay')] });
  expect(shownEntries({ cardEntry }, rendered)).toEqual({ cardEntry, walletEntries: undefined });
});

test('a page never shows a field that it was not rendered for: its policy does not allow it', () => {
  expect(shownEntries(rendered, {})).toMatchObject({ cardEntry: undefined, walletEntries: undefined });
});

test('a page that was rendered for a provider’s page still offers the card once a provider with a field takes it', () => {
  expect(shownEntries({ cardEntry }, { cardOnProviderPage: true })).toEqual({
    ...{ cardEntry: undefined, cardOnProviderPage: true, walletEntries: undefined },
  });
});
