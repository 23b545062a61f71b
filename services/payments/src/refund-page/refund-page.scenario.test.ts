import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Balance, PaymentIntent, Refund } from '@mizan/contracts';
import { withDatabase } from '@mizan/service-kit';
import { type AnyBody, eventually, launchBrowser } from '@mizan/testing';
import { mkdirSync } from 'node:fs';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { forgetTransfers } from '../refunds/transfer-details.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const iban = 'EG380019000500000000263180002';
/** A refund of 40.00 EGP that was paid at a kiosk, and waits for its buyer. */
async function waiting(): Promise<Refund> {
  const { body: intent } = await world.merchant<PaymentIntent>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'fawry', testOutcome: 'succeed', billingDetails: { email: 'mona@example.com' } },
  });
  expect(intent.status).toBe('SUCCEEDED');
  await world.confirm({ amount: 1_000_000 }); // so that the balance covers the fee
  const refund = await world.refund({
    paymentIntentId: intent.id,
    amount: 4_000,
    instructionsEmail: 'mona@example.com',
  });
  expect(refund).toMatchObject({ status: 'REQUIRES_ACTION' });
  return refund;
}
const addressOf = ({ nextAction }: Refund): string =>
  `${world.urls.payments}${new URL(nextAction?.displayDetails.url ?? '').pathname}`;
const show = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const submit = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};
const bank = { type: 'bank_transfer', holderName: 'Mona Adel', iban };
const refundOf = async (id: string) => (await world.merchant<Refund>('GET', `/refunds/${id}`)).body;
/** It grows with each event. */
const versionOf = async (id: string): Promise<number> => {
  const { rows } = await world
    .db('payments')
    .query<{ version: number }>('select version from refunds where id = $1', [id]);
  return rows[0]?.version ?? 0;
};
const availableIn = ({ available }: Pick<Balance, 'available'>): number =>
  available.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
const mark = (id: string, verb: 'mark-paid' | 'mark-failed' | 'cancel', body: object = {}) =>
  world.merchant<Refund & AnyBody>('POST', `/refunds/${id}/${verb}`, body);

describe('the page of a refund', () => {
  test('has an address that cannot be found by trying, shows amount, time and merchant, and no buyer’s data', async () => {
    const refund = await waiting();
    const url = addressOf(refund);
    const english = await show(url, { 'accept-language': 'en-GB' });
    expect(english.status).toBe(200);
    for (const said of ['EGP\u00a040.00', 'IBAN', 'InstaPay', 'Mobile wallet', refund.id])
      expect(english.text).toContain(said);
    expect(english.text).not.toContain('mona@example.com');
    expect((await show(`${url}?locale=ar`)).text).toMatch(/<html lang="ar" dir="rtl">[\s\S]*حساب بنكي/);
    for (const other of [url.slice(0, -1), `${url}x`, url.replace(/-.*$/, `-${'0'.repeat(22)}`)])
      expect((await show(other)).status).toBe(404);
    const policy = english.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(english.text).not.toMatch(/<script|\son\w+=/i);
  });

  test.each([
    ['an IBAN with a wrong check digit', { ...bank, iban: 'EG390019000500000000263180002' }, 'not a valid IBAN'],
    ['no IBAN', { ...bank, iban: ' ' }, 'Enter the IBAN'],
    ['no name', { ...bank, holderName: '' }, 'Enter the name'],
    ['a landline', { type: 'wallet', holderName: 'Mona', phone: '0223456789' }, 'Egyptian mobile'],
    ['a foreign number', { type: 'wallet', holderName: 'Mona', phone: '+971500000001' }, 'Egyptian mobile'],
    ['a handle that is none', { type: 'instapay', holderName: 'Mona', handle: 'mona' }, 'InstaPay address'],
    ['an outlet that is none', { type: 'kiosk', holderName: 'Mona', kiosk: 'other' }, 'Choose an outlet'],
    ['markup', { ...bank, iban: '"><script>alert(1)</script>' }, 'not a valid IBAN'],
  ])('says what is wrong with %s, keeps what was typed, and changes nothing', async (_, fields, message) => {
    const refund = await waiting();
    const { status, text } = await submit(addressOf(refund), fields);
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).not.toContain('<script>');
    expect((await refundOf(refund.id)).status).toBe('REQUIRES_ACTION');
  });

  test.each([
    [
      { ...bank, iban: 'eg38 0019 0005 0000 0000 2631 8000 2' },
      { type: 'bank_transfer', iban },
    ],
    [
      { ...bank, iban: 'EG٣٨ ٠٠١٩ ٠٠٠٥ ٠٠٠٠ ٠٠٠٠ ٢٦٣١ ٨٠٠٠ ٢' },
      { type: 'bank_transfer', iban },
    ],
    [
      { type: 'wallet', holderName: 'Mona Adel', phone: '0100 123 4567' },
      { type: 'wallet', phone: '+201001234567' },
    ],
    [
      { type: 'instapay', holderName: 'Mona Adel', handle: 'Mona@InstaPay' },
      { type: 'instapay', handle: 'mona@instapay' },
    ],
    [
      { type: 'kiosk', holderName: 'Mona Adel', kiosk: 'aman' },
      { type: 'kiosk', kiosk: 'aman' },
    ],
  ])('takes %j, and the refund is pending with where it goes', async (fields, transferTo) => {
    const refund = await waiting();
    const sent = await submit(addressOf(refund), fields);
    expect([sent.status, sent.location]).toEqual([303, refund.nextAction?.displayDetails.url]);
    expect(await refundOf(refund.id)).toMatchObject({
      status: 'PENDING',
      transferTo: { ...transferTo, holderName: 'Mona Adel' },
    });
    expect((await show(addressOf(refund))).text).toContain('Your details have arrived');
  });

  test('keeps the first answer of two, also when they come together', async () => {
    const refund = await waiting();
    const url = addressOf(refund);
    const before = await versionOf(refund.id);
    await Promise.all(Array.from({ length: 10 }, () => submit(url, bank)));
    await submit(url, { type: 'instapay', holderName: 'Thief', handle: 'thief@instapay' });
    expect((await refundOf(refund.id)).transferTo).toMatchObject({ holderName: 'Mona Adel', iban });
    expect(await versionOf(refund.id)).toBe(before + 1);
  });

  test('is over once the time is, and the amount is credited by the clock', async () => {
    const refund = await waiting();
    await world
      .db('payments')
      .query(`update refunds set action_expires_at = now(), next_sync_at = now() where id = $1`, [refund.id]);
    await submit(addressOf(refund), bank);
    await eventually(async () => expect((await refundOf(refund.id)).status).toBe('FAILED'));
    expect(await refundOf(refund.id)).not.toHaveProperty('transferTo');
    expect((await show(addressOf(refund))).text).toContain('This refund is over');
    expect(await world.findings()).toEqual([]);
  });

  test('cannot be used after the merchant has canceled the refund', async () => {
    const refund = await waiting();
    expect((await mark(refund.id, 'cancel')).status).toBe(200);
    await submit(addressOf(refund), bank);
    expect(await refundOf(refund.id)).toMatchObject({ status: 'CANCELED' });
    expect(await world.findings()).toEqual([]);
  });
});

describe('what the buyer has entered', () => {
  test('is sealed, and in no list, event or log', async () => {
    const refund = await waiting();
    await submit(addressOf(refund), bank);
    const list = await world.merchant<object>('GET', '/refunds?limit=5');
    expect(JSON.stringify(list.body)).not.toContain(iban);
    const tables = ['refunds', 'refund_details', 'outbox', 'charges', 'payment_intents'];
    for (const table of tables) {
      const { rows } = await world.db('payments').query(`select ${table}::text as text from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(iban);
    }
  });
  test('and the address of the page is in no event', async () => {
    const refund = await waiting();
    const token = new URL(refund.nextAction?.displayDetails.url ?? '').pathname.split('/').at(-1) ?? '';
    const { rows } = await world.db('payments').query(`select outbox::text as text from outbox`);
    expect(JSON.stringify(rows)).toContain(refund.id);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
  test('is another merchant’s never', async () => {
    const refund = await waiting();
    await submit(addressOf(refund), bank);
    const other = world.merchantClient('payments', { merchantId: 'acct_other', livemode: false });
    expect((await other('GET', `/refunds/${refund.id}`)).status).toBe(404);
  });
  test('is deleted 90 days after the refund has ended, and not before', async () => {
    const refund = await waiting();
    await submit(addressOf(refund), bank);
    await mark(refund.id, 'mark-paid');
    const forget = async (days: number) => {
      await world
        .db('payments')
        .query(`update refunds set updated_at = now() - $2 * interval '1 day' where id = $1`, [refund.id, days]);
      await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => forgetTransfers({ db }));
      return (await refundOf(refund.id)).transferTo;
    };
    expect(await forget(89)).toMatchObject({ iban });
    expect(await forget(91)).toBeUndefined();
  });
});

describe('the merchant', () => {
  test.each([
    [
      bank,
      'bankTransfer',
      { type: 'bank_transfer', bankTransfer: { reference: 'FT-1', referenceStatus: 'available' } },
    ],
    [
      { type: 'wallet', holderName: 'Mona', phone: '01001234567' },
      'wallet',
      { type: 'wallet', wallet: { reference: 'FT-1' } },
    ],
    [
      { type: 'kiosk', holderName: 'Mona', kiosk: 'fawry' },
      'kiosk',
      { type: 'kiosk', kiosk: { reference: 'FT-1', provider: 'fawry' } },
    ],
  ])('reports that the money was sent as %j, with its reference', async (fields, _, destinationDetails) => {
    const refund = await waiting();
    await submit(addressOf(refund), fields);
    const { status, body } = await mark(refund.id, 'mark-paid', { reference: 'FT-1' });
    expect([status, body]).toMatchObject([200, { status: 'SUCCEEDED', destinationDetails }]);
    expect((await show(addressOf(refund))).text).toContain('The money was sent');
    expect((await mark(refund.id, 'mark-failed', { failureReason: 'unknown' })).status).toBe(409);
    expect(await world.findings()).toEqual([]);
  });
  test('reports that the merchant has sent it: the amount is credited, once, because the provider has returned nothing', async () => {
    const refund = await waiting();
    await submit(addressOf(refund), bank);
    const before = await world.balance();
    expect((await mark(refund.id, 'mark-paid', { reference: 'FT-2' })).body.status).toBe('SUCCEEDED');
    expect((await mark(refund.id, 'mark-paid')).status).toBe(409);
    const failing = `/test-helpers/refunds/${refund.id}/simulate`;
    expect((await world.merchant('POST', failing, { outcome: 'fail' })).status).toBe(409);
    expect(availableIn(await world.balance()) - availableIn(before)).toBe(4_000);
    const { body } = await world.merchant<{ data: object[] }>('GET', `/balance-transactions?sourceId=${refund.id}`);
    expect(body.data).toMatchObject([
      {
        type: 'adjustment',
        gross: 4_000,
        fee: 0,
        source: { type: 'refund' },
        description: 'Refund that you have sent yourself',
      },
      { type: 'refund', gross: -4_000 },
    ]);
    const failed = world.db('payments').query(`update refunds set status = 'FAILED' where id = $1`, [refund.id]);
    await expect(failed).rejects.toMatchObject({ constraint: 'refunds_reimbursed' }); // it would be credited twice
    expect(await world.findings()).toEqual([]);
  });
  test('reports that it could not be sent, and the amount is credited', async () => {
    const refund = await waiting();
    await submit(addressOf(refund), bank);
    const before = await world.balance();
    const { body } = await mark(refund.id, 'mark-failed', { failureReason: 'unknown' });
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'unknown' });
    expect(availableIn(await world.balance()) - availableIn(before)).toBe(4_000);
    expect(await world.findings()).toEqual([]);
  });
  test('and the buyer, the clock and a cancellation at the same time: exactly one end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const refund = await waiting();
      await Promise.all([
        submit(addressOf(refund), bank),
        mark(refund.id, 'mark-paid'),
        mark(refund.id, 'cancel'),
        mark(refund.id, 'mark-failed', { failureReason: 'unknown' }),
      ]);
      expect(['SUCCEEDED', 'CANCELED', 'FAILED']).toContain((await refundOf(refund.id)).status);
    }
    expect(await world.findings()).toEqual([]);
  });
});

test('a process killed while it records the details leaves the refund as it was, and the buyer sends them again', async () => {
  const refund = await waiting();
  const url = addressOf(refund);
  const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: 'refunds.details' });
  await submit(url, bank).catch(() => undefined);
  expect(await service.ended).toBe('killed by SIGKILL');
  await world.replica('payments').stop();
  await world.replica('payments').start();
  expect(await refundOf(refund.id)).toMatchObject({ status: 'REQUIRES_ACTION' });
  expect(await refundOf(refund.id)).not.toHaveProperty('transferTo');
  await submit(url, bank);
  expect(await refundOf(refund.id)).toMatchObject({ status: 'PENDING', transferTo: { iban } });
  expect(await world.findings()).toEqual([]);
});

test('the form works in a browser without a script, on a phone and in both languages', async () => {
  const browser = await launchBrowser();
  const folder = process.env['MIZAN_SCREENSHOTS'];
  if (folder) mkdirSync(folder, { recursive: true });
  try {
    for (const [locale, colorScheme, width] of [
      ['en', 'light', 360],
      ['ar', 'dark', 1024],
    ] as const) {
      const refund = await waiting();
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      const picture = async (name: string) =>
        folder && (await page.screenshot({ path: `${folder}/refund-${name}-${locale}.png`, fullPage: true }));
      await page.goto(`${addressOf(refund)}?locale=${locale}`);
      expect(await page.locator('[name=iban]').isVisible()).toBe(true);
      expect(await page.locator('[name=handle]').isVisible()).toBe(false);
      await picture('form');
      await page.check('[value=instapay]');
      expect(await page.locator('[name=iban]').isVisible()).toBe(false);
      await page.fill('[name=handle]', 'mona');
      await page.click('button');
      await page.locator('.notice').waitFor();
      expect(await page.inputValue('[name=handle]')).toBe('mona');
      await picture('errors');
      await page.fill('[name=handle]', 'mona@instapay');
      await page.fill('[name=holderName]', 'منى عادل');
      await page.click('button');
      await eventually(async () => expect((await refundOf(refund.id)).status).toBe('PENDING'));
      await page.goto(`${addressOf(refund)}?locale=${locale}`); // the gateway's address is not here
      await page.locator('.ended').waitFor();
      expect((await refundOf(refund.id)).transferTo).toMatchObject({ handle: 'mona@instapay', holderName: 'منى عادل' });
      await picture('received');
      await context.close();
    }
  } finally {
    await browser.close();
  }
}, 120_000);
