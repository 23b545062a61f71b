import { randomUUID } from 'node:crypto';
import { type Answer, json, type StandInRequest } from '../server/route.ts';
import { arm } from './change-order.ts';
import { TamaraRefusal } from './refusal.ts';
import {
  authenticate,
  type Body,
  isObject,
  moneyOf,
  moneyOrZeroOf,
  objectOf,
  readBody,
  type TamaraApp,
  textOf,
} from './tamara-app.ts';
import { countries, type Order } from './state.ts';

/** Above it, minor units of two decimals, no plan is offered: 10,000.00. */
const largestAmount = 1_000_000;

/** `POST /checkout/payment-options-pre-check`: whether a buyer has a plan for an amount. */
export function preCheck(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const body = readBody(request);
  const amount = moneyOf(app, body, 'order_value');
  if (body['country'] !== app.state.account.country) throw new TamaraRefusal(400, 'country is invalid');
  const isOffered = isEligible(app, textOf(body, 'phone_number', 128), amount);
  return json(200, {
    has_available_payment_options: isOffered,
    single_checkout_enabled: isOffered,
    available_payment_labels: isOffered ? [{ payment_type: 'PAY_BY_INSTALMENTS', instalment: 4 }] : [],
  });
}

/** `POST /checkout`: an order and its page. */
export function createCheckout(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const order = readOrder(app, readBody(request));
  if (app.state.orders.some(({ referenceId }) => referenceId === order.referenceId))
    throw new TamaraRefusal(400, 'order_reference_id was used before', 'order_reference_id_already_exists');
  app.state.orders.push(order);
  app.mark('orders', order);
  arm(app, order);
  return json(200, {
    order_id: order.id,
    checkout_id: order.checkoutId,
    checkout_url: `${app.url()}/page/${order.checkoutId}`,
    status: order.status,
  });
}

function readOrder(app: TamaraApp, body: Body): Order {
  const { account } = app.state;
  const amount = moneyOf(app, body, 'total_amount');
  const phone = readConsumer(objectOf(body, 'consumer'));
  readItems(app, body, amount);
  const address = objectOf(body, 'shipping_address');
  for (const field of ['first_name', 'last_name', 'line1', 'city']) textOf(address, field);
  if (body['country_code'] !== account.country || address['country_code'] !== account.country)
    throw new TamaraRefusal(400, `country_code must be ${account.country}`);
  if (body['payment_type'] !== 'PAY_BY_INSTALMENTS' && body['payment_type'] !== 'PAY_NOW')
    throw new TamaraRefusal(400, 'payment_type is invalid');
  const locale = body['locale'];
  if (locale !== 'ar_SA' && locale !== 'en_US') throw new TamaraRefusal(400, 'locale is invalid');
  const minutes = body['expires_in_minutes'] ?? 30;
  if (typeof minutes !== 'number' || !(minutes >= 5 && minutes <= 1440))
    throw new TamaraRefusal(400, 'expires_in_minutes is invalid');
  if (!isEligible(app, phone, amount))
    throw new TamaraRefusal(400, 'No payment option is available', 'not_supported_order_amount');
  const now = app.clock.now();
  return {
    id: randomUUID(),
    checkoutId: randomUUID(),
    referenceId: textOf(body, 'order_reference_id'),
    amount,
    description: textOf(body, 'description', 256),
    language: locale === 'ar_SA' ? 'ar' : 'en',
    consumer: objectOf(body, 'consumer'),
    urls: readUrls(objectOf(body, 'merchant_url')),
    createdAt: now,
    expiresAt: now + minutes * 60_000,
    status: 'new',
    approvedAt: null,
    authorisedAt: null,
    captures: [],
    refunds: [],
    cancellations: [],
  };
}

/** @returns the phone number */
function readConsumer(consumer: Body): string {
  for (const field of ['first_name', 'last_name']) textOf(consumer, field);
  if (!/^[^@\s]+@[^@\s]+$/.test(textOf(consumer, 'email', 128))) throw new TamaraRefusal(400, 'email is invalid');
  const phone = textOf(consumer, 'phone_number', 32);
  if (!/^\+?\d{8,15}$/.test(phone)) throw new TamaraRefusal(400, 'phone_number is invalid');
  return phone;
}

/** Items have to sum to the amount, with tax, shipping and discount. */
function readItems(app: TamaraApp, body: Body, amount: number): void {
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0 || !items.every(isObject))
    throw new TamaraRefusal(400, 'items is invalid');
  const sum = items.reduce((total: number, item: Body) => {
    for (const field of ['reference_id', 'type', 'name', 'sku']) textOf(item, field);
    if (typeof item['quantity'] !== 'number' || !Number.isInteger(item['quantity']) || item['quantity'] < 1)
      throw new TamaraRefusal(400, 'quantity is invalid');
    return total + moneyOrZeroOf(app, item, 'total_amount');
  }, 0);
  const part = (field: string): number => moneyOrZeroOf(app, body, field);
  if (sum + part('tax_amount') + part('shipping_amount') !== amount)
    throw new TamaraRefusal(400, 'items do not sum to total_amount');
}

function readUrls(urls: Body): Order['urls'] {
  const url = (field: string): string => {
    const address = textOf(urls, field);
    if (!URL.canParse(address)) throw new TamaraRefusal(400, `merchant_url.${field} is invalid`);
    return address;
  };
  return {
    success: url('success'),
    failure: url('failure'),
    cancel: url('cancel'),
    notification: url('notification'),
  };
}

/** Numbers that end with 0002 have no plan: the stand-in's own rule. */
const isEligible = ({ state: { account } }: TamaraApp, phone: string, amount: number): boolean =>
  !phone.endsWith('0000002') && amount <= largestAmount * 10 ** (countries[account.country].decimals - 2);
