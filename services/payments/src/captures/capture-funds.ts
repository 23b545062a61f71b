import { newId } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import type { Captured, SettlementRules } from '../intents/settlement.ts';
import { feeOfCapture } from '../ledger/fees.ts';
import { availabilityJournal, captureJournal } from '../ledger/journals.ts';
import { captureKey } from '../providers/provider.ts';

const dayMs = 24 * 60 * 60_000;

/** Minor units of a charge that a provider captured, as the `n`-th capture of it. */
export interface CapturedAmount {
  readonly amount: number;
  readonly n: number;
  readonly isFinal: boolean;
  /** True when the provider says that the money can be used before the usual delay. */
  readonly isAvailableAtOnce: boolean;
}

/**
 * What a capture moves: the fee by the terms of the charge, the merchant's movement, and the journals that say the same
 * in double entry. Pure; the caller writes it in the transaction that records the provider's answer.
 */
export function captureFunds(
  charge: ChargeRow,
  { amount, n, isFinal, isAvailableAtOnce }: CapturedAmount,
  rules: SettlementRules,
  now: Date,
): Captured {
  const { merchant_id, livemode, currency } = charge;
  const sourceId = captureKey(charge.id, n);
  const fee = feeOfCapture({ terms: charge.fee_terms, currency, amount, capturedBefore: charge.amount_captured });
  const isAvailable = rules.isInstant || isAvailableAtOnce;
  return {
    capture: {
      charge_id: charge.id,
      n,
      merchant_id,
      livemode,
      amount,
      is_final: isFinal,
      status: 'SUCCEEDED',
      next_sync_at: null,
      sync_attempts: 0,
      created_at: now,
    },
    movement: {
      id: newId('txn'),
      merchant_id,
      livemode,
      type: 'charge',
      gross: amount,
      fee: fee.total,
      net: fee.net,
      currency,
      status: isAvailable ? 'available' : 'pending',
      available_on: isAvailable ? now : new Date(now.getTime() + rules.delayDays * dayMs),
      fee_details: [...fee.feeDetails],
      source_type: 'charge',
      source_id: charge.id,
      journal_source: sourceId,
      exchange_rate: charge.presentment_details?.exchangeRate ?? null,
      description: null,
      created_at: now,
    },
    journals: [
      captureJournal({ sourceId, currency, amount, fee }),
      ...(isAvailable ? [availabilityJournal({ sourceId, currency, amount: fee.net })] : []),
    ],
  };
}
