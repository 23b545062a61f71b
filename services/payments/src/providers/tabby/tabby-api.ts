import type { Currency } from '@mizan/contracts';
import type { NewPage, PageApi, PagePayment } from '../page-provider/page-api.ts';
import type { AttemptRecord, PageRecord, RejectedRecord } from '../page-provider/page-records.ts';
import { fromDecimal, toDecimal } from '../port/decimal-amount.ts';
import { type JsonClient, ProviderUnanswered } from '../port/json-client.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { type Movement, Payment, Session } from './tabby-objects.ts';

/** What the calls of one connection need to know. */
export interface TabbyMerchant {
  readonly client: JsonClient;
  readonly merchantCode: string;
  /** Of the platform: where Tabby sends buyers back to. */
  readonly returnUrl: string;
}

/** The session ends after 20 minutes, and the payment expires ten minutes later. */
export const actionWindowMs = 30 * 60_000;
/** Tabby captures by itself what its merchant has not captured after 21 days: the platform releases it a day earlier. */
const holdMs = 20 * 24 * 60 * 60_000;

/** Tabby: captures and refunds happen once under their `reference_id`. Sessions have no such key. */
export function tabbyApi({ client, merchantCode, returnUrl }: TabbyMerchant): PageApi {
  const pathOf = ({ paymentId }: PageRecord, end = ''): string =>
    `/api/v2/payments/${encodeURIComponent(paymentId)}${end}`;
  return {
    name: 'Tabby',
    isIdempotent: true,
    capturesOnce: false,
    prepare: async (request, page) => {
      const session = await client.send({
        method: 'POST',
        path: '/api/v2/checkout',
        body: sessionOf(request, page.reference, { merchantCode, returnUrl }),
        answer: Session,
      });
      return pageOf(session, page);
    },
    find: async (page, attempt) =>
      readPayment(await client.read({ method: 'GET', path: pathOf(page), answer: Payment }), page, attempt),
    capture: async (page, { amount, currency, idempotencyKey, rest }) => {
      const body = { amount: toDecimal(amount, currency), reference_id: idempotencyKey };
      const payment = await client.send({ method: 'POST', path: pathOf(page, '/captures'), body, answer: Payment });
      const made = payment.captures?.filter((each) => each.reference_id === idempotencyKey) ?? [];
      if (made.length === 0)
        throw new ProviderUnanswered(`Tabby: payment ${payment.id} does not list ${idempotencyKey}`);
      const captured = sumOf(made, currency);
      if (captured === amount && rest > 0)
        await client.send({ method: 'POST', path: pathOf(page, '/close'), answer: Payment });
      return captured;
    },
    release: async (page) =>
      void (await client.send({ method: 'POST', path: pathOf(page, '/close'), answer: Payment })),
    refund: async (page, { amount, currency, refundId }) => {
      const body = { amount: toDecimal(amount, currency), reference_id: refundId };
      const payment = await client.send({ method: 'POST', path: pathOf(page, '/refunds'), body, answer: Payment });
      const made = payment.refunds?.find((each) => each.reference_id === refundId);
      if (!made) throw new ProviderUnanswered(`Tabby: payment ${payment.id} does not list ${refundId}`);
      return made.id;
    },
  };
}

/** A session for the whole payment. What is not known of the buyer is empty: Tabby asks on its page. */
function sessionOf(
  { chargeId, amount, currency, buyer, now }: AuthorizeRequest,
  reference: string,
  { merchantCode, returnUrl }: Pick<TabbyMerchant, 'merchantCode' | 'returnUrl'>,
): object {
  const { address } = buyer ?? {};
  const back = `${returnUrl}?charge=${chargeId}`;
  return {
    payment: {
      amount: toDecimal(amount, currency),
      currency,
      description: `Payment ${chargeId}`,
      buyer: { name: textOf(buyer?.name), email: textOf(buyer?.email), phone: phoneOf(buyer?.phone) },
      order: {
        reference_id: reference,
        items: [{ title: 'Payment', category: 'General', quantity: 1, unit_price: toDecimal(amount, currency) }],
      },
      // The platform passes on no history: every buyer is a new one.
      buyer_history: { registered_since: now.toISOString(), loyalty_level: 0 },
      order_history: [],
      shipping_address: {
        city: textOf(address?.city),
        address: textOf(address?.line1),
        zip: textOf(address?.postalCode),
      },
    },
    lang: 'en',
    merchant_code: merchantCode,
    merchant_urls: { success: back, cancel: back, failure: back },
  };
}

/** Longer texts are refused. */
const maxTextLength = 255;
const textOf = (text: string | null | undefined): string => (text ?? '').trim().slice(0, maxTextLength);

/** A number as Tabby takes it; empty for what is none. */
function phoneOf(phone: string | null | undefined): string {
  const digits = (phone ?? '').replaceAll(/[\s()-]/g, '');
  return /^\+?\d{8,15}$/.test(digits) ? digits : '';
}

/** @throws ProviderUnanswered the answer has neither a page nor a rejection */
function pageOf({ status, payment, configuration }: Session, { reference, at }: NewPage): PageRecord | RejectedRecord {
  if (status === 'rejected')
    return { op: 'rejected', reason: configuration.products?.installments?.rejection_reason ?? null };
  const redirectUrl = configuration.available_products?.installments?.[0]?.web_url;
  if (redirectUrl === undefined || !URL.canParse(redirectUrl))
    throw new ProviderUnanswered(`Tabby: session of ${payment.id} is ${status} and has no page`);
  const expiresAt = new Date(Date.parse(at) + actionWindowMs).toISOString();
  return { op: 'page', paymentId: payment.id, reference, redirectUrl, expiresAt };
}

const states: Readonly<Record<string, PagePayment['state']>> = {
  CREATED: 'waiting',
  AUTHORIZED: 'authorized',
  CLOSED: 'closed',
  REJECTED: 'declined',
  EXPIRED: 'expired',
};

/** @throws Error it is not the payment that was requested */
function readPayment(payment: Payment, page: PageRecord, attempt: AttemptRecord): PagePayment {
  const { currency } = attempt;
  const state = states[payment.status];
  const isSame =
    payment.id === page.paymentId &&
    payment.currency === currency &&
    fromDecimal(payment.amount, currency) === attempt.amount &&
    payment.order?.reference_id === page.reference;
  if (!isSame) throw new Error(`Tabby: payment ${payment.id} is not the one that was requested`);
  if (!state) throw new Error(`Tabby: payment ${payment.id} has the unknown status ${payment.status}`);
  const captured = sumOf(payment.captures, currency);
  return {
    state,
    captured,
    capturable: state === 'authorized' ? attempt.amount - captured : 0,
    captureBefore: new Date(Date.parse(payment.created_at ?? attempt.at) + holdMs),
    refunded: sumOf(payment.refunds, currency),
    refunds: (payment.refunds ?? []).map(({ id, reference_id: refundId }) => ({ id, refundId: refundId ?? null })),
  };
}

/** @throws Error a movement is no amount of the currency */
function sumOf(movements: readonly Movement[] | null | undefined, currency: Currency): number {
  return (movements ?? []).reduce((sum, { id, amount }) => {
    const minor = fromDecimal(amount, currency);
    if (minor === undefined) throw new Error(`Tabby: movement ${id} has the amount ${amount}`);
    return sum + minor;
  }, 0);
}
