import { styleText } from 'node:util';
import type {
  Balance,
  CheckoutSession,
  HostedCheckout,
  Price,
  Product,
  ProviderConnection,
  ProviderRoutes,
  Refund,
} from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';
import { openHome } from '@mizan/stack/home';
import { launchBrowser } from '@mizan/stack/launch-browser';
import { type Merchant, merchantOf } from './merchant.ts';
import { egp, narrate, type Narrator, until } from './narrate.ts';

const unitAmount = 24_950;
const refundAmount = 5_000;
const pageTimeoutMs = 20_000;

/**
 * A purchase in live mode through the stand-in for Paymob: from connecting the account to a refund and a receipt.
 *
 * @throws Error when the stack runs without stand-ins
 */
export async function buyThroughPaymob({ baseUrl, account, keys, operatorToken, providers }: DevFile): Promise<void> {
  if (!providers) throw new Error('the stack runs without stand-ins. Start it with npm start -- --providers');
  const { controlUrl, credentials } = providers.paymob;
  const [operator, merchant] = [merchantOf(baseUrl, operatorToken), merchantOf(baseUrl, keys.liveSecret)];
  const narrator = narrate();
  const { heading, report } = narrator;

  heading('The operator connects the account to Paymob and enables live payments');
  const connection = await connect(operator, account.id, credentials);
  report(
    'payments',
    `${connection.id}  ${connection.provider} ${connection.publicConfig['country'] ?? ''}, ${connection.status}`,
  );
  report('payments', `takes ${connection.methods.map(({ type }) => type).join(', ')}`);
  const others = await otherTakers(operator, account.id);
  if (others.length === 0) return buy({ ...{ baseUrl, merchant, connection, controlUrl }, ...narrator });
  const path = `/operator/accounts/${account.id}/provider-routes`;
  const { routes } = await operator.get<ProviderRoutes>(path);
  report(
    'payments',
    `${others.join(', ')} may take cards in EGP as well: while the demo runs, a route gives them to Paymob`,
  );
  const kept = routes.filter(({ paymentMethodType: type, currency }) => type !== 'card' || currency !== 'EGP');
  const own = { paymentMethodType: 'card', currency: 'EGP', connectionIds: [connection.id] };
  await operator.put(path, { routes: [...kept, own] });
  try {
    await buy({ ...{ baseUrl, merchant, connection, controlUrl }, ...narrator });
  } finally {
    await operator.put(path, { routes });
  }
}

interface Purchase extends Narrator {
  readonly baseUrl: string;
  readonly merchant: Merchant;
  readonly connection: ProviderConnection;
  /** Where the stand-in shows its account. */
  readonly controlUrl: string;
}

/** The purchase, by a connection that takes cards in EGP. */
async function buy({ baseUrl, merchant, connection, controlUrl, heading, report }: Purchase): Promise<void> {
  heading('A product, and a checkout session in live mode');
  const product = await merchant.post<Product>('/products', { name: 'Olive oil soap' });
  const price = await merchant.post<Price>(`/prices?productId=${product.id}`, {
    currency: 'EGP',
    unitAmount,
    type: 'ONE_TIME',
  });
  const session = await until('live mode to offer what Paymob takes', () =>
    merchant
      .post<CheckoutSession>('/checkout/sessions', {
        lineItems: [{ price: price.id, quantity: 1 }],
        customerDetails: { name: 'Mona Adel', email: 'mona@example.com', phone: '+201012345678' },
      })
      .catch((refused: unknown) => (isNotActivated(refused) ? undefined : Promise.reject(refused))),
  );
  report('checkout', `${session.id}  ${egp(session.amountTotal)}, ${session.status}, ${session.paymentStatus}`);
  await until('the page to lead to Paymob’s field', () => leadsToProvider(baseUrl, session));

  heading('A buyer opens the link in Chromium and pays in Paymob’s field with 5123 4567 8901 2346');
  const picture = openHome().path('demo-paymob.png');
  await payInPaymobsField(session.url ?? '', picture);
  const paid = await until('the session to complete', async () => {
    const read = await merchant.get<CheckoutSession>(`/checkout/sessions/${session.id}`);
    return read.status === 'complete' && read.paymentStatus === 'paid' && read;
  });
  const charge = paid.paymentIntent?.latestCharge;
  report('Paymob', `calls back, and the field reports to the page: neither is believed until Paymob is queried`);
  report(
    'payments',
    `${paid.paymentIntentId}  ${paid.paymentIntent?.status}, charge ${charge?.id} by ${charge?.config?.connectionId}`,
  );
  report('checkout', `${paid.id}  ${paid.status}, ${paid.paymentStatus}; screenshot in ${picture}`);

  heading(`A partial refund of ${egp(refundAmount)}, sent to Paymob`);
  const before = await merchant.get<Balance>('/balance');
  if (connection.settlesTo === 'platform' && inEgp(before.available) < refundAmount) {
    report(
      'payments',
      'not yet: this connection settles to the platform, and the money that it holds is still pending',
    );
    report('payments', `pending ${egp(inEgp(before.pending))}, available ${egp(inEgp(before.available))}`);
  } else {
    const refund = await refundPart(merchant, paid.paymentIntentId);
    const after = await merchant.get<Balance>('/balance');
    report('payments', `${refund.id}  ${refund.status}, ${egp(refund.amount)}`);
    report(
      'payments',
      `available ${egp(inEgp(before.available))} -> ${egp(inEgp(after.available))}, payable by the platform ${egp(inEgp(after.payable))}`,
    );
  }

  heading('The receipts');
  const receipt = await until('the receipt', async () => {
    const read = await merchant.get<CheckoutSession>(`/checkout/sessions/${session.id}`);
    return read.paymentIntent?.latestCharge?.receiptUrl ?? undefined;
  });
  report('payments', receipt);
  report('Paymob', `${controlUrl}  its account and its payments`);
  console.log(`\n${styleText('bold', 'done')}  no real money moved: Paymob is a stand-in on this machine.`);
}

async function refundPart(merchant: Merchant, paymentIntentId: string | undefined): Promise<Refund> {
  const { id } = await merchant.post<Refund>('/refunds', { paymentIntentId, amount: refundAmount });
  return until('Paymob to refund it', async () => {
    const read = await merchant.get<Refund>(`/refunds/${id}`);
    return read.status === 'SUCCEEDED' && read;
  });
}

const inEgp = (amounts: Balance['available']): number =>
  amounts.find(({ currency }) => currency === 'EGP')?.amount ?? 0;

const isNotActivated = (refused: unknown): boolean =>
  refused instanceof Error && refused.message.includes('cannot take live payments');

/** The account's connection to Paymob, which an earlier run may have made. */
async function connect(
  operator: Merchant,
  accountId: string,
  { accountKey, ...keys }: Readonly<Record<string, string>>,
): Promise<ProviderConnection> {
  const path = `/operator/accounts/${accountId}`;
  const { data } = await operator.get<{ data: ProviderConnection[] }>(`${path}/provider-connections?limit=100`);
  const connected =
    data.find(({ provider, status }) => provider === 'paymob' && status === 'ACTIVE') ??
    (await operator.post<ProviderConnection>(`${path}/provider-connections`, {
      provider: 'paymob',
      credentials: { ...keys, apiKey: accountKey },
      settlesTo: 'merchant',
    }));
  await operator.patch(path, { livePaymentsEnabled: true });
  return connected;
}

/** The account's other connections that may take cards in EGP. */
async function otherTakers(operator: Merchant, accountId: string): Promise<string[]> {
  const path = `/operator/accounts/${accountId}/provider-connections?limit=100`;
  const { data } = await operator.get<{ data: ProviderConnection[] }>(path);
  return data
    .filter(({ provider, status }) => provider !== 'paymob' && status === 'ACTIVE')
    .filter(({ methods }) => methods.some(({ type, currencies }) => type === 'card' && currencies.includes('EGP')))
    .map(({ id, provider }) => `${id} (${provider})`);
}

/** Whether buyers enter the card where the provider takes it, and not in a field of our page. */
async function leadsToProvider(baseUrl: string, { id, clientSecret }: CheckoutSession): Promise<boolean> {
  const headers = { 'client-secret': clientSecret ?? '' };
  const answer = await fetch(`${baseUrl}/client/checkout/${id}`, { headers });
  return ((await answer.json()) as HostedCheckout).cardOnProviderPage === true;
}

/** Chooses the card on our page, and types it in the field that Paymob draws there. */
async function payInPaymobsField(url: string, screenshot: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-GB' });
    page.setDefaultTimeout(pageTimeoutMs);
    await page.goto(url);
    await page.getByRole('button', { name: /^(pay|continue)/i }).click();
    const form = page.frameLocator('.field-frame').frameLocator('iframe').locator('#card');
    for (const [name, text] of Object.entries({ number: '5123456789012346', expiry: '12/34', cvv: '123' }))
      await form.locator(`[name=${name}]`).pressSequentially(text);
    await form.locator('button').click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.screenshot({ path: screenshot });
  } finally {
    await browser.close();
  }
}
