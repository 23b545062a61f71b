import { json, type Answer, type StandInRequest } from '../server/route.ts';
import { authenticate, type Body, type FawryApp, optionalText, piastresOf, readBody, textOf } from './fawry-app.ts';
import { armExpiry } from './orders.ts';
import { duplicate, invalid } from './refusal.ts';
import { amountText, sign } from './signature.ts';
import { type Order, orderMethods } from './state.ts';

/** Of an order that names no expiry. Fawry lets merchants configure it. */
const defaultLifetimeMs = 48 * 60 * 60 * 1000;
const fields = [
  ...['merchantCode', 'merchantRefNum', 'customerProfileId', 'customerName', 'customerMobile', 'customerEmail'],
  ...['paymentMethod', 'amount', 'currencyCode', 'paymentExpiry', 'description', 'language', 'chargeItems'],
  ...['orderWebHookUrl', 'debitMobileWalletNo', 'signature'],
];

/** `POST …/payments/charge`: a number to pay at an outlet, or a request that the buyer of a mobile wallet approves. */
export function charge(app: FawryApp, request: StandInRequest): Answer {
  const body = readBody(request);
  const order = readOrder(app, body);
  app.state.orders.push(order);
  app.mark('orders', order);
  armExpiry(app, order);
  const paymentAmount = order.amount + order.fees;
  return json(200, {
    type: 'ChargeResponse',
    referenceNumber: String(order.id),
    merchantRefNumber: order.merchantRefNum,
    orderAmount: order.amount / 100,
    paymentAmount: paymentAmount / 100,
    fawryFees: order.fees / 100,
    paymentMethod: order.method,
    orderStatus: order.status,
    customerMobile: order.customerMobile,
    customerMail: order.customerMail,
    expirationTime: order.expiresAt,
    statusCode: 200,
    statusDescription: 'Operation done successfully',
    // How answers are signed is not documented: no client can check it.
    signature: sign([String(order.id), order.merchantRefNum, amountText(order.amount)], app.state.account.secureKey),
  });
}

function readOrder(app: FawryApp, body: Body): Order {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw invalid(unknown); // also what belongs to cards, which this stand-in does not take
  const merchantRefNum = textOf(body, 'merchantRefNum');
  if (!/^\d{1,20}$/.test(merchantRefNum)) throw invalid('merchantRefNum');
  const method = orderMethods.find((each) => each === body['paymentMethod']);
  if (!method) throw invalid('paymentMethod');
  const amount = piastresOf(body, 'amount');
  const customerProfileId = optionalText(body, 'customerProfileId');
  const walletNumber = optionalText(body, 'debitMobileWalletNo');
  if (walletNumber !== undefined && method !== 'MWALLET') throw invalid('debitMobileWalletNo');
  const { merchantCode, signature } = body;
  authenticate(app, { merchantCode, signature }, [
    ...[textOf(body, 'merchantCode'), merchantRefNum, customerProfileId, method, amountText(amount), walletNumber],
  ]);
  if (method === 'MWALLET' && !/^01[0125]\d{8}$/.test(walletNumber ?? '')) throw invalid('debitMobileWalletNo');
  if (body['currencyCode'] !== 'EGP') throw invalid('currencyCode');
  if (!['ar-eg', 'en-gb'].includes(textOf(body, 'language'))) throw invalid('language');
  textOf(body, 'description');
  const customerMobile = textOf(body, 'customerMobile');
  if (!/^01\d{9}$/.test(customerMobile)) throw invalid('customerMobile');
  const customerMail = textOf(body, 'customerEmail');
  if (!customerMail.includes('@')) throw invalid('customerEmail');
  const now = app.clock.now();
  const expiresAt = body['paymentExpiry'] ?? now + defaultLifetimeMs;
  // In seconds it would be in 1970.
  if (typeof expiresAt !== 'number' || !Number.isInteger(expiresAt) || expiresAt <= now) throw invalid('paymentExpiry');
  const items = readItems(body, amount);
  const webhookUrl = optionalText(body, 'orderWebHookUrl') ?? null;
  if (webhookUrl !== null && !URL.canParse(webhookUrl)) throw invalid('orderWebHookUrl');
  if (app.state.orders.some((each) => each.merchantRefNum === merchantRefNum)) throw duplicate();
  app.state.lastId += 1;
  return {
    id: app.state.lastId,
    merchantRefNum,
    customerProfileId: customerProfileId ?? '',
    customerName: optionalText(body, 'customerName') ?? '',
    customerMobile,
    customerMail,
    method,
    amount,
    fees: method === 'PAYATFAWRY' ? 250 : 0, // so that what is paid differs from what was ordered
    items,
    walletNumber: walletNumber ?? null,
    webhookUrl,
    createdAt: now,
    expiresAt,
    status: 'NEW',
    paidAt: null,
    refunded: 0,
    failure: null,
  };
}

function readItems(body: Body, amount: number): Order['items'] {
  const items = body['chargeItems'];
  if (!Array.isArray(items) || items.length === 0) throw invalid('chargeItems');
  const read = items.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw invalid('chargeItems');
    const fields = item as Body;
    const { quantity } = fields;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) throw invalid('quantity');
    return { itemId: textOf(fields, 'itemId'), price: piastresOf(fields, 'price'), quantity };
  });
  if (read.reduce((sum, { price, quantity }) => sum + price * quantity, 0) !== amount) throw invalid('amount');
  return read.map((item) => ({ ...item, price: item.price / 100 }));
}
