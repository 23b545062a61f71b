import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import type { Balance, CheckoutSession, Customer, Price, Product, Refund, WebhookEndpoint } from '@mizan/contracts';
import { openHome } from '@mizan/stack/home';
import { Webhook } from 'standardwebhooks';
import { merchantOf } from './merchant.ts';
import { egp, narrate, until } from './narrate.ts';
import { payInBrowser } from './pay-in-browser.ts';
import { readLedger, type LedgerLine } from './read-ledger.ts';
import type { RunningStack } from './running-stack.ts';

const unitAmount = 24_950; // piastres: 249.50 EGP
const refundAmount = 5_000;
/** The services that handle a confirm request or its events. */
const tracedServices = ['gateway', 'checkout', 'payments', 'catalog', 'webhooks'];

/** A purchase in test mode, from product to refund. */
export async function buyInTestMode(stack: RunningStack): Promise<void> {
  const { heading, report } = narrate();
  const merchant = merchantOf(stack.baseUrl, stack.testSecret);
  try {
    heading('A product with a price, five pieces in stock');
    const product = await merchant.post<Product>('/products', {
      name: 'Olive oil, 500 ml',
      description: 'Cold pressed in Siwa',
    });
    const price = await merchant.post<Price>(`/prices?productId=${product.id}`, {
      currency: 'EGP',
      unitAmount,
      type: 'ONE_TIME',
      stock: 5,
    });
    report('catalog', `${product.id}  ${product.name}`);
    report('catalog', `${price.id}  ${egp(unitAmount)}, stock ${price.stock}`);

    heading('A webhook endpoint: an https server of our own');
    const endpoint = await merchant.post<WebhookEndpoint & { secret: string }>('/webhook-endpoints', {
      url: stack.webhooks.url,
      enabledEvents: ['*'],
    });
    report('webhooks', `${endpoint.id}  ${endpoint.url}, all events, secret shown once`);

    heading('A checkout session');
    const session = await merchant.post<CheckoutSession>('/checkout/sessions', {
      lineItems: [{ price: price.id, quantity: 1 }],
      customerDetails: { name: 'Mona Adel', email: `mona.${Date.now()}@example.com` },
    });
    report('checkout', `${session.id}  ${egp(session.amountTotal)}, ${session.status}, ${session.paymentStatus}`);

    heading('A buyer opens the link in Chromium and pays with 4242 4242 4242 4242');
    const traceId = randomBytes(16).toString('hex');
    const picture = openHome().path('demo-paid.png');
    const before = await readLedger(stack.databaseUrl, stack.accountId, 'EGP');
    await payInBrowser(
      session.url ?? '',
      '4242424242424242',
      `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      picture,
    );
    const paid = await until('the session to complete', async () => {
      const read = await merchant.get<CheckoutSession>(`/checkout/sessions/${session.id}`);
      return read.status === 'complete' && read.paymentStatus === 'paid' && read;
    });
    report('checkout', `${paid.id}  ${paid.status}, ${paid.paymentStatus}; screenshot in ${picture}`);
    report(
      'payments',
      `${paid.paymentIntentId}  ${paid.paymentIntent?.status}, charge ${paid.paymentIntent?.latestCharge?.id}`,
    );

    heading('What the services did on events');
    const sold = await until('the stock to fall', async () => {
      const read = await merchant.get<Price>(`/prices/${price.id}`);
      return read.stock === 4 && read;
    });
    report('catalog', `stock ${price.stock} -> ${sold.stock}`);
    const spender = await until('the spend to be counted', async () => {
      const read = await merchant.get<Customer>(`/customers/${paid.customerId}`);
      return read.spendData?.numPayments === 1 && read;
    });
    report(
      'customers',
      `${spender.id}  ${spender.type}, spent ${egp(spender.spendData?.grossSpend ?? 0)} in ${spender.spendData?.numPayments} payment`,
    );

    heading('A signed webhook, verified with the public standardwebhooks package');
    const hook = await until('the webhook', async () =>
      (await stack.webhooks.received()).find(({ type }) => type === 'payment_intent.succeeded'),
    );
    new Webhook(endpoint.secret).verify(hook.raw, hook.headers);
    report(
      'webhooks',
      `${hook.type}  ${hook.headers['webhook-id']}, signature valid; ${(await stack.webhooks.received()).length} events received so far`,
    );

    heading(`A partial refund of ${egp(refundAmount)}`);
    const balance = await merchant.get<Balance>('/balance');
    const refund = await merchant.post<Refund>('/refunds', {
      paymentIntentId: paid.paymentIntentId,
      amount: refundAmount,
    });
    const left = await merchant.get<Balance>('/balance');
    const available = (read: Balance) => egp(read.available.find(({ currency }) => currency === 'EGP')?.amount ?? 0);
    report('payments', `${refund.id}  ${refund.status}, ${egp(refund.amount)}`);
    report('payments', `available balance ${available(balance)} -> ${available(left)}`);

    heading('The ledger before the payment and now; credits positive, debits negative');
    // The recording entries follow by event; wait for the last of them so that the picture is whole.
    const after = await until('the recording entries', async () => {
      const lines = await readLedger(stack.databaseUrl, stack.accountId, 'EGP');
      return lines.length >= before.length && sum(lines) === 0 && lines;
    });
    for (const { account, amount } of after) {
      const was = before.find((line) => line.account === account)?.amount ?? 0;
      report('payments', `${account.padEnd(22)}${egp(was).padStart(20)}  ->${egp(amount).padStart(20)}`);
    }
    report('payments', `${'sum'.padEnd(22)}${egp(sum(before)).padStart(20)}  ->${egp(sum(after)).padStart(20)}`);

    heading(`The trace of the confirm request: ${traceId}`);
    const { shown } = await until('the trace to be complete', async () => {
      const kept = await stack.trace(traceId);
      return tracedServices.every((name) => kept?.services.some((service) => service.endsWith(name))) && kept;
    });
    console.log(shown.replaceAll(/^/gm, '   '));
    console.log(`\n${styleText('bold', 'done')}  everything above is in the stack's database.`);
  } finally {
    await stack.webhooks.close();
  }
}

const sum = (lines: readonly LedgerLine[]) => lines.reduce((total, { amount }) => total + amount, 0);
