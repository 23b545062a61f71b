import { expect, test } from '@jest/globals';
import { paymentMethods, type AccountProfile, type AccountSettings, type Currency } from '@mizan/contracts';
import { runMizan, type Sent } from '../../mizan.test-support.ts';
import { manualMethodsOf } from './live-methods.ts';

const account = (...codes: Currency[]) =>
  ({
    supportedCurrencies: codes.map((code) => ({ code, paymentMethodTypes: ['cash_on_delivery', 'instapay'] })),
  }) as unknown as AccountProfile;
const settings = (bankTransfers: readonly Currency[]) =>
  ({
    manualMethods: {
      cash_on_delivery: { enabled: true },
      bank_transfer: bankTransfers.map((currency) => ({ currency })),
      instapay: { handle: 'siwa@instapay' },
    },
  }) as AccountSettings;

test('manual methods are received in each currency that both the account and the method have', () => {
  expect(manualMethodsOf(settings(['SAR', 'KWD']), account('EGP', 'SAR', 'USD'))).toEqual([
    { type: 'cash_on_delivery', provider: null, currencies: ['EGP', 'SAR'] },
    { type: 'bank_transfer', provider: null, currencies: ['SAR'] },
    { type: 'instapay', provider: null, currencies: ['EGP'] },
  ]);
});

test('a method that has no currency of the account is not received', () => {
  expect(paymentMethods.cash_on_delivery.currencies).not.toContain('USD');
  expect(manualMethodsOf(settings([]), account('USD'))).toEqual([]);
});

test('settings show all that buyers read of a bank account', async () => {
  const bankAccount = { currency: 'EGP', iban: 'EG38', accountName: 'Siwa Oil', bankName: 'NBE' };
  const { manualMethods } = settings([]);
  const answer = () => ({ mail: {}, manualMethods: { ...manualMethods, bank_transfer: [bankAccount] } });
  const { out } = await runMizan(['accounts', 'settings', 'acct_1'], { answer });
  expect(out).toMatch(/^bankTransfer +EGP,EG38,Siwa Oil,NBE$/m);
});

test('a bank account that is none is refused with the word that clears the list', async () => {
  const { err, sent } = await runMizan(['accounts', 'settings', 'acct_1', '--bank-transfer', 'off']);
  expect(err).toContain(
    `mizan: --bank-transfer: "off" must be '<currency>,<IBAN>,<holder>,<bank>', or none, which clears the list.`,
  );
  expect(sent).toEqual([]);
});

test('turning on a method without an agreed fee says that it is not offered', async () => {
  const fee = { paymentMethodType: 'cash_on_delivery', currency: 'EGP', provider: null };
  const answer = ({ path }: Sent) =>
    path.endsWith('/settings')
      ? { ...settings([]), mail: {} }
      : { ...account('EGP'), id: 'acct_1', feeSchedule: [fee] };
  const { err } = await runMizan(['accounts', 'settings', 'acct_1', '--instapay', 'siwa@instapay'], { answer });
  expect(err).toMatch(/^warning: no fee is agreed in EGP for instapay, so it is not offered\. Next: .* acct_1 --terms/);
  const { err: other } = await runMizan(['accounts', 'settings', 'acct_1', '--receipts', 'on'], { answer });
  expect(other).toBe('');
});

test('a method that the terms name in another currency only needs no fee in this one, and one that they name nowhere is named as not offered', async () => {
  const terms = {
    supportedCurrencies: [
      { code: 'EGP', paymentMethodTypes: ['cash_on_delivery'] },
      { code: 'SAR', paymentMethodTypes: ['card'] },
    ],
    feeSchedule: [{ paymentMethodType: 'cash_on_delivery', currency: 'EGP', provider: null }],
  };
  const answer = ({ path }: Sent) =>
    path.endsWith('/settings') ? { ...settings([]), mail: {} } : { ...terms, id: 'acct_1' };
  const { err } = await runMizan(['accounts', 'settings', 'acct_1', '--cash-on-delivery', 'on'], { answer });
  expect(err).toBe(
    'Not offered, as supportedCurrencies in the terms of acct_1 names it in no currency that it takes: instapay.\n',
  );
});

test('where the account cannot be read afterwards, changed settings are printed, and the command succeeds', async () => {
  const answer = ({ path }: Sent) =>
    path.endsWith('/settings')
      ? { ...settings([]), mail: {} }
      : { error: { code: 'internal_error', message: 'Try again later.' } };
  const { status, out, err } = await runMizan(['accounts', 'settings', 'acct_1', '--instapay', 'siwa@instapay'], {
    answer,
  });
  expect([status, out]).toEqual([0, expect.stringMatching(/^instapay +siwa@instapay$/m)]);
  expect(err).toMatch(/^The fees of the account cannot be read now: Try again later\./);
});

test('the names of a bank account may have commas, in quotes, without which nothing is sent', async () => {
  const change = (account: string) => runMizan(['accounts', 'settings', 'acct_1', '--bank-transfer', account]);
  const line = 'EGP,EG380019000500000000263180002,"Nile ""Soap"" House, Ltd","Banque Misr, Zamalek"';
  const { sent } = await change(line.replaceAll(/,(?=[E"])/g, ', '));
  expect(sent[0]?.body).toMatchObject({
    manualMethods: {
      bank_transfer: [
        {
          currency: 'EGP',
          iban: 'EG380019000500000000263180002',
          accountName: 'Nile "Soap" House, Ltd',
          bankName: 'Banque Misr, Zamalek',
        },
      ],
    },
  });
  const refused = await change('EGP,EG38,Nile Soap House,Banque Misr, Zamalek');
  expect([refused.err, refused.sent]).toEqual([expect.stringContaining('A name with a comma needs quotes:'), []]);
});

test('the currency of a bank account is named when it is wrong', async () => {
  const line = ['accounts', 'settings', 'acct_1', '--bank-transfer', 'XXX,EG38,Siwa Oil,NBE'];
  const { err, sent } = await runMizan(line);
  expect([err, sent]).toEqual([expect.stringMatching(/^mizan: --bank-transfer: XXX is not a currency: use EGP, /), []]);
});

test('an update that changes nothing is refused', async () => {
  const { err, sent } = await runMizan(['accounts', 'update', 'acct_1']);
  expect([err, sent]).toEqual(['mizan: Say what to change, with --name or --terms, for example.\n', []]);
});
