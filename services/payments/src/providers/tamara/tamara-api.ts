import { type Currency, type TamaraCountry } from '@mizan/contracts';
import type { NewPage, PageApi, PagePayment } from '../page-provider/page-api.ts';
import type { AttemptRecord, PageRecord } from '../page-provider/page-records.ts';
import { fromDecimal, toDecimal } from '../port/decimal-amount.ts';
import { isOfProvider, type JsonClient, ProviderUnanswered } from '../port/json-client.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { z } from 'zod';
import { Checkout, type Money, Order, PreCheck, Refunded } from './tamara-objects.ts';

/** What the calls of one connection need to know. */
export interface TamaraMerchant {
  readonly client: JsonClient;
  readonly country: TamaraCountry;
  /** Where Tamara sends notifications. */
  readonly callbackUrl: string;
  /** Of the platform: where Tamara sends buyers back to. */
  readonly returnUrl: string;
}

const windowMinutes = 30;
export const actionWindowMs = windowMinutes * 60_000;
/** Tamara captures by itself what its merchant has not captured after 21 days: the platform releases it a day earlier. */
const holdMs = 20 * 24 * 60 * 60_000;
/** Of a field that Tamara requires and nothing is known about. */
const absent = 'NA';

/**
 * Tamara: nothing is idempotent. An order is captured once, because only what is not captured yet can be canceled: a final
 * capture of a part cancels the rest first.
 */
export function tamaraApi({ client, country, callbackUrl, returnUrl }: TamaraMerchant): PageApi {
  const pathOf = ({ paymentId }: PageRecord, end = ''): string => `/orders/${encodeURIComponent(paymentId)}${end}`;
  const cancel = async (page: PageRecord, amount: Money): Promise<void> => {
    const body = { total_amount: amount };
    await client.send({ method: 'POST', path: pathOf(page, '/cancel'), body, answer: z.object({}) });
  };
  return {
    name: 'Tamara',
    isIdempotent: false,
    capturesOnce: true,
    prepare: async (request, page) => {
      if (!(await isEligible(client, country, request))) return { op: 'rejected', reason: 'No plan is available.' };
      const { order_id: paymentId, checkout_url: redirectUrl } = await client.send({
        method: 'POST',
        path: '/checkout',
        body: checkoutOf(request, page, { country, callbackUrl, returnUrl }),
        answer: Checkout,
      });
      const expiresAt = new Date(Date.parse(page.at) + actionWindowMs).toISOString();
      return { op: 'page', paymentId, reference: page.reference, redirectUrl, expiresAt };
    },
    find: async (page, attempt) =>
      readOrder(await client.read({ method: 'GET', path: pathOf(page), answer: Order }), page, attempt),
    accept: async (page) =>
      void (await client.send({ method: 'POST', path: pathOf(page, '/authorise'), answer: z.object({}) })),
    capture: async (page, { amount, currency, rest }) => {
      if (rest > 0) await cancel(page, moneyOf(rest, currency));
      await client.send({
        method: 'POST',
        path: '/payments/capture',
        body: {
          order_id: page.paymentId,
          total_amount: moneyOf(amount, currency),
          // Required, and the platform ships nothing.
          shipping_info: { shipped_at: new Date().toISOString(), shipping_company: absent },
        },
        answer: z.object({ capture_id: z.string() }),
      });
      return amount;
    },
    release: (page, { amount, currency }) => cancel(page, moneyOf(amount, currency)),
    refund: async (page, { amount, currency, refundId }) => {
      const body = {
        total_amount: moneyOf(amount, currency),
        comment: `Refund ${refundId}`,
        merchant_refund_id: refundId,
      };
      const path = `/payments/simplified-refund/${encodeURIComponent(page.paymentId)}`;
      return (await client.send({ method: 'POST', path, body, answer: Refunded })).refund_id;
    },
  };
}

/** Whether Tamara has a plan for the buyer. Without an answer, or a number to query by, its page decides. */
async function isEligible(
  client: JsonClient,
  country: TamaraCountry,
  { amount, currency, buyer }: AuthorizeRequest,
): Promise<boolean> {
  if (!buyer?.phone) return true;
  try {
    const answer = await client.send({
      method: 'POST',
      path: '/checkout/payment-options-pre-check',
      body: { country, order_value: moneyOf(amount, currency), phone_number: phoneOf(buyer.phone), is_vip: false },
      answer: PreCheck,
    });
    return answer.has_available_payment_options;
  } catch (thrown) {
    if (isOfProvider(thrown)) return true;
    throw thrown;
  }
}

/** An order for the whole payment. */
function checkoutOf(
  { chargeId, amount, currency, buyer }: AuthorizeRequest,
  { reference }: NewPage,
  { country, callbackUrl, returnUrl }: Omit<TamaraMerchant, 'client'>,
): object {
  const total = moneyOf(amount, currency);
  const none = moneyOf(0, currency);
  const back = `${returnUrl}?charge=${chargeId}`;
  const [firstName = absent, ...others] = (buyer?.name ?? '').split(/\s+/).filter(Boolean);
  const name = { first_name: firstName.slice(0, 100), last_name: others.join(' ').slice(0, 100) || absent };
  const { address } = buyer ?? {};
  return {
    order_reference_id: reference,
    order_number: reference,
    total_amount: total,
    description: `Payment ${reference}`,
    country_code: country,
    payment_type: 'PAY_BY_INSTALMENTS',
    locale: 'en_US',
    items: [
      { reference_id: reference, type: 'Digital', name: 'Payment', sku: reference, quantity: 1, total_amount: total },
    ],
    consumer: { ...name, phone_number: phoneOf(buyer?.phone), email: buyer?.email?.trim() ?? '' },
    shipping_address: {
      ...name,
      line1: textOf(address?.line1),
      city: textOf(address?.city),
      country_code: country,
    },
    tax_amount: none,
    shipping_amount: none,
    merchant_url: { success: back, failure: back, cancel: back, notification: callbackUrl },
    expires_in_minutes: windowMinutes,
  };
}

const textOf = (text: string | null | undefined): string => text?.trim().slice(0, 255) || absent;
const phoneOf = (phone: string | null | undefined): string => (phone ?? '').replaceAll(/[\s()-]/g, '');
const moneyOf = (amount: number, currency: Currency): Money => ({
  amount: Number(toDecimal(amount, currency)),
  currency,
});

const states: Readonly<Record<string, PagePayment['state']>> = {
  new: 'waiting',
  on_hold: 'waiting',
  approved: 'agreed',
  authorised: 'authorized',
  updated: 'authorized',
  partially_captured: 'closed',
  fully_captured: 'closed',
  partially_refunded: 'closed',
  fully_refunded: 'closed',
  canceled: 'closed',
  declined: 'declined',
  expired: 'expired',
};

/** @throws Error it is not the order that was requested */
function readOrder(order: Order, page: PageRecord, attempt: AttemptRecord): PagePayment {
  const { order_id: id, status, transactions } = order;
  const minor = (money: Money | null | undefined): number => {
    if (!money) return 0;
    const amount = money.currency === attempt.currency ? fromDecimal(money.amount, attempt.currency) : undefined;
    if (amount === undefined) throw new ProviderUnanswered(`Tamara: order ${id} has the amount ${money.amount}`);
    return amount;
  };
  const state = states[status];
  const canceled = minor(order.canceled_amount);
  const captured = minor(order.captured_amount);
  // Whether a cancellation of a part reduces the total is not documented.
  const isSame =
    id === page.paymentId &&
    order.order_reference_id === page.reference &&
    [attempt.amount, attempt.amount - canceled].includes(minor(order.total_amount));
  if (!isSame) throw new Error(`Tamara: order ${id} is not the one that was requested`);
  if (!state) throw new Error(`Tamara: order ${id} has the unknown status ${status}`);
  return {
    state,
    captured,
    capturable: state === 'authorized' ? attempt.amount - canceled - captured : 0,
    captureBefore: new Date(Date.parse(order.created_at ?? attempt.at) + holdMs),
    refunded: minor(order.refunded_amount),
    refunds: (transactions?.refunds ?? []).map((each) => ({
      id: each.refund_id,
      refundId: each.merchant_refund_id ?? null,
    })),
  };
}
