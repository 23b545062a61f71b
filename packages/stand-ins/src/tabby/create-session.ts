import { randomUUID } from 'node:crypto';
import { type Answer, json, type StandInRequest } from '../server/route.ts';
import { arm } from './change-payment.ts';
import { TabbyRefusal } from './refusal.ts';
import { renderPayment } from './render-payment.ts';
import {
  amountOf,
  amountOrZeroOf,
  authenticate,
  type Body,
  isObject,
  objectOf,
  readBody,
  type TabbyApp,
  textOf,
} from './tabby-app.ts';
import { markets, type Payment, type RejectionReason } from './state.ts';

/** Above it, minor units of two decimals, pre-scoring rejects: 10,000.00. */
const largestAmount = 1_000_000;

/** `POST /api/v2/checkout`: a session and its payment. There is no idempotency: each request makes another payment. */
export function createSession(app: TabbyApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const payment = readPayment(app, readBody(request));
  app.state.payments.push(payment);
  app.mark('payments', payment);
  arm(app, payment);
  const { rejection } = payment;
  return json(200, {
    id: payment.sessionId,
    status: rejection === null ? 'created' : 'rejected',
    payment: renderPayment(app, payment),
    merchant_urls: payment.urls,
    configuration: {
      available_products:
        rejection === null ? { installments: [{ web_url: `${app.url()}/checkout/${payment.sessionId}` }] } : {},
      products: {
        installments: { type: 'installments', is_available: rejection === null, rejection_reason: rejection },
      },
    },
  });
}

function readPayment(app: TabbyApp, body: Body): Payment {
  const { account } = app.state;
  const payment = objectOf(body, 'payment');
  const amount = amountOf(app, payment, 'amount');
  const { currency } = markets[account.market];
  if (textOf(body, 'merchant_code') !== account.merchantCode)
    throw new TabbyRefusal(403, 'no permission for this merchant code');
  if (textOf(payment, 'currency') !== currency)
    throw new TabbyRefusal(
      400,
      `could not create payment: only ${currency} is supported, but got ${textOf(payment, 'currency')}`,
    );
  const language = body['lang'];
  if (language !== 'en' && language !== 'ar') throw new TabbyRefusal(400, 'invalid lang');
  const buyer = readBuyer(objectOf(payment, 'buyer'));
  const rejection = prescore(app, buyer.phone, amount);
  return {
    id: randomUUID(),
    sessionId: randomUUID(),
    amount,
    referenceId: readOrder(app, objectOf(payment, 'order'), amount),
    description: typeof payment['description'] === 'string' ? textOf(payment, 'description') : '',
    language,
    buyer,
    urls: readUrls(objectOf(body, 'merchant_urls')),
    rejection,
    createdAt: readContext(app, payment),
    status: rejection === null ? 'CREATED' : 'REJECTED',
    authorizedAt: null,
    closedAt: null,
    isDisputed: false,
    captures: [],
    refunds: [],
  };
}

function readBuyer(buyer: Body): Payment['buyer'] {
  const [name, email, phone] = (['name', 'email', 'phone'] as const).map((field) =>
    textOf(buyer, field, { isBlankAllowed: true }),
  ) as [string, string, string];
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email)) throw new TabbyRefusal(400, 'invalid email');
  if (phone !== '' && !/^\+?\d{8,15}$/.test(phone)) throw new TabbyRefusal(400, 'invalid phone');
  return { name, email, phone };
}

/** Items have to sum to the amount, with tax, shipping and discount. @returns the merchant's reference */
function readOrder(app: TabbyApp, order: Body, amount: number): string {
  const items = order['items'];
  if (!Array.isArray(items) || items.length === 0 || !items.every(isObject))
    throw new TabbyRefusal(400, 'invalid items');
  const sum = items.reduce((total: number, item: Body) => {
    const { quantity } = item;
    textOf(item, 'title');
    textOf(item, 'category');
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
      throw new TabbyRefusal(400, 'invalid quantity');
    return total + amountOrZeroOf(app, item, 'unit_price') * quantity;
  }, 0);
  const part = (field: string): number => (order[field] === undefined ? 0 : amountOrZeroOf(app, order, field));
  if (sum + part('tax_amount') + part('shipping_amount') - part('discount_amount') !== amount)
    throw new TabbyRefusal(400, 'items do not sum to the amount');
  return textOf(order, 'reference_id');
}

/** What Tabby scores by has to be there, if only empty. @returns now */
function readContext(app: TabbyApp, payment: Body): number {
  const history = objectOf(payment, 'buyer_history');
  if (Number.isNaN(Date.parse(textOf(history, 'registered_since'))))
    throw new TabbyRefusal(400, 'invalid registered_since');
  if (typeof history['loyalty_level'] !== 'number') throw new TabbyRefusal(400, 'invalid loyalty_level');
  if (!Array.isArray(payment['order_history'])) throw new TabbyRefusal(400, 'order_history is required');
  const address = objectOf(payment, 'shipping_address');
  for (const field of ['city', 'address', 'zip']) textOf(address, field, { isBlankAllowed: true });
  return app.clock.now();
}

function readUrls(urls: Body): Payment['urls'] {
  const url = (field: string): string => {
    const address = textOf(urls, field);
    if (!URL.canParse(address)) throw new TabbyRefusal(400, `invalid merchant_urls.${field}`);
    return address;
  };
  return { success: url('success'), cancel: url('cancel'), failure: url('failure') };
}

/** By the documented test data: numbers that end with 0002 are rejected. */
function prescore({ state: { account } }: TabbyApp, phone: string, amount: number): RejectionReason | null {
  if (phone.endsWith('0000002')) return 'not_available';
  return amount > largestAmount * 10 ** (markets[account.market].decimals - 2) ? 'order_amount_too_high' : null;
}
