import { countRows, failpoint, fragment, newId, type Tx } from '@mizan/service-kit';
import { balanceDue } from '../ledger/announce-balances.ts';
import { feeOfCapture } from '../ledger/fees.ts';
import { availabilityJournal, captureJournal } from '../ledger/journals.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import type { App, SettlementRules } from '../payment/app.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { newMovement } from '../payment/new-movement.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, type Payment, withCharge, updateCharge, updateIntent } from '../payment/payment.ts';
import { captureKey } from '../providers/port/provider.ts';
import { oneMore } from '../tables/counted.ts';
import type { Captured } from './settlement.ts';

const dayMs = 24 * 60 * 60_000;

/** What a merchant pays for money that its payment did not need. */
const freeOfCharge = { ratePpm: 0, fixed: 0, vatPpm: 0 };

/** Minor units of a charge that a provider captured, as the `n`-th capture of it. */
interface CapturedAmount {
  readonly amount: number;
  readonly n: number;
  readonly isFinal: boolean;
  /** True when the provider makes the money available before the usual delay. */
  readonly isAvailableAtOnce: boolean;
}

/**
 * What a capture moves: the fee by the terms of the charge, the merchant's movement, and the journals that record the
 * same in double entry. Pure; the caller writes it in the transaction that records the provider's answer.
 */
export function captureFunds(
  charge: ChargeRow,
  capture: CapturedAmount,
  { rules, now }: { readonly rules: SettlementRules; readonly now: Date },
): Captured {
  const { merchantId, livemode, currency, settlesTo } = charge;
  const { amount, n, isFinal, isAvailableAtOnce } = capture;
  const sourceId = captureKey(charge.id, n);
  const terms = charge.isSurplus ? freeOfCharge : charge.feeTerms;
  const fee = feeOfCapture({ terms, currency, amount, capturedBefore: charge.amountCaptured });
  const isMerchantHeld = settlesTo === 'merchant'; // and the merchant's at once, with whatever delay its provider pays it out
  const isAvailable = isMerchantHeld || rules.isInstant || isAvailableAtOnce;
  return {
    capture: {
      chargeId: charge.id,
      n,
      merchantId,
      livemode,
      amount,
      isFinal,
      status: 'SUCCEEDED',
      nextSyncAt: null,
      syncAttempts: 0,
      createdAt: now,
    },
    movement: newMovement(charge, now, {
      id: newId('txn'),
      type: 'charge',
      gross: amount,
      fee: fee.total,
      net: fee.net,
      currency,
      status: isAvailable ? 'available' : 'pending',
      availableOn: isAvailable ? now : new Date(now.getTime() + rules.delayDays * dayMs),
      feeDetails: [...fee.feeDetails],
      sourceType: 'charge',
      sourceId: charge.id,
      journalSource: sourceId,
      exchangeRate: charge.presentmentDetails?.exchangeRate ?? null,
      isMerchantHeld,
    }),
    journals: [
      captureJournal({ sourceId, currency, amount, settlesTo, fee }),
      ...(isAvailable && !isMerchantHeld ? [availabilityJournal({ sourceId, currency, amount: fee.net })] : []),
    ],
  };
}

/** A capture that a provider has made, with its payment under lock. */
interface CompletedCapture extends Omit<CapturedAmount, 'isAvailableAtOnce'> {
  readonly payment: Payment;
  readonly chargeId: string;
}

/**
 * Writes what a capture that the provider has made changes in its charge, its intent, the balance and the ledger, and
 * publishes it. The caller writes the row in `captures`.
 */
export async function recordCapture(
  tx: Tx,
  app: App,
  { payment: before, chargeId, n, amount, isFinal }: CompletedCapture,
): Promise<Payment> {
  const former = chargeOf(before, chargeId);
  const capture = { amount, n, isFinal, isAvailableAtOnce: false };
  const rules = app.settlementRulesOf(tx.scope);
  const { movement, journals } = captureFunds(former.row, capture, { rules, now: tx.now });
  const parts = {
    ...former,
    movement,
    row: {
      ...former.row,
      version: former.row.version + 1,
      amountCaptured: former.row.amountCaptured + amount,
      capturedAt: tx.now,
      balanceTransactionId: movement.id,
      updatedAt: tx.now,
    },
  };
  const intent = { ...capturedIntent(before.intent, amount, isFinal), updatedAt: tx.now };
  await tx.sql`
    with charge as (${updateCharge(parts.row)}), intent as (${updateIntent(intent)}),
      movement as (${balanceTransactions.insert([movement])}),
      ${postingOf(tx, journals)},
      counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})
      ${movement.status === 'available' ? fragment`, due as (${balanceDue(tx)})` : fragment``}
    select`;
  const after = withCharge({ ...before, intent }, parts);
  tx.emit('charge.captured', { object: toChargeResource(parts, app), version: parts.row.version });
  const type = isFinal ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated';
  tx.emit(type, { object: toPaymentIntentResource(after, app), version: intent.version });
  failpoint('pay.before_commit');
  return after;
}

function capturedIntent(intent: PaymentIntentRow, amount: number, isFinal: boolean): PaymentIntentRow {
  const moved = transition(intent.status, isFinal ? 'captureFinally' : 'capturePartly');
  // A hold expires or is canceled only after the provider agreed that nothing is captured any more.
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and was captured`);
  return {
    ...intent,
    version: intent.version + 1,
    status: moved.to,
    amountReceived: intent.amountReceived + amount,
    amountCapturable: isFinal ? 0 : intent.amountCapturable - amount,
    captureBefore: isFinal ? null : intent.captureBefore,
    lastPaymentError: null,
  };
}
