import type { ChargeRow } from '../payment/charge.entity.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { Pending, RequiresAction, Unknown } from '../providers/port/provider-outcome.ts';
import { nextSyncAt } from '../providers/port/sync-schedule.ts';
import type { AnsweredCharge, Settlement } from './settlement.ts';

/** The buyer has to act: the intent names the page, and the provider is queried when the buyer's time is over. */
export function settleRequiresAction({ intent, charge, answer, now }: AnsweredCharge<RequiresAction>): Settlement {
  const { voucher } = answer;
  const next_action = {
    ...redirectTo(answer.redirectUrl, charge),
    ...(voucher ? { displayVoucherDetails: voucher } : {}),
  };
  const payment_method_details = voucher
    ? { ...charge.payment_method_details, voucher: { reference: voucher.reference, expiresAt: voucher.expiresAt } }
    : charge.payment_method_details;
  const next_sync_at = answer.checkAgainAt ?? answer.expiresAt;
  return stillOpen('requireAction', {
    intent: { ...intent, next_action },
    charge: { ...charge, payment_method_details, next_sync_at },
    now,
  });
}

/** The result comes later, or the answer got lost: money may have moved, so nothing is reported as failed. */
export function settleUndecided({ intent, charge, answer, now }: AnsweredCharge<Pending | Unknown>): Settlement {
  const scheduled = nextSyncAt(charge.sync_attempts, now);
  const next_sync_at = (answer.kind === 'pending' ? answer.checkAgainAt : null) ?? scheduled;
  const { next_action, bankTransfer } = instructionsOf(answer, charge);
  const payment_method_details = bankTransfer
    ? { ...charge.payment_method_details, bankTransfer: { reference: bankTransfer.reference } }
    : charge.payment_method_details;
  return stillOpen('awaitProvider', {
    intent: { ...intent, next_action },
    charge: { ...charge, payment_method_details, next_sync_at },
    now,
  });
}

/** How the buyer sends the money, for methods whose provider only waits for it. */
function instructionsOf(answer: Pending | Unknown, charge: ChargeRow) {
  if (answer.kind === 'unknown' || answer.instructionsUrl === null) return { next_action: null, bankTransfer: null };
  const { bankTransfer } = answer;
  const next_action: PaymentIntentRow['next_action'] = {
    ...redirectTo(answer.instructionsUrl, charge),
    ...(bankTransfer ? { displayBankTransferDetails: bankTransfer } : {}),
  };
  return { next_action, bankTransfer };
}

const redirectTo = (url: string, charge: ChargeRow) => ({
  type: 'redirect_to_url' as const,
  redirectToUrl: { url, returnUrl: charge.return_url },
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
    intent: { ...intent, status: moved.to, updated_at: isChange ? now : intent.updated_at },
    charge: { ...charge, updated_at: isChange ? now : charge.updated_at },
    chargeEvent: isFirstAnswer ? 'charge.pending' : null,
    intentEvent: isChange ? event : null,
    captured: null,
  };
}
