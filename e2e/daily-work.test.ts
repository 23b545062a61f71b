import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiKeyWithSecret, Customer, Dispute, PaymentIntent, PaymentLink, Refund } from '@mizan/contracts';
import { eventually, scaleTimeout } from '@mizan/testing';
import { readExamples } from './guide-examples.test-support.ts';
import { mizanCommand, nowhere, type Outcome } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

const guide = readFileSync(new URL('../docs/guides/daily-work.md', import.meta.url), 'utf8');
const lines = readExamples(guide)
  .flat()
  .flatMap(({ text }) => text.split('\n'))
  .filter((line) => line.startsWith('mizan '));

const pay = (paymentMethod: object) =>
  shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 30_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/',
    paymentMethod,
  });
const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2049, cvc: '123' } });

/** What the guide's placeholders stand for: what a shop has on a working day. */
async function openRecords() {
  const [paid, voucher, returned, transfer, disputed] = [
    await pay(card('4242424242424242')),
    await pay({ type: 'fawry', testOutcome: 'succeed' }),
    await pay({ type: 'fawry', testOutcome: 'succeed' }),
    await pay({ type: 'bank_transfer' }),
    await pay(card('4000000000000259')),
  ];
  const refund = await shop.expect<Refund>(201, 'POST', '/refunds', {
    paymentIntentId: returned.id,
    instructionsEmail: 'mona@example.com',
  });
  const body = new URLSearchParams({ type: 'instapay', holderName: 'Mona Adel', handle: 'mona@instapay' });
  const page = refund.nextAction?.displayDetails.url ?? '';
  expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  const link = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
    lineItems: [{ priceData: { currency: 'EGP', unitAmount: 18_000, productData: { name: 'Soap' } }, quantity: 1 }],
  });
  const customer = await shop.expect<Customer>(201, 'POST', '/customers', { name: 'Mona', email: 'mona@example.com' });
  const dispute = await eventually(async () => {
    const { data } = await shop.expect<{ data: Dispute[] }>(200, 'GET', `/disputes?paymentIntentId=${disputed.id}`);
    expect(data).toHaveLength(1);
    return data[0] as Dispute;
  });
  return (line: string) =>
    line
      .replace('9QB2-PCDZ-X8X7', transfer.latestCharge?.paymentMethodDetails?.bankTransfer?.reference ?? 'none')
      .replace('pi_…', line.includes('mark-paid') ? transfer.id : line.includes('--email') ? voucher.id : paid.id)
      .replace('re_…', refund.id)
      .replace('dp_…', dispute.id)
      .replace('plink_…', link.id)
      .replace('cus_…', customer.id);
}

/** What the key of the guide needs besides for promotion codes, in the guide's words. */
const [, permissionsForCodes = ''] = /also needs `([A-Z_ ]+)`/.exec(guide) ?? [];

test(
  'every command of the guide succeeds in its order with a key that has the permissions it names',
  async () => {
    const fill = await openRecords();
    const [create = '', ...others] = lines;
    const { env, cwd } = nowhere({ MIZAN_BASE_URL: shop.world.gatewayUrl });
    writeFileSync(join(cwd, 'receipt.pdf'), '%PDF-1.7\n%%EOF\n');
    const run = (line: string, key: string) =>
      new Promise<Outcome>((resolve) => {
        const command = `mizan() { "${process.execPath}" "${mizanCommand}" "$@"; }\n${line}`;
        execFile('bash', ['-euc', command], { cwd, env: { ...env, MIZAN_KEY: key } }, (failure, out, err) =>
          resolve({ status: failure ? Number(failure.code) : 0, out, err }),
        );
      });

    const createKey = async (line: string) => {
      const created = await run(line.replace('mizan', 'mizan --json'), shop.world.accounts.keys.testSecret);
      return (JSON.parse(created.out) as ApiKeyWithSecret).secret;
    };
    const secret = await createKey(create);
    const secretForCodes = await createKey(`${create} ${permissionsForCodes}`);
    const isOfCodes = (line: string) => /^mizan codes /.test(line);
    for (const line of others) {
      const { status, err } = await run(fill(line), isOfCodes(line) ? secretForCodes : secret);
      expect([line, status, status === 0 ? '' : err]).toEqual([line, 0, '']);
    }
    const refused = others.filter(isOfCodes).map(async (line) => (await run(fill(line), secret)).status);
    expect(new Set(await Promise.all(refused))).toEqual(new Set([1]));
    expect(others.length).toBeGreaterThan(20);
    const found = await run('mizan reports balance --from 2026-01-01 --to 2100-01-01', secret);
    expect(found.out).toContain(',refund,');
  },
  scaleTimeout(300_000),
);
