import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  Balance,
  BankAccount,
  ConfirmedCheckout,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentLink,
  Payout,
  Refund,
} from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { runMizan, runMizanInTerminal, readWithMizan } from './mizan.test-support.ts';
import { card, cards, startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }));
});
afterAll(() => shop.world.stop());

const env = () => ({ MIZAN_BASE_URL: shop.world.gatewayUrl, MIZAN_KEY: shop.world.accounts.keys.testSecret });
const mizan = (...args: string[]) => runMizan(args, env());
const answering = (answer: string, ...args: string[]) => runMizanInTerminal(args, { answer, env: env() });
const read = <Body>(...args: string[]) => readWithMizan<Body>(args, env());
const pay = (more: object = {}) =>
  shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 30_000,
    currency: 'EGP',
    confirm: true,
    paymentMethod: { id: 'pm_test_card_succeed' },
    ...more,
  });
const transfer = () => pay({ returnUrl: 'https://shop.example/', paymentMethod: { type: 'bank_transfer' } });

describe('names that buyers enter', () => {
  const name = 'Ev\u001b[31mil\u001b]0;pwn\u0007\u009b2J\u202e\nMona';

  test('cannot control the terminal in records, tables, CSV and JSON, or in the message of an error', async () => {
    const { id } = await shop.expect<Customer>(201, 'POST', '/customers', { name, email: 'evil@example.com' });
    const shown = await mizan('customers', 'show', id);
    expect(shown.out).toMatch(/^name +Ev\ufffd\[31mil\ufffd\]0;pwn\ufffd\ufffd2J\ufffd Mona$/m);
    const outputs = [
      shown,
      await mizan('customers', 'list', '--search', 'evil@'),
      await mizan('customers', 'list', '--search', 'evil@', '--csv'),
      await mizan('--json', 'customers', 'show', id),
      await mizan('trigger', 'product.created', '--set', `${name}=1`),
      await mizan('customers', 'list', '--type', name),
    ];
    for (const { out, err } of outputs) {
      expect(out + err).toContain('Ev');
      // eslint-disable-next-line no-control-regex -- these are what must not be printed
      expect(out + err).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
    expect((await read<Customer>('customers', 'show', id)).name).toBe(name);
  });
});

describe('finding payments', () => {
  test('by amount in major units of one currency, by today, and by a status in lower case', async () => {
    const { id } = await pay({ amount: 77_750 });
    await pay({ amount: 77_750, currency: 'USD' });
    const filters = ['--amount', '777.50', '--date', 'today', '--status', 'succeeded'];
    expect(await read('payments', 'list', ...filters, '--timezone', 'Africa/Cairo')).toMatchObject([{ id }]);
    expect(await read('payments', 'list', '--amount', 'bt:777,778', '--limit', '1')).toMatchObject([{ id }]);
    expect(await read('payments', 'list', '--amount', 'gt:777.50')).toEqual([]);
    expect(await read('payments', 'list', '--date', 'yesterday')).toEqual([]);
    await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '1d' });
    const later = await read<PaymentIntent[]>('payments', 'list', '--date', 'yesterday');
    expect(later.map((payment) => payment.id)).toContain(id);
    expect(await read('payments', 'list', '--date', 'today')).toEqual([]);
  });

  test.each([
    [
      ['payments', 'list', '--customer', 'mona@example.com'],
      '`mona@example.com` is not a customer ID (cus_…). Find it with mizan customers list --search.',
    ],
    [
      ['refunds', 'list', '--payment', 're_1'],
      'mizan: --payment: `re_1` is not a payment: use pi_…, ch_…, cs_… or the number of a receipt',
    ],
    [['events', 'list', '--object', 'mona'], '`mona` is not the ID of an object'],
    [
      ['payments', 'list', '--date', 'tomorrow'],
      '`tomorrow` is not a day or period. Use today, yesterday, 2026-12-01, bt:2026-12-01,2026-12-31 or last:7,days.',
    ],
    [['payments', 'show', 'mona'], 'mizan: `mona` is not a payment: use pi_…, ch_…, cs_…, the number of a receipt'],
    [['payments', 'show', 'cs_test_none'], 'No payment was started in cs_test_none, or there is no such checkout.'],
    [['payments', 'list', '--email', 'unknown@example.com'], 'No customer has this email.'],
    [['payments', 'list', '--amount', 'ten'], 'ten is not an amount in EGP'],
    [['events', 'list', '--type', 'payment.succeeded'], 'Did you mean payment_intent.succeeded?'],
  ])('%j is refused instead of finding nothing', async (args, message) => {
    const { status, out, err } = await mizan(...args);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });
});

describe('finding a payment by what its buyer holds', () => {
  test('by the number of its receipt, and by its checkout', async () => {
    const { id, latestCharge } = await pay();
    const number = await eventually(async () => {
      const [found] = /R-\d{4}-\d{6,}/.exec(await (await fetch(latestCharge?.receiptUrl ?? '')).text()) ?? [];
      expect(found).toBeDefined();
      return found ?? '';
    });
    expect(await read('payments', 'show', number.toLowerCase())).toMatchObject({ id });
    const unknown = await mizan('payments', 'show', 'R-1999-000001');
    expect([unknown.status, unknown.err]).toEqual([1, 'mizan: No payment has the receipt R-1999-000001.\n']);
    const { session, intentId } = await shop.buy(5_000);
    expect(await read('payments', 'show', session.id)).toMatchObject({ id: intentId });
  });

  test('by its charge, and all of the customer with an email address, in any case', async () => {
    const customer = await shop.expect<Customer>(201, 'POST', '/customers', { email: 'salma@example.com' });
    await shop.expect(201, 'POST', '/customers', { email: 'not-salma@example.com' });
    const { id, latestCharge } = await pay({ customerId: customer.id });
    expect(await read('payments', 'show', latestCharge?.id ?? 'none')).toMatchObject({ id });
    expect(await read('payments', 'list', '--email', 'Salma@Example.com')).toMatchObject([{ id }]);
  });

  test('by the order number of the shop, which the JSON of a list has among the metadata', async () => {
    const { id } = await pay({ metadata: { order: '1042' } });
    const listed = await read<PaymentIntent[]>('payments', 'list', '--date', 'today');
    expect(listed.filter(({ metadata }) => metadata?.['order'] === '1042').map((each) => each.id)).toEqual([id]);
  });

  test('times are those of --timezone, which is named; CSV and JSON stay in UTC', async () => {
    const { id, createdAt } = await pay();
    const inCairo = new Date(Date.parse(createdAt) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const zone = ['--timezone', 'Etc/GMT-3'];
    const { out } = await mizan('payments', 'list', ...zone);
    expect(out).toMatch(/^id +createdAt \(Etc\/GMT-3\) +status/);
    expect(out).toContain(`${id}  ${inCairo} `);
    expect((await mizan('payments', 'show', id, ...zone)).out).toMatch(
      new RegExp(`^createdAt +${inCairo} \\(Etc/GMT-3\\)$`, 'm'),
    );
    expect((await mizan('payments', 'list', ...zone, '--csv')).out).toContain(`${id},${createdAt},`);
  });
});

test('a list is complete in a pipe, as CSV and as JSON, however many pages it has', async () => {
  for (let i = 0; i < 101; i++)
    await shop.expect(201, 'POST', '/payment-intents', { amount: 100 + i, currency: 'USD' });
  const ids = (await read<PaymentIntent[]>('payments', 'list')).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(101);
  expect(new Set(ids).size).toBe(ids.length);
  for (const format of [[], ['--csv'], ['--all']]) {
    const { out } = await mizan('payments', 'list', ...format);
    expect(out.match(/^pi_\w+/gm)).toEqual(ids);
  }
  expect(await read('payments', 'list', '--limit', '101')).toHaveLength(101);
});

describe('payments and refunds that staff handle themselves', () => {
  test('a transfer is received, and returned to where the buyer wants the money', async () => {
    const { id } = await transfer();
    const tooMuch = await mizan('payments', 'mark-paid', id, '--amount', '300.01');
    expect(tooMuch.err).toContain('--amount must be from EGP 0.01 to EGP 300.00');
    const paid = await read<PaymentIntent>('payments', 'mark-paid', id, '--reference', 'Transfer 4711');
    expect(paid).toMatchObject({ status: 'SUCCEEDED', amountReceived: 30_000 });
    const receipt = paid.latestCharge?.receiptUrl ?? 'none';
    expect((await mizan('payments', 'show', id)).out).toMatch(/^receipt +http\S+\/receipts\/ch_\S+$/m);

    await pay({ amount: 1_000_000 }); // so that the balance covers the fees
    const refund = await read<Refund>('refunds', 'create', id, '--email', 'mona@example.com');
    const page = refund.nextAction?.displayDetails.url ?? '';
    const form = new URLSearchParams({ type: 'instapay', holderName: 'Mona Adel', handle: 'mona@instapay' });
    expect((await fetch(page, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    const { out } = await mizan('refunds', 'show', refund.id);
    expect(out).toMatch(/^send to +instapay, mona@instapay, Mona Adel\npaid with +Bank transfer$/m);
    expect(out).toContain(receipt);
    const returned = await read<Refund>('refunds', 'mark-paid', refund.id, '--reference', 'Transfer 4712');
    expect(returned.status).toBe('SUCCEEDED');
    expect((await mizan('refunds', 'show', refund.id)).out).toMatch(
      /^sent to +instapay, mona@instapay, Mona Adel\nreference +Transfer 4712$/m,
    );
  });

  test('of a transfer that comes in parts, each receipt is shown, and what is missing', async () => {
    const { id } = await transfer();
    await read('payments', 'mark-paid', id, '--amount', '100', '--reference', 'T1');
    await read('payments', 'mark-paid', id, '--amount', '50');
    const { out } = await mizan('payments', 'show', id);
    expect(out).toMatch(/^status +PROCESSING$/m);
    expect(out).toMatch(
      /^amountReceived +150\.00\namountMissing +150\.00\nreceived +EGP 100\.00 on \S+, T1; EGP 50\.00 on \S+$/m,
    );
    await read('payments', 'mark-paid', id);
    expect((await mizan('payments', 'show', id)).out).toMatch(/^amountReceived +300\.00\nreceived +EGP 100\.00/m);
  });

  test('in a terminal, nothing is recorded before a person has confirmed the sum', async () => {
    const { id } = await transfer();
    await read('payments', 'mark-paid', id, '--amount', '100');
    const refused = await answering('n', 'payments', 'mark-paid', id);
    expect(refused.out).toContain(`Record EGP 200.00 as received from the buyer of ${id} (Bank transfer)? [y/N] `);
    expect([refused.status, refused.out]).toEqual([1, expect.stringContaining('mizan: Nothing was done.')]);
    expect((await mizan('payments', 'show', id)).out).toMatch(/^amountMissing +200\.00$/m);
    const unasked = await answering('n', 'payments', 'mark-paid', id, '--amount', '50', '-y');
    expect([unasked.status, unasked.out]).toEqual([0, expect.not.stringContaining('[y/N]')]);
    const other = await transfer();
    const failed = await answering('y', 'payments', 'mark-failed', other.id);
    expect(failed.out).toContain('Record that EGP 300.00 from the buyer');
    expect([failed.status, failed.out]).toEqual([0, expect.stringContaining('REQUIRES_PAYMENT_METHOD')]);
    const late = await answering('y', 'payments', 'mark-paid', other.id);
    expect(late.out).toContain('This payment has failed. Record EGP 300.00 that came late from the buyer');
    expect([late.status, late.out]).toEqual([0, expect.stringContaining('SUCCEEDED')]);
  });

  test('a refund that is recorded before its buyer has said where to says so, and one is canceled', async () => {
    const { id } = await transfer();
    await read('payments', 'mark-paid', id);
    const create = ['refunds', 'create', id, '--email', 'mona@example.com', '--amount'];
    const [first, second] = [await read<Refund>(...create, '10'), await read<Refund>(...create, '20')];
    const refused = await answering('n', 'refunds', 'mark-paid', first.id);
    expect(refused.out).toContain(
      'The buyer has not entered yet where to send the money. Record EGP 10.00 as returned, for',
    );
    const { status, err } = await mizan('refunds', 'mark-paid', first.id, '--reference', 'VF 99', '--yes');
    expect([status, err]).toEqual([0, expect.stringContaining('It is recorded as returned anyway.')]);
    expect((await mizan('refunds', 'show', first.id)).out).toMatch(/^reference +VF 99$/m);
    const canceled = await answering('y', '--json', 'refunds', 'cancel', second.id);
    expect(canceled.out).toContain('Cancel the refund of EGP 20.00, for the payment of');
    expect(await read('refunds', 'show', second.id)).toMatchObject({ status: 'CANCELED' });
  });

  test('a refund of a payment that does not exist says so, without asking for a confirmation', async () => {
    const { status, out } = await answering('y', 'refunds', 'create', 'pi_0000000000000000000000');
    expect([status, out]).toEqual([1, expect.stringContaining('resource_missing')]);
    expect(out).not.toContain('[y/N]');
  });

  test('a link ends at a time and after a number of payments, and is deactivated once that is confirmed', async () => {
    const limits = ['--expires-at', '2999-12-31T18:00Z', '--max-payments', '3'];
    const link = await read<PaymentLink>('links', 'create', '--name', 'Oil', '--amount', '249.5', ...limits);
    expect(link).toMatchObject({ expiresAt: '2999-12-31T18:00:00.000Z', maxCompletions: 3 });
    expect((await mizan('links', 'show', link.id)).out).toMatch(/^maxPayments +3$/m);
    const { status, out } = await answering('n', 'links', 'deactivate', link.id);
    expect(status).toBe(1);
    expect(out).toContain('Deactivate the link for 1 × Oil, EGP 249.50?');
    expect(await read('links', 'show', link.id)).toMatchObject({ active: true });
  });

  test('a chat order is found from its link to its payment and back, and its link is used up', async () => {
    const created = ['--name', 'Chat order 1042: soap', '--amount', '180', '--max-payments', '1'];
    const link = await read<PaymentLink>('links', 'create', ...created);
    expect((await mizan('links', 'show', link.id)).out).toMatch(/^payments +0$/m);
    expect(await read('payments', 'list', '--link', link.id)).toEqual([]);
    const path = `/client/checkout/${new URL(link.url).pathname.split('/').at(-1)}/confirm`;
    const body = { paymentMethod: card(cards.good), expectedAmountTotal: 18_000 };
    const { checkoutSession: bought } = (await shop.world.api<ConfirmedCheckout>('POST', path, body, { key: null }))
      .body;

    const [payment] = await read<PaymentIntent[]>('payments', 'list', '--link', link.id);
    expect(payment).toMatchObject({ amount: 18_000, status: 'SUCCEEDED', checkoutSessionId: bought.id });
    await read('refunds', 'create', payment?.id ?? '', '--amount', '50');
    const { out } = await mizan('payments', 'show', payment?.id ?? '');
    expect(out).toMatch(new RegExp(`^link +${link.id}$`, 'm'));
    expect(out).toMatch(/^items +1 × Chat order 1042: soap$/m);
    expect(out).toMatch(/^refunds +re_\w+ EGP 50\.00 SUCCEEDED$/m);
    const shown = await mizan('links', 'show', link.id);
    expect(shown.out).toMatch(/^payments +1$/m);
    expect(shown.out).toContain('\nUsed up: maxPayments is reached');
  });

  test('a transfer that never comes, and a refund that could not be returned, are recorded as failed', async () => {
    expect(await read('payments', 'mark-failed', (await transfer()).id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
    });
    const { id } = await transfer();
    await read('payments', 'mark-paid', id);
    const refund = await read<Refund>('refunds', 'create', id, '--email', 'mona@example.com');
    expect(await read('refunds', 'mark-failed', refund.id, '--reason', 'unknown')).toMatchObject({
      status: 'FAILED',
      failureReason: 'unknown',
    });
  });

  test('a refund says to which card and buyer it goes, and refuses more than is left in major units', async () => {
    const customer = await shop.expect<Customer>(201, 'POST', '/customers', { name: 'Mona', phone: '+201001234567' });
    const { id } = await pay({ customerId: customer.id });
    const refused = await mizan('refunds', 'create', id, '--amount', '1000');
    expect([refused.status, refused.err]).toEqual([
      1,
      'mizan: At most EGP 300.00 is left to refund; you asked for EGP 1,000.00.\n',
    ]);
    const { out } = await mizan('refunds', 'create', id, '--amount', '50');
    expect(out).toMatch(/^paid with +Visa •••• 4242\nbuyer +Mona$/m);
    const left = await mizan('refunds', 'create', id, '--amount', '250.01');
    expect(left.err).toContain('At most EGP 250.00 is left');
  });

  test('the total of a link that is too high is named in major units', async () => {
    const { err } = await mizan('links', 'create', '--name', 'Oil', '--amount', '99999999');
    expect(err).toMatch(/The total of EGP 99,999,999\.00 is above the maximum .* from EGP 1\.00 to EGP /);
  });
});

describe('mizan disputes with the key of a merchant', () => {
  const disputed = async () => {
    const { id } = await pay({
      paymentMethod: {
        type: 'card',
        card: { number: '4000000000000259', expMonth: 12, expYear: 2049, cvc: '123' },
      },
    });
    return eventually(async () => {
      const [dispute] = await read<Dispute[]>('disputes', 'list', '--payment', id);
      expect(dispute).toMatchObject({ status: 'NEEDS_RESPONSE' });
      return dispute as Dispute;
    });
  };

  test('evidence and its files are added and removed, shown, and submitted', async () => {
    const { id } = await disputed();
    const pdf = join(mkdtempSync(join(tmpdir(), 'mizan-evidence-')), 'receipt.pdf');
    writeFileSync(pdf, '%PDF-1.7\n%%EOF\n');
    const texts = ['--text', 'Delivered on 3 May', '--shipping-carrier', 'Aramex', '--customer-name', 'Mona'];
    const first = await read<Dispute>('disputes', 'update', id, ...texts, '--file', pdf);
    const [file = ''] = first.evidence.files;
    const second = await read<Dispute>('disputes', 'update', id, '--file', pdf, '--customer-name', '');
    expect(second.evidence.files).toEqual([file, expect.stringMatching(/^file_/)]);
    expect(second.evidence).toMatchObject({ customerName: null, shippingCarrier: 'Aramex' });
    const third = await read<Dispute>('disputes', 'update', id, '--remove-file', file);
    expect(third.evidence.files).toEqual(second.evidence.files.slice(1));
    const shown = await mizan('disputes', 'show', id);
    expect(shown.out).toMatch(/^amount +300\.00$/m);
    expect(shown.out).toMatch(/^text +Delivered on 3 May$/m);
    expect(shown.out).toMatch(/^buyer +–$/m);
    const listed = await mizan('disputes', 'list');
    expect(listed.out).toMatch(new RegExp(`^${id} +${first.paymentIntentId} +300\\.00`, 'm'));
    const missing = await mizan('disputes', 'update', id, '--file', 'nowhere.pdf');
    expect(missing.err).toBe('mizan: No such file: nowhere.pdf\n');
    expect(await read('disputes', 'submit', id)).toMatchObject({ status: 'UNDER_REVIEW' });
  });

  test('one is accepted, and another kind of file is refused', async () => {
    const { id } = await disputed();
    const refused = await mizan('disputes', 'update', id, '--file', 'evidence.txt');
    expect(refused.err).toContain('evidence.txt cannot be evidence');
    expect(await read('disputes', 'accept', id)).toMatchObject({ status: 'LOST' });
  });

  test('the operator, who has both credentials, lists the live ones of all accounts', async () => {
    const { id } = await disputed();
    const token = ['--operator-token', operatorToken];
    expect((await mizan(...token, 'disputes', 'list')).out).toContain(id);
    expect((await mizan(...token, 'disputes', 'list', '--operator')).out).toBe('none\n');
    expect((await mizan(...token, 'payouts', 'list', '--operator')).out).toBe('none\n');
    const filtered = await mizan(...token, 'payouts', 'list', '--operator', '--date', 'today');
    expect([filtered.status, filtered.err]).toEqual([1, expect.stringContaining('--date is not for the operator')]);
  });
});

test('mizan payouts with the key of a merchant: creates one, lists, shows and cancels it', async () => {
  const { id: bankAccount } = await shop.expect<BankAccount>(201, 'POST', '/bank-accounts', {
    holderName: 'Siwa Trading',
    currency: 'EGP',
    iban: 'EG380019000500000000263180002',
  });
  await pay({ amount: 500_000 });
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '30d' }); // the funds are available then
  expect((await mizan('payouts', 'bank-accounts')).out).toMatch(
    new RegExp(`^${bankAccount} +Siwa Trading +EG +0002 +EGP`, 'm'),
  );
  const create = ['payouts', 'create', '--bank-account', bankAccount, '--amount'];
  const payout = await read<Payout>(...create, '25.50');
  expect(payout).toMatchObject({ amount: 2_550, currency: 'EGP', status: 'PENDING' });
  expect((await mizan('payouts', 'list', '--status', 'pending')).out).toMatch(
    new RegExp(`^${payout.id} +\\S+ \\S+ +25\\.50 +EGP +PENDING`, 'm'),
  );
  expect((await mizan('payouts', 'show', payout.id)).out).toMatch(/^amount +25\.50$/m);
  const balance = await read<Balance>('balance');
  const payable = balance.payable.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
  const major = (payable / 100).toFixed(2);
  expect((await mizan('balance')).out).toMatch(new RegExp(`^EGP +\\S+ +\\S+ +${major}$`, 'm'));
  const tooMuch = await mizan(...create, '9000000');
  const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(payable / 100);
  expect(tooMuch.err).toContain(`Only EGP ${grouped} is payable now; you asked for EGP 9,000,000.00. (--amount)`);
  expect(tooMuch.err).toContain('See what is payable: mizan balance');
  const operator = ['--operator-token', operatorToken, 'payouts', 'mark-paid', payout.id];
  expect((await mizan(...operator)).err).toContain(`POST /test-helpers/payouts/${payout.id}/simulate`);
  const kept = await answering('n', 'payouts', 'cancel', payout.id);
  expect(kept.out).toContain('Cancel the payout of EGP 25.50 to Siwa Trading, EG •••• 0002?');
  expect(await read('payouts', 'cancel', payout.id)).toMatchObject({ status: 'CANCELED' });
});

test('mizan alone prints the help, and that is no error', async () => {
  const { status, out, err } = await mizan();
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('Usage: mizan');
});

/** A proxy in front of the platform that loses the first answers to requests that change something. @param lost how many */
async function losingAnswers(lost: number) {
  let left = lost;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url, headers } = request;
    const body = method === 'GET' ? undefined : await text(request);
    const sent = Object.fromEntries(
      ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const answer = await fetch(`${shop.world.gatewayUrl}${url}`, { method, headers: sent, ...(body && { body }) });
    const content = await answer.text();
    if (method !== 'GET' && left-- > 0) return void response.destroy();
    response.writeHead(answer.status).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.dispose]: () => void server.close() };
}

test.each([
  ['more than half', ['--amount', '200'], '200.00'],
  ['all', [], '300.00'],
])(
  'a refund of %s is made once, however often its answer gets lost and the command is repeated with its key',
  async (_what, options, amount) => {
    const { id } = await pay();
    using proxy = await losingAnswers(4);
    const through = (...args: string[]) =>
      runMizan([...args, 'refunds', 'create', id, ...options], { ...env(), MIZAN_BASE_URL: proxy.url });
    const unknown = await through();
    expect(unknown.status).toBe(75);
    const [, key = ''] =
      /Repeat it within 24 hours with this key, so that it cannot take effect twice:\n {2}--idempotency-key (\S+)$/m.exec(
        unknown.err,
      ) ?? [];
    const repeated = await through('--idempotency-key', key);
    expect([repeated.err.includes('left to refund'), repeated.status]).toEqual([false, 0]);
    expect(repeated.out).toMatch(new RegExp(`^amount +${amount}$`, 'm'));
    expect(await read<Refund[]>('refunds', 'list', '--payment', id)).toHaveLength(1);
  },
);

test('a transfer is recorded once, however often the answer gets lost, also by its reference', async () => {
  const waiting = await transfer();
  const reference = waiting.latestCharge?.paymentMethodDetails?.bankTransfer?.reference ?? '';
  using proxy = await losingAnswers(3);
  const through = (...args: string[]) =>
    runMizan([...args, 'payments', 'mark-paid', reference, '--reference', 'T 1'], {
      ...env(),
      MIZAN_BASE_URL: proxy.url,
    });
  const [, key = ''] = /--idempotency-key (\S+)$/m.exec((await through()).err) ?? [];
  const repeated = await through('--idempotency-key', key);
  expect([repeated.status, repeated.out]).toEqual([0, expect.stringMatching(/^status +SUCCEEDED$/m)]);
});
