import type { Charge, EventCheckoutSession, EventPaymentIntent, MailTemplate, Refund } from '@mizan/contracts';
import { consumer, failpoint, newId, type BusEvent, type Consumer, type Tx } from '@mizan/service-kit';
import { isWanted, sendsMail, type MailApp } from './mail-app.ts';
import { mailMaxAgeMs } from './mail-schedule.ts';
import { mails } from './mail.table.ts';

/** What a mail needs that its reason has just occurred. */
type QueueApp = Pick<MailApp, 'accounts' | 'callsFor' | 'smtp'>;

/**
 * Queues the mails that events are a reason for, one for each object and template, however many events name it. Nothing is
 * sent here, and no account is looked up in the transaction; accounts without mail cost no transaction at all.
 */
export const onMailReason = (app: QueueApp, wake: (livemode: boolean) => void): Consumer => {
  const queue = (template: MailTemplate, aboutIdOf: (object: never) => string) => ({
    handleAll: (tx: Tx, events: readonly BusEvent[]) =>
      queueMails(tx, template, {
        reasons: events.map(({ id, object }) => ({ eventId: id, aboutId: aboutIdOf(object as never) })),
        wake,
      }),
  });
  const receipt = { when: hasReceipt, ...queue('receipt', ({ id }: Charge) => id) };
  return consumer({
    name: 'mail',
    purpose: 'queues the mail that the buyer gets',
    unapplied: (_db, events) => wantedOf(app, events),
    on: {
      'charge.succeeded': receipt,
      'charge.captured': receipt,
      'charge.updated': receipt, // it may have succeeded late: see `isReason`
      'refund.succeeded': queue('refund_receipt', ({ id }: Refund) => id),
      'refund.requires_action': { when: needsBuyer, ...queue('refund_details', ({ id }: Refund) => id) },
      'payment_intent.requires_action': { when: hasVoucher, ...queue('voucher', latestChargeIdOf) },
      'payment_intent.processing': { when: hasTransfer, ...queue('transfer_instructions', latestChargeIdOf) },
      'checkout.session.expired': {
        when: isRecoverable,
        ...queue('checkout_recovery', ({ id }: EventCheckoutSession) => id),
      },
    },
  });
};

const hasReceipt = ({ receiptEmail, amountCaptured, outcome }: Charge): boolean =>
  receiptEmail !== null && amountCaptured > 0 && outcome?.surplus !== true;
const needsBuyer = ({ instructionsEmail }: Refund): boolean => instructionsEmail !== undefined;
const hasVoucher = ({ nextAction, latestCharge }: EventPaymentIntent): boolean =>
  nextAction?.displayVoucherDetails !== undefined && Boolean(latestCharge?.receiptEmail);
const hasTransfer = ({ nextAction, latestCharge }: EventPaymentIntent): boolean =>
  Boolean(nextAction?.displayBankTransferDetails ?? nextAction?.displayInstapayDetails) &&
  Boolean(latestCharge?.receiptEmail);
const latestChargeIdOf = ({ id, latestCharge }: EventPaymentIntent): string => {
  if (!latestCharge) throw new Error(`bug: ${id} waits for its buyer without a charge`);
  return latestCharge.id;
};
const isRecoverable = ({ recoveryUrl, customer, customerDetails }: EventCheckoutSession): boolean =>
  recoveryUrl !== undefined &&
  [customerDetails?.email, customerDetails?.billingDetails?.email, customer?.email].some((email) => email);

const templateOf: Readonly<Record<string, MailTemplate>> = {
  'refund.succeeded': 'refund_receipt',
  'refund.requires_action': 'refund_details',
  'payment_intent.requires_action': 'voucher',
  'payment_intent.processing': 'transfer_instructions',
  'checkout.session.expired': 'checkout_recovery',
};

/** A charge is updated for months, by refunds for example: only what was captured of it is a reason for its receipt. */
const isReason = ({ type, previousAttributes }: BusEvent): boolean =>
  type !== 'charge.updated' || previousAttributes?.['amountCaptured'] !== undefined;

/** Events whose account has their mail on, where mail is sent at all, and that are no older than a mail may be. */
async function wantedOf(app: QueueApp, events: readonly BusEvent[]): Promise<BusEvent[]> {
  const wanted: BusEvent[] = [];
  for (const event of events) {
    const { scope, type, time } = event;
    if (!isReason(event) || !sendsMail(app, scope.livemode) || Date.now() - time.getTime() > mailMaxAgeMs) continue;
    const { mail } = await app.accounts.get({ scope, calls: app.callsFor(scope) });
    if (isWanted(templateOf[type] ?? 'receipt', mail)) wanted.push(event);
  }
  return wanted;
}

/** Adds mails to the queue; what is there already stays as it is. */
async function queueMails(
  tx: Tx,
  template: MailTemplate,
  {
    reasons,
    wake,
  }: {
    readonly reasons: readonly { readonly eventId: string; readonly aboutId: string }[];
    readonly wake: (livemode: boolean) => void;
  },
): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const at = new Date(); // real time, whatever the account's clock: mail servers have no other
  const rows = reasons.map((reason) => ({
    id: newId('eml'),
    merchantId,
    livemode,
    template,
    ...reason,
    status: 'PENDING' as const,
    attempts: 0,
    nextAt: at,
    queuedAt: at,
    createdAt: tx.now,
  }));
  await tx.sql`${mails.insert(rows)} on conflict (merchant_id, livemode, about_id, template) do nothing`;
  tx.afterCommit(() => wake(livemode));
  failpoint('mail.queued_uncommitted');
}
