import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  AccountSettings,
  CheckoutSession,
  ConfirmedCheckout,
  MailboxMail,
  PaymentIntent,
  Refund,
} from '@mizan/contracts';
import { type AnyBody, eventually, type World } from '@mizan/testing';
import { card, cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let world: World;
beforeAll(async () => {
  world = await startPlatform({ MIZAN_DEV_MAILBOX: 'on' });
  shop = new Storefront(world);
});
afterAll(() => world.stop());

const settings = (mail: object) =>
  shop.expect<AccountSettings>(200, 'PATCH', '/account/settings', { defaultLocale: 'en', mail });
const mailbox = async (): Promise<MailboxMail[]> =>
  (await (await fetch(`${world.gatewayUrl}/dev/mail.json`)).json()) as MailboxMail[];
const mailTo = (to: string, template: MailboxMail['template']) =>
  eventually(async () => {
    const found = (await mailbox()).find((mail) => mail.to === to && mail.template === template);
    if (!found) throw new Error(`no ${template} to ${to}`);
    return found;
  });
const open = async (path: string) => {
  const response = await fetch(`${world.gatewayUrl}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** A buyer pays with a card. */
const buy = async (email: string, more: object = {}) => {
  const { price } = await shop.stock(25_000);
  const session = await shop.openSession(price, {
    customerDetails: { name: 'Mona Adel', email },
    lineItems: [{ price: price.id, quantity: 2 }],
    ...more,
  });
  const { body } = await shop.confirm(session);
  return body.paymentIntent?.id ?? '';
};
/** A payment by card without a checkout. */
const paymentOf = (receiptEmail: string | null) => ({
  amount: 7_500,
  currency: 'EGP',
  receiptEmail,
  confirm: true,
  paymentMethod: card(cards.good),
});

test('the empty mailbox has the request by which a test key turns receipts on', async () => {
  const { text } = await open('/dev/mail');
  const shown = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  const [, method = '', path = '', body = ''] =
    /<pre>curl -X (\w+) "\$MIZAN_BASE_URL(\S+)" .*-d '(.*)'<\/pre>/s.exec(shown) ?? [];
  const changed = await shop.expect<AccountSettings>(200, method, path, JSON.parse(body) as object);
  expect(changed.mail.receipts).toBe(true);
});

describe('receipts', () => {
  test('are mailed only where the account turns them on', async () => {
    const { testSecret: key } = world.accounts.otherAccount.keys; // its mail is off
    expect((await world.api('POST', '/payment-intents', paymentOf('quiet@example.com'), { key })).status).toBe(201);
    await settings({ receipts: true, recovery: true, replyTo: 'help@siwa.example' });
    await eventually(async () => {
      await buy('loud@example.com'); // the settings are cached for seconds
      expect((await mailbox()).map(({ to }) => to)).toContain('loud@example.com');
    });
    expect((await mailbox()).map(({ to }) => to)).not.toContain('quiet@example.com');
  });

  test('are mailed in the language of the checkout, with number, items and an address that opens', async () => {
    const intentId = await buy('mona@example.com', { locale: 'ar-EG' });
    const mail = await mailTo('mona@example.com', 'receipt');
    expect(mail.subject).toMatch(/^إيصالك من Siwa Trading \(R-\d{4}-\d{6}\)$/);
    expect(mail.text).toContain('Olive oil soap × ٢');
    expect(mail.text).toContain('وضع الاختبار');
    expect(mail.text).toMatch(/المنتجات:\n- .*\nالإجمالي: .*\n/);
    const { latestCharge, checkoutSessionId } = await shop.intent(intentId);
    expect(mail.text).toContain(latestCharge?.receiptUrl);
    const page = await open(`${new URL(latestCharge?.receiptUrl ?? '').pathname}?locale=en`);
    for (const said of ['Olive oil soap', '<td class="quantity">2</td>', 'EGP\u00a0500.00', checkoutSessionId])
      expect(page.text).toContain(said);
    expect(Object.keys(mail)).toEqual(['id', 'to', 'subject', 'template', 'text', 'createdAt']);
  });

  test('of refunds are mailed when the money has left, to the address of the payment', async () => {
    const intentId = await buy('omar@example.com', { locale: 'en' });
    await shop.expect<Refund>(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 5_000 });
    const mail = await mailTo('omar@example.com', 'refund_receipt');
    expect(mail.subject).toMatch(/^Your refund from Siwa Trading \(R-\d{4}-\d{6}\)$/);
    expect(mail.text).toContain('EGP\u00a050.00');
    expect(mail.text).toContain('Reply to this mail to contact Siwa Trading.');
  });

  test('of refunds are not mailed to a buyer without an address, and the operator sees why', async () => {
    const { id: paymentIntentId } = await shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', paymentOf(null));
    const { id } = await shop.expect<Refund>(201, 'POST', '/refunds', { paymentIntentId });
    await eventually(async () => {
      const { rows } = await world.db('webhooks').query('select last_error from mails where about_id = $1', [id]);
      expect(rows).toEqual([{ last_error: 'no email address of the buyer is known' }]);
    });
  });

  test('of payments without a checkout have the language of the account', async () => {
    await shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
      ...paymentOf('direct@example.com'),
      description: 'Order <7>',
    });
    const mail = await mailTo('direct@example.com', 'receipt');
    expect(mail.text).toContain('Description: Order <7>');
    expect((await open(`/dev/mail/${mail.id}`)).text).not.toContain('Order <7>');
  });
});

test('a voucher is mailed with its number, until when, and how to pay it', async () => {
  const intent = await shop.expect<PaymentIntent>(201, 'POST', '/payment-intents', {
    amount: 30_000,
    currency: 'EGP',
    receiptEmail: 'voucher@example.com',
    confirm: true,
    paymentMethod: { type: 'fawry', phone: '+201001234567', billingDetails: { email: 'a+never@example.com' } },
  });
  const { displayVoucherDetails: voucher, redirectToUrl } = intent.nextAction ?? {};
  const mail = await mailTo('voucher@example.com', 'voucher');
  expect(mail.subject).toBe(`Pay EGP 300.00 to Siwa Trading: ${voucher?.reference}`);
  expect(mail.text).toContain(voucher?.instructions.en);
  expect(mail.text).toContain(redirectToUrl?.url);
});

test('a voucher of a checkout is mailed with the address of its page', async () => {
  const { price } = await shop.stock(12_300);
  const session = await shop.openSession(price, { customerDetails: { name: 'Mona', email: 'kiosk@example.com' } });
  const { status } = await world.api(
    'POST',
    `/client/checkout/${session.id}/confirm`,
    { paymentMethod: { type: 'fawry', phone: '+201001234567' }, expectedAmountTotal: session.amountTotal },
    { key: null, headers: { 'client-secret': session.clientSecret } },
  );
  expect(status).toBe(200);
  expect((await mailTo('kiosk@example.com', 'voucher')).text).toContain(session.url);
});

test('who pays by transfer is mailed the account and the reference, with the address of the checkout', async () => {
  const { price } = await shop.stock(12_300);
  const session = await shop.openSession(price, { customerDetails: { name: 'Mona', email: 'transfer@example.com' } });
  const { status, body } = await world.api<CheckoutSession>(
    'POST',
    `/client/checkout/${session.id}/confirm`,
    { paymentMethod: { type: 'bank_transfer' }, expectedAmountTotal: session.amountTotal },
    { key: null, headers: { 'client-secret': session.clientSecret } },
  );
  expect(status).toBe(200);
  const mail = await mailTo('transfer@example.com', 'transfer_instructions');
  const { displayBankTransferDetails: transfer } = body.paymentIntent?.nextAction ?? {};
  expect(mail.subject).toBe(`Pay EGP 123.00 to Siwa Trading: ${transfer?.reference}`);
  for (const said of [transfer?.iban, transfer?.accountName, session.url]) expect(mail.text).toContain(said);
});

test('mail about a checkout does not go to another person who has the same card', async () => {
  const { price } = await shop.stock(12_300);
  const anna = await shop.openSession(price, { customerDetails: { name: 'Anna', email: 'anna@example.com' } });
  const dina = await shop.openSession(price, { customerDetails: { name: 'Dina', phone: '+201055555555' } });
  for (const session of [anna, dina]) await shop.confirm(session, cards.declined);
  const { customerId } = await shop.session(anna.id);
  expect(await shop.session(dina.id)).toMatchObject({ customerId, paymentIntent: { receiptEmail: null } });
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '25h' });
  await mailTo('anna@example.com', 'checkout_recovery');
  await eventually(async () => {
    const { rows } = await world.db('webhooks').query('select last_error from mails where about_id = $1', [dina.id]);
    expect(rows).toEqual([{ last_error: expect.stringContaining('its buyer entered no email address') }]);
  });
  expect((await mailbox()).filter(({ to }) => to === 'anna@example.com')).toHaveLength(1);
});

test('the request for bank details of a refund goes to the chosen customer, not to another person who has the same phone', async () => {
  const { price } = await shop.stock(12_300);
  const phone = '+201066666666';
  const payAtKiosk = async (more: Record<string, unknown>) => {
    const session = await shop.openSession(price, more);
    const paymentMethod = { type: 'fawry', testOutcome: 'succeed', phone };
    const { body } = await world.api<ConfirmedCheckout>(
      'POST',
      `/client/checkout/${session.id}/confirm`,
      { paymentMethod, expectedAmountTotal: session.amountTotal },
      { key: null, headers: { 'client-secret': session.clientSecret } },
    );
    return shop.intent(body.paymentIntent?.id ?? '');
  };
  const refund = (paymentIntentId: string) => world.api<Refund & AnyBody>('POST', '/refunds', { paymentIntentId });

  await buy('huda@example.com', { customerDetails: { name: 'Huda', email: 'huda@example.com', phone } });
  const recognized = await payAtKiosk({ customerDetails: { name: 'Dina', phone } });
  expect(recognized.customer).toMatchObject({ email: 'huda@example.com' });
  expect((await refund(recognized.id)).body.error).toMatchObject({
    code: 'parameter_missing',
    param: 'instructionsEmail',
  });
  const chosen = await payAtKiosk({ customerId: recognized.customer?.id });
  expect((await refund(chosen.id)).body.nextAction?.displayDetails.emailSentTo).toBe('huda@example.com');
});

test('a checkout that expired unpaid is mailed once with the address that continues it', async () => {
  const { price } = await shop.stock(12_300);
  const session = await shop.openSession(price, { customerDetails: { email: 'back@example.com' } });
  await shop.openSession(price, { customerDetails: { billingDetails: { email: 'billed@example.com' } } });
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '25h' });
  const mail = await mailTo('back@example.com', 'checkout_recovery');
  const address = mail.text.split('\n').find((line) => line.includes('/recover#'));
  const { recoveryUrl } = await shop.session(session.id);
  expect(address).toBe(recoveryUrl);
  const { body, status } = await world.api<CheckoutSession>(
    'POST',
    `/client/checkout/${session.id}/recover`,
    {},
    { key: null, headers: { 'client-secret': new URL(address ?? '').hash.slice(1) } },
  );
  expect([status, body.status]).toEqual([200, 'open']);
  await mailTo('billed@example.com', 'checkout_recovery'); // an address for the bill is the buyer's as well
});

test('the mailbox lists test mode newest first; each mail is shown in a frame that can do nothing', async () => {
  await buy('frame@example.com');
  const mail = await mailTo('frame@example.com', 'receipt');
  const list = await open('/dev/mail');
  expect(list.headers.get('content-type')).toContain('text/html');
  expect(list.text.indexOf(mail.id)).toBeLessThan(list.text.indexOf((await mailTo('mona@example.com', 'receipt')).id));
  const shown = await open(`/dev/mail/${mail.id}`);
  expect(shown.text).toMatch(
    /<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html/,
  );
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await open('/dev/mail/eml_none')).status).toBe(404);
});

test('deleted test data takes its mail along', async () => {
  await buy('gone@example.com');
  await mailTo('gone@example.com', 'receipt');
  await shop.expect(200, 'DELETE', '/test-helpers/data', { confirm: 'RESET' });
  await eventually(async () => expect(await mailbox()).toEqual([]));
});
