import type { PaymentMethodType } from '@mizan/contracts';
import { describeFailure, type FailureReason, isDeclineCode } from '../port/describe-failure.ts';
import type { Failure } from '../port/provider-outcome.ts';
import type { Transaction } from './paymob-objects.ts';

/** The issuer's answer, two characters of ISO 8583, in the port's words. */
const byAcquirer: Readonly<Record<string, FailureReason>> = {
  '01': 'call_issuer',
  '02': 'call_issuer',
  '03': 'merchant_blacklist',
  '04': 'pickup_card',
  '05': 'do_not_honor',
  '07': 'pickup_card',
  '08': 'approve_with_id',
  '12': 'transaction_not_allowed',
  '13': 'invalid_amount',
  '14': 'incorrect_number',
  '19': 'reenter_transaction',
  '21': 'no_action_taken',
  '41': 'lost_card',
  '43': 'stolen_card',
  '51': 'insufficient_funds',
  '54': 'expired_card',
  '57': 'transaction_not_allowed',
  '58': 'service_not_allowed',
  '59': 'fraudulent',
  '61': 'card_velocity_exceeded',
  '62': 'restricted_card',
  '63': 'security_violation',
  '65': 'withdrawal_count_limit_exceeded',
  '68': 'try_again_later',
  '78': 'invalid_account',
  '82': 'incorrect_cvc',
  '91': 'issuer_not_available',
  '94': 'duplicate_transaction',
  '96': 'processing_error',
  N7: 'incorrect_cvc',
  R0: 'stop_payment_order',
  R1: 'revocation_of_authorization',
};

/** The card gateway's own codes, where no issuer has answered. */
const byGateway: Readonly<Record<string, FailureReason>> = {
  AUTHENTICATION_FAILED: 'authentication_failed',
  BLOCKED: 'restricted_card',
  EXPIRED_CARD: 'expired_card',
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  INVALID_CSC: 'incorrect_cvc',
  NOT_SUPPORTED: 'card_not_supported',
  SYSTEM_ERROR: 'processing_error',
  ACQUIRER_SYSTEM_ERROR: 'processing_error',
  TIMED_OUT: 'issuer_not_available',
  ABORTED: 'customer_abandoned',
  CANCELLED: 'customer_abandoned',
  DUPLICATE_BATCH: 'duplicate_transaction',
  REFERRED: 'call_issuer',
};

const cardTypes: readonly PaymentMethodType[] = ['card', 'apple_pay', 'google_pay'];

/** Whether a method is charged through the card networks. */
export const isCardType = (type: PaymentMethodType): boolean => cardTypes.includes(type);

/** Why a transaction was declined. Codes that Paymob does not publish are a generic decline, with its own text for the merchant. */
export function failureOf({ data }: Transaction, type: PaymentMethodType): Failure {
  const isCard = isCardType(type);
  const acquirer = data?.acq_response_code?.trim() ?? '';
  const code = String(data?.txn_response_code ?? '');
  const known = isCard ? (byAcquirer[acquirer] ?? byGateway[code]) : undefined;
  const reason = known ?? 'generic_decline';
  const isSent = isDeclineCode(reason) && acquirer !== '';
  const failure = describeFailure(reason, isCard, isSent);
  const text = [data?.message?.trim(), code && `(${code})`].filter(Boolean).join(' ');
  return {
    ...failure,
    networkDeclineCode: isCard && /^[A-Z\d]{2}$/.test(acquirer) ? acquirer : null,
    merchantMessage: text === '' ? failure.merchantMessage : `Paymob: ${text}`.slice(0, 500),
  };
}
