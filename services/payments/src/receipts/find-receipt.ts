import { toSVG } from 'bwip-js/node';
import type { PaymentReceipt, ReceiptView, RefundState } from '@mizan/checkout-page';
import { type Currency, currencyDecimals, type RefundStatus } from '@mizan/contracts';
import { acrossMerchants, own, type Reader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeParts } from '../payment/charge.resource.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { loadChargeParts } from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { formatReceiptNumber } from './assign-receipt-numbers.ts';

/** What a receipt says, but for the sentence of a charge that its payment did not need, which has the language of its reader. */
export interface FoundReceipt {
  readonly view: ReceiptView;
  /** Whether it is the receipt of a charge that its payment did not need: the order is not what was paid for with it. */
  readonly isSurplus: boolean;
}

/** What the receipt of a charge or refund says; undefined when it was deleted, or nothing is captured yet. */
export async function findReceipt(app: App, id: string): Promise<FoundReceipt | undefined> {
  const charge = await findCharge(app, id);
  if (!charge || charge.amountCaptured === 0) return undefined;
  const scope = { merchantId: charge.merchantId, livemode: charge.livemode };
  const reader = { ...app.db.reader(scope) };
  const [[parts], described, account] = await Promise.all([
    loadChargeParts(reader, [charge]),
    findDescription(reader, id, charge),
    app.accounts.get({ scope, calls: app.callsFor(scope) }),
  ]);
  if (!parts) return undefined;
  const refund = parts.refunds.find((each) => each.id === id);
  const { checkoutSessionId } = described;
  const url = app.receipts.urlOf(id);
  const shared = {
    merchantName: account.displayName,
    merchantLogo: account.logo,
    country: account.country,
    defaultLocale: account.defaultLocale,
    livemode: charge.livemode,
    number: described.number,
    reference: id,
    orderReference: checkoutSessionId,
    method: { type: charge.paymentMethod.type, card: charge.paymentMethodDetails.card },
    description: described.description,
    url,
    code: toSVG({ bcid: 'qrcode', text: url }),
  };
  if (refund) {
    const view = {
      ...shared,
      ...totalsOf(refund.amount, refund, refund.presentmentDetails),
      kind: 'refund' as const,
      at: refund.createdAt.toISOString(),
      status: refundStates[refund.status],
      paymentUrl: app.receipts.urlOf(charge.id),
    };
    return { view, isSurplus: false };
  }
  const { isSurplus } = charge;
  const hasOrder = checkoutSessionId !== null && !isSurplus;
  const view = {
    ...shared,
    ...totalsOf(charge.amountCaptured, charge, charge.presentmentDetails),
    kind: 'payment' as const,
    at: (charge.capturedAt ?? charge.createdAt).toISOString(),
    status: statusOf(charge, parts),
    refunds: refundsOf(app, parts),
    order: hasOrder ? await app.orders.find(app, scope, checkoutSessionId) : null,
  };
  return { view, isSurplus };
}

/** The charge of a receipt; that of a refund's receipt, too. Its address names the merchant's data, so none is asked for. */
const findCharge = ({ db }: App, id: string): Promise<ChargeRow | undefined> =>
  db.system.one<ChargeRow>`
    select ${charges.columns} from charges
    where ${acrossMerchants} and id = coalesce((select charge_id from refunds where ${acrossMerchants} and id = ${id}), ${id})`;

interface Description {
  readonly number: string | null;
  readonly description: string | null;
  /** `cs_…`; null without a checkout. */
  readonly checkoutSessionId: string | null;
}

async function findDescription(
  reader: Pick<Reader, 'sql' | 'one' | 'scope'>,
  id: string,
  { id: chargeId, paymentIntentId }: ChargeRow,
): Promise<Description> {
  const found = await reader.one<Omit<Description, 'number'> & { year: number | null; number: number | null }>`
    select year, number, description, checkout_session_id from payment_intents
      left join receipts on receipts.charge_id = ${chargeId} and receipts.source_id = ${id}
    where ${own(reader, 'payment_intents')} and payment_intents.id = ${paymentIntentId}`;
  const { year = null, number = null, description = null, checkoutSessionId = null } = found ?? {};
  return {
    description,
    checkoutSessionId,
    number: year === null || number === null ? null : formatReceiptNumber({ year, number }),
  };
}

type Presented = ChargeRow['presentmentDetails'];

/** What was paid or returned, and the same in the currency of the prices if that is another one. */
function totalsOf(
  amount: number,
  { currency, amount: whole }: { readonly currency: Currency; readonly amount: number },
  presented: Presented,
): Pick<ReceiptView, 'total' | 'presented'> {
  return {
    total: shown(amount, currency),
    presented: presented && amount === whole ? shown(presented.amount, presented.currency) : null,
  };
}

const shown = (amount: number, currency: Currency) => ({ amount, currency, decimals: currencyDecimals[currency] });

/** A charge counts as refunded when its refund is created; its buyer has the money only when the refund has succeeded. */
function statusOf({ status, amountRefunded }: ChargeRow, { refunds }: ChargeParts): PaymentReceipt['status'] {
  if (refunds.some((refund) => refund.status === 'PENDING' || refund.status === 'REQUIRES_ACTION')) return 'refunding';
  return status === 'REFUNDED' ? 'refunded' : amountRefunded > 0 ? 'partlyRefunded' : 'paid';
}

const refundStates: Readonly<Record<RefundStatus, RefundState>> = {
  PENDING: 'refundPending',
  REQUIRES_ACTION: 'refundNeedsDetails',
  SUCCEEDED: 'refundSucceeded',
  FAILED: 'refundFailed',
  CANCELED: 'refundCanceled',
};

const refundsOf = ({ receipts }: App, { refunds }: ChargeParts) =>
  refunds
    .filter(({ status }: RefundRow) => status !== 'FAILED' && status !== 'CANCELED')
    .map(({ id, amount, currency, createdAt, status }) => ({
      url: receipts.urlOf(id),
      amount: shown(amount, currency),
      at: createdAt.toISOString(),
      status: refundStates[status],
    }));
