import type { ChargeRow } from '../payment/charge.entity.ts';
import { isReceivedByHand } from '../payment/charge-traits.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { AwaitsServer, Pending, RequiresAction, Unknown } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import type { AnsweredCharge, Settlement } from './settlement.ts';

/** How often an open voucher is queried: a kiosk takes money for days, and the notification of it may be lost. */
const voucherCheckMs = 60 * 60_000;

/** The buyer has to act: the intent names the page, and the provider is queried when the buyer's time is over, or a voucher is due. */
export function settleRequiresAction({ intent, charge, answer, now }: AnsweredCharge<RequiresAction>): Settlement {
  const { voucher } = answer;
  const nextAction = {
    ...redirectTo(answer.redirectUrl, charge, answer.frameUrl),
    ...(voucher ? { displayVoucherDetails: voucher } : {}),
  };
  const paymentMethodDetails = voucher
    ? { ...charge.paymentMethodDetails, voucher: { reference: voucher.reference, expiresAt: voucher.expiresAt } }
    : charge.paymentMethodDetails;
  const checkAgainAt = answer.checkAgainAt ?? answer.expiresAt;
  const inAnHour = new Date(now.getTime() + voucherCheckMs);
  const nextSyncAt = voucher && inAnHour < checkAgainAt ? inAnHour : checkAgainAt;
  return stillOpen('requireAction', {
    intent: { ...intent, nextAction },
    charge: { ...charge, actionAnswer: null, paymentMethodDetails, nextSyncAt, syncAttempts: 0 },
    now,
  });
}

/** The buyer has acted: the merchant's server confirms next, or the provider is queried when the time for it is over. */
export function settleAwaitsServer({ intent, charge, answer, now }: AnsweredCharge<AwaitsServer>): Settlement {
  const moved = transition(intent.status, 'awaitServer');
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and waits for its server`);
  const isChange = moved.to !== intent.status || charge.actionAnswer === null;
  return {
    intent: { ...intent, status: moved.to, nextAction: null, updatedAt: isChange ? now : intent.updatedAt },
    charge: { ...charge, actionAnswer: charge.actionAnswer ?? {}, nextSyncAt: answer.expiresAt },
    chargeEvent: null,
    intentEvent: isChange ? 'payment_intent.updated' : null,
    captured: null,
  };
}

/** The result comes later, or the answer got lost: money may have moved, so nothing is reported as failed. */
export function settleUndecided({ intent, charge, answer, now }: AnsweredCharge<Pending | Unknown>): Settlement {
  const scheduled = retryAt(charge.syncAttempts, now);
  const voucherEnd = answer.kind === 'unknown' ? endOfVoucher(intent) : undefined;
  if (voucherEnd && now < voucherEnd) return keepVoucher({ intent, charge, now }, { scheduled, voucherEnd });
  const nextSyncAt = (answer.kind === 'pending' ? answer.checkAgainAt : null) ?? scheduled;
  const nextAction = answer.kind === 'unknown' ? null : instructionsOf(answer, charge);
  const transfer = answer.kind === 'unknown' ? {} : referencesOf(answer);
  const paymentMethodDetails = { ...charge.paymentMethodDetails, ...transfer };
  return stillOpen('awaitProvider', {
    intent: { ...intent, nextAction },
    charge: { ...charge, paymentMethodDetails, nextSyncAt },
    now,
  });
}

/** When the number that the buyer has can no longer be paid; undefined while the buyer has none. */
function endOfVoucher({ status, nextAction }: PaymentIntentRow): Date | undefined {
  const { displayVoucherDetails } = nextAction ?? {};
  return status === 'REQUIRES_ACTION' && displayVoucherDetails ? new Date(displayVoucherDetails.expiresAt) : undefined;
}

/** A provider that does not answer for a while says nothing about a number that it has given out: it can still be paid. */
function keepVoucher(
  { intent, charge, now }: Omit<AnsweredCharge<unknown>, 'answer'>,
  { scheduled, voucherEnd }: { readonly scheduled: Date; readonly voucherEnd: Date },
): Settlement {
  const earliest = Math.min(scheduled.getTime(), now.getTime() + voucherCheckMs, voucherEnd.getTime());
  return {
    ...{ intent, charge: { ...charge, nextSyncAt: new Date(earliest) } },
    ...{ chargeEvent: null, intentEvent: null, captured: null },
  };
}

/** How the buyer sends the money, for methods whose provider only waits for it. */
function instructionsOf(answer: Pending, charge: ChargeRow): PaymentIntentRow['nextAction'] {
  const { bankTransfer, instapay } = answer;
  // Without a page of a provider, the page that the buyer returns to shows what is to be done.
  const url = answer.instructionsUrl ?? (isReceivedByHand(charge) ? charge.returnUrl : null);
  if (url === null) return null;
  return {
    ...redirectTo(url, charge),
    ...(bankTransfer ? { displayBankTransferDetails: bankTransfer } : {}),
    ...(instapay ? { displayInstapayDetails: instapay } : {}),
  };
}

/** What a transfer is found by on the merchant's statement, also once the payment has ended. */
const referencesOf = ({ bankTransfer, instapay }: Pending): Partial<ChargeRow['paymentMethodDetails']> => ({
  ...(bankTransfer ? { bankTransfer: { reference: bankTransfer.reference } } : {}),
  ...(instapay ? { instapay: { reference: instapay.reference } } : {}),
});

const redirectTo = (url: string, charge: ChargeRow, frameUrl?: string) => ({
  type: 'redirect_to_url' as const,
  redirectToUrl: { url, returnUrl: charge.returnUrl, ...(frameUrl === undefined ? {} : { frameUrl }) },
});

function stillOpen(
  trigger: 'requireAction' | 'awaitProvider',
  { intent, charge, now }: Omit<AnsweredCharge<unknown>, 'answer'>,
): Settlement {
  const moved = transition(intent.status, trigger);
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and its charge is undecided`);
  const isFirstAnswer = charge.version === 0;
  const isChange = isFirstAnswer || moved.to !== intent.status;
  const event = trigger === 'requireAction' ? 'payment_intent.requires_action' : 'payment_intent.processing';
  return {
    intent: { ...intent, status: moved.to, updatedAt: isChange ? now : intent.updatedAt },
    charge: { ...charge, updatedAt: isChange ? now : charge.updatedAt },
    chargeEvent: isFirstAnswer ? 'charge.pending' : null,
    intentEvent: isChange ? event : null,
    captured: null,
  };
}
