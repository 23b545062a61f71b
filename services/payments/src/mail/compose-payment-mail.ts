import type { BankTransferDetails, Calls, PaymentMailContent, PaymentMailReply, RequestOf } from '@mizan/contracts';
import { own, type Reader } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { findIntent } from '../payment/payment.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import { isReportedInFull } from '../payment/reported-receipt.ts';
import { formatReceiptNumber } from '../receipts/assign-receipt-numbers.ts';

type Request = RequestOf<Calls['composePaymentMail']>;

/** The mail has no reason any more: paid, expired or failed. */
const ended: PaymentMailReply = { state: 'void', hasAddress: true };
/** The buyer gave no address, or it was deleted with their details. */
const unaddressed: PaymentMailReply = { state: 'void', hasAddress: false };

/**
 * What a mail about a charge or refund says, as things are now. It is composed when it is sent and not when its reason occurs,
 * so that no copy of a buyer's details waits in a queue, and what ended in the meantime is not mailed.
 */
export async function composePaymentMail(
  reader: Reader,
  app: App,
  { template, aboutId }: Request,
): Promise<PaymentMailReply> {
  const refund = aboutId.startsWith('re_') ? await findRefund(reader, aboutId) : undefined;
  const charge = await findCharge(reader, refund?.chargeId ?? aboutId);
  const intent = charge && (await findIntent(reader, charge.paymentIntentId));
  if (!charge || !intent) return ended;
  const about: About = { reader, app, charge, intent };
  switch (template) {
    case 'receipt':
      return composeReceipt(about);
    case 'voucher':
      return composeVoucher(about);
    case 'transfer_instructions':
      return composeTransferInstructions(about);
    case 'refund_receipt':
      return refund ? composeRefundReceipt(about, refund) : ended;
    case 'refund_details':
      return refund ? composeRefundDetails(about, refund) : ended;
  }
}

interface About {
  readonly reader: Reader;
  readonly app: App;
  readonly charge: ChargeRow;
  readonly intent: PaymentIntentRow;
}

async function composeReceipt(about: About): Promise<PaymentMailReply> {
  const { app, charge, intent } = about;
  const { receiptEmail: to, amountCaptured, currency, presentmentDetails: presented } = charge;
  if (to === null) return unaddressed;
  if (amountCaptured === 0 || charge.isSurplus) return ended;
  const isWhole = amountCaptured === charge.amount;
  return withNumber(about, charge.id, {
    ...common(charge, intent),
    template: 'receipt',
    to,
    total: { amount: amountCaptured, currency },
    presented: presented && isWhole ? { amount: presented.amount, currency: presented.currency } : null,
    url: app.receipts.urlOf(charge.id),
    reference: charge.id,
    at: (charge.capturedAt ?? charge.createdAt).toISOString(),
  });
}

async function composeRefundReceipt(about: About, refund: RefundRow): Promise<PaymentMailReply> {
  const { app, charge, intent } = about;
  const to = charge.receiptEmail ?? refund.instructionsEmail;
  if (to === null) return unaddressed;
  if (refund.status !== 'SUCCEEDED') return ended;
  const { presentmentDetails: presented } = refund;
  return withNumber(about, refund.id, {
    ...common(charge, intent),
    template: 'refund_receipt',
    to,
    total: { amount: refund.amount, currency: refund.currency },
    presented: presented && { amount: presented.amount, currency: presented.currency },
    url: app.receipts.urlOf(refund.id),
    reference: refund.id,
    at: refund.updatedAt.toISOString(),
  });
}

function composeVoucher(about: About): PaymentMailReply {
  const { charge, intent } = about;
  const { redirectToUrl, displayVoucherDetails: voucher } = intent.nextAction ?? {};
  if (charge.receiptEmail === null) return unaddressed;
  if (!redirectToUrl || !voucher || !isAwaited(about, voucher, 'REQUIRES_ACTION')) return ended;
  return {
    state: 'ready',
    content: {
      ...common(charge, intent),
      template: 'voucher',
      to: charge.receiptEmail,
      total: { amount: voucher.amount, currency: voucher.currency },
      url: redirectToUrl.url,
      methodType: charge.paymentMethod.type,
      reference: voucher.reference,
      billerCode: voucher.billerCode,
      expiresAt: voucher.expiresAt,
      instructions: voucher.instructions,
    },
  };
}

function composeTransferInstructions(about: About): PaymentMailReply {
  const { charge, intent } = about;
  const { redirectToUrl, displayBankTransferDetails: bank, displayInstapayDetails: instapay } = intent.nextAction ?? {};
  const transfer = bank ?? instapay;
  if (charge.receiptEmail === null) return unaddressed;
  if (!redirectToUrl || !transfer || !isAwaited(about, transfer, 'PROCESSING')) return ended;
  if (isReportedInFull(charge)) return ended;
  const { amountReported: received } = charge;
  return {
    state: 'ready',
    content: {
      ...common(charge, intent),
      template: 'transfer_instructions',
      to: charge.receiptEmail,
      total: { amount: transfer.amount - received, currency: transfer.currency },
      received: received > 0 ? { amount: received, currency: transfer.currency } : null,
      url: redirectToUrl.url,
      account: 'handle' in transfer ? { handle: transfer.handle } : bankAccountOf(transfer),
      reference: transfer.reference,
      expiresAt: transfer.expiresAt,
    },
  };
}

const bankAccountOf = ({ iban, accountName, bankName }: BankTransferDetails) => ({
  ...{ iban, accountName },
  ...(bankName === undefined ? {} : { bankName }),
});

/** Whether the buyer can still pay in this way: it is not paid, not expired, and no later attempt has taken its place. */
const isAwaited = (
  { reader, charge, intent }: About,
  { expiresAt }: { readonly expiresAt: string },
  status: PaymentIntentRow['status'],
): boolean => intent.status === status && charge.attempt === intent.attempts && new Date(expiresAt) > reader.now;

function composeRefundDetails({ app, charge, intent, reader }: About, refund: RefundRow): PaymentMailReply {
  const { instructionsEmail: to, actionExpiresAt: expiresAt } = refund;
  if (to === null) return unaddressed;
  if (refund.status !== 'REQUIRES_ACTION' || expiresAt === null || expiresAt <= reader.now) return ended;
  return {
    state: 'ready',
    content: {
      ...common(charge, intent),
      template: 'refund_details',
      to,
      total: { amount: refund.amount, currency: refund.currency },
      url: app.refundPages.urlOf(refund.id),
      reference: refund.id,
      expiresAt: expiresAt.toISOString(),
    },
  };
}

const common = ({ paymentMethod, paymentMethodDetails }: ChargeRow, intent: PaymentIntentRow) => ({
  checkoutSessionId: intent.checkoutSessionId,
  description: intent.description,
  method: { type: paymentMethod.type, card: paymentMethodDetails.card },
});

type Numbered = Extract<PaymentMailContent, { template: 'receipt' | 'refund_receipt' }>;
type Unnumbered = Numbered extends infer Each ? (Each extends Numbered ? Omit<Each, 'number'> : never) : never;

/** A receipt is mailed with its number, which is assigned a moment after the payment. */
async function withNumber(
  { reader, charge: { id: chargeId } }: About,
  sourceId: string,
  content: Unnumbered,
): Promise<PaymentMailReply> {
  const found = await reader.one<{ year: number; number: number }>`
    select year, number from receipts where ${own(reader)} and charge_id = ${chargeId} and source_id = ${sourceId}`;
  return found ? { state: 'ready', content: { ...content, number: formatReceiptNumber(found) } } : { state: 'later' };
}

const findCharge = (reader: Reader, id: string): Promise<ChargeRow | undefined> =>
  reader.one<ChargeRow>`select ${charges.columns} from charges where ${own(reader)} and id = ${id}`;

const findRefund = (reader: Reader, id: string): Promise<RefundRow | undefined> =>
  reader.one<RefundRow>`select ${refunds.columns} from refunds where ${own(reader)} and id = ${id}`;
