import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, launchBrowser } from '@mizan/testing';
import { stripeCardNumbers as numbers } from '../payment-methods/test-methods.ts';
import { startShop, type Shop } from '../shop.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

let shop: Shop;
let browser: Browser;
let server: Server;
let shopUrl: string;
let page: Page;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
  const html = `<!doctype html><title>Shop</title><div id="payment"></div><div id="express"></div>
    <script src="${shop.standIn.scriptUrl}"></script>`;
  server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  await page.goto(shopUrl);
});

const field = () => page.frameLocator('#payment iframe');
const express = () => page.frameLocator('#express iframe');

/** Runs in the page: `stripe` and `elements` stay there for the next step. */
const run = <T>(body: string): Promise<T> => page.evaluate<T>(`(async () => { ${body} })()`);
const openElements = (more: object = {}) =>
  run(`window.stripe = Stripe('${shop.standIn.account.publishableKey}', { locale: 'en' });
    window.elements = stripe.elements({ mode: 'payment', amount: 10000, currency: 'egp', ...${JSON.stringify(more)} });`);
const mountCard = async (options: object = { wallets: { applePay: 'never', googlePay: 'never' } }) =>
  run(`await new Promise((ready) =>
    elements.create('payment', ${JSON.stringify(options)}).on('ready', ready).mount('#payment'));`);
const type = async (number: string) => {
  await field().locator('[name=number]').fill(number);
  await field().locator('[name=expiry]').fill('12 / 34');
  await field().locator('[name=cvc]').fill('123');
};
interface Made {
  error?: { type: string; code: string };
  confirmationToken?: { id: string; payment_method_preview: object };
  paymentMethod?: { id: string };
}
const submit = () => run<Made>('return elements.submit();');
const createToken = () =>
  run<Made>(`return stripe.createConfirmationToken({ elements, params: { return_url: '${shopUrl}' } });`);
/** As the shop's server does with the token. */
const confirm = async ({ confirmationToken }: Made) => {
  const { id } = await shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'egp' });
  return shop.stripe.paymentIntents.confirm(id, {
    confirmation_token: confirmationToken?.id ?? '',
    expand: ['latest_charge'],
  });
};
const errorOf = (body: string) => run<string>(`try { ${body} } catch (error) { return error.name; }`);

describe('the Payment Element', () => {
  test('makes a confirmation token of a card, with which the server confirms', async () => {
    await openElements();
    await mountCard();
    await type(numbers.approving);
    expect(await submit()).toEqual({ selectedPaymentMethod: 'card' });
    const paid = await confirm(await createToken());
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { card: { last4: '4242' } } },
    });
  });

  test('makes a payment method with the buyer’s details', async () => {
    await openElements({ paymentMethodCreation: 'manual', allowedPaymentMethodTypes: ['card'] });
    await mountCard();
    await type(numbers.approving);
    await submit();
    const { paymentMethod } = await run<Made>(
      `return stripe.createPaymentMethod({ elements, params: { billing_details: { name: 'Mona', email: 'm@example.com' } } });`,
    );
    expect(await shop.stripe.paymentMethods.retrieve(paymentMethod?.id ?? '')).toMatchObject({
      billing_details: { name: 'Mona', email: 'm@example.com' },
      card: { exp_month: 12, exp_year: 2034, checks: { cvc_check: 'pass' } },
    });
  });

  test('says in the field and to the page what is missing or wrong', async () => {
    await openElements();
    await mountCard();
    expect(await submit()).toMatchObject({ error: { type: 'validation_error', code: 'incomplete_number' } });
    expect(await field().locator('[role=alert]').isVisible()).toBe(true);
    await type(numbers.mistyped);
    await submit();
    expect(await createToken()).toMatchObject({ error: { type: 'card_error', code: 'incorrect_number' } });
  });

  test('offers wallets beside the card where the domain is registered', async () => {
    await shop.stripe.paymentMethodDomains.create({ domain_name: '127.0.0.1' });
    await openElements();
    await mountCard({ wallets: { applePay: 'auto', googlePay: 'never' } });
    expect(await field().locator('[name=method]').count()).toBe(2);
    await field().locator('[value=applePay]').check();
    const submitted = submit();
    await field().getByRole('button', { name: 'Pay' }).click();
    expect(await submitted).toEqual({ selectedPaymentMethod: 'apple_pay' });
    expect((await createToken()).confirmationToken?.payment_method_preview).toMatchObject({
      card: { wallet: { type: 'apple_pay' } },
    });
  });
});

describe('the Express Checkout Element', () => {
  const mountExpress = () =>
    run<unknown>(`window.seen = [];
      const element = elements.create('expressCheckout');
      for (const name of ['click', 'confirm', 'cancel'])
        element.on(name, (event) => { seen.push(name + ' ' + (event.expressPaymentType ?? '')); event.resolve?.(); });
      return new Promise((ready) => element.on('ready', ({ availablePaymentMethods }) => ready(availablePaymentMethods)).mount('#express'));`);
  const seen = () => run<string[]>('return seen;');

  test.each([
    ['Apple Pay', 'apple_pay'],
    ['Google Pay', 'google_pay'],
  ])('pays with %s: click, sheet, confirm, token', async (name, wallet) => {
    await shop.stripe.paymentMethodDomains.create({ domain_name: '127.0.0.1' });
    await openElements();
    expect(await mountExpress()).toEqual({ applePay: true, googlePay: true });
    await express().getByRole('button', { name }).click();
    await express().getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
    await eventually(async () => expect(await seen()).toEqual([`click ${wallet}`, `confirm ${wallet}`]));
    await submit();
    const paid = await confirm(await createToken());
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { card: { wallet: { type: wallet } } } },
    });
  });

  test('tells the page that the buyer closed the sheet, and no token is made', async () => {
    await shop.stripe.paymentMethodDomains.create({ domain_name: '127.0.0.1' });
    await openElements();
    await mountExpress();
    await express().getByRole('button', { name: 'Apple Pay' }).click();
    await express().getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await eventually(async () => expect(await seen()).toEqual(['click apple_pay', 'cancel ']));
    expect(await submit()).toMatchObject({ error: { type: 'validation_error' } });
  });

  test('shows no button on a domain that is not registered', async () => {
    const { data } = await shop.stripe.paymentMethodDomains.list();
    for (const { id } of data) await shop.stripe.paymentMethodDomains.update(id, { enabled: false });
    await openElements();
    expect(await mountExpress()).toBeUndefined();
    expect(await express().locator('button').count()).toBe(0);
    for (const { id } of data) await shop.stripe.paymentMethodDomains.update(id, { enabled: true });
  });
});

describe('handleNextAction', () => {
  test.each([
    ['pays once the bank agrees', 'Complete', { paymentIntent: { status: 'succeeded' } }],
    ['fails once the bank does not', 'Fail', { error: { code: 'payment_intent_authentication_failure' } }],
  ])('shows the bank’s page over the shop’s and %s', async (_, button, expected) => {
    await openElements();
    await mountCard();
    await type(numbers.challenging);
    await submit();
    const waiting = await confirm(await createToken());
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const handled = run(`return stripe.handleNextAction({ clientSecret: '${waiting.client_secret}' });`);
    await page.frameLocator('[name=stripe-challenge-frame]').getByRole('button', { name: button }).click();
    expect(await handled).toMatchObject(expected);
    expect(await page.locator('[name=stripe-challenge-frame]').count()).toBe(0);
  });

  test('leads the buyer to the bank’s page and back where the server chose a redirect', async () => {
    const waiting = await shop.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'egp',
      confirm: true,
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: shopUrl,
    });
    await openElements();
    await run(`void stripe.handleNextAction({ clientSecret: '${waiting.client_secret}' });`);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL(`${shopUrl}?**redirect_status=succeeded`);
  });
});

describe('a page that calls in the wrong way', () => {
  test.each([
    ['a secret key', `Stripe('sk_test_1')`],
    [
      'an unknown option',
      `Stripe('pk_test_1').elements({ mode: 'payment', amount: 1, currency: 'egp', colour: 'red' })`,
    ],
    ['a currency in upper case', `Stripe('pk_test_1').elements({ mode: 'payment', amount: 1, currency: 'EGP' })`],
    ['no amount', `Stripe('pk_test_1').elements({ mode: 'payment', currency: 'egp' })`],
    ['a client secret that is none', `await Stripe('pk_test_1').retrievePaymentIntent('x')`],
  ])('with %s gets an IntegrationError', async (_, body) => {
    expect(await errorOf(body)).toBe('IntegrationError');
  });

  test('for a token before elements.submit() gets an IntegrationError', async () => {
    await openElements();
    await mountCard();
    expect(await errorOf('await stripe.createConfirmationToken({ elements })')).toBe('IntegrationError');
    expect(await errorOf('await stripe.createPaymentMethod({ elements })')).toBe('IntegrationError');
  });
});
