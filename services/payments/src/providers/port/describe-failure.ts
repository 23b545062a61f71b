import type { AdviceCode, DeclineCode, PaymentErrorCode } from '@mizan/contracts';
import type { Failure } from './provider-outcome.ts';

/** Why a payment failed: an issuer's or wallet's decline, or what happened before anybody could decline. */
export type FailureReason = DeclineCode | NoDecline;

type NoDecline = Extract<
  PaymentErrorCode,
  'authentication_failed' | 'customer_abandoned' | 'voucher_expired' | 'provider_declined' | 'provider_timeout'
>;

/** Shown to buyers. One text for several reasons, where the difference is not theirs to know. */
const toBuyer = {
  generic: 'The payment was declined. Try another payment method or contact your bank.',
  funds: 'The payment was declined for lack of funds.',
  expired: 'The card has expired.',
  cvc: 'The security code is wrong.',
  number: 'The card number is wrong.',
  retry: 'The payment could not be processed. Try again in a moment.',
  authenticate: 'The payment could not be authenticated. Try again or use another payment method.',
  abandoned: 'The payment was not completed in time.',
  limit: 'The payment exceeds your limit.',
  pin: 'The code is wrong.',
  unregistered: 'This number is not registered for this payment method.',
} as const;

/** A failure as the issuer, the buyer and the merchant see it. */
interface Row {
  /** ISO 8583 response code; null where no card network is involved. */
  readonly network: string | null;
  readonly advice: AdviceCode | null;
  readonly message: keyof typeof toBuyer;
  readonly merchant: string;
  /** In `lastPaymentError`, when it is more precise than a declined card or wallet. */
  readonly code?: PaymentErrorCode;
}

const row = (
  ...[network, advice, message, merchant, code]: readonly [
    network: Row['network'],
    advice: Row['advice'],
    message: Row['message'],
    merchant: string,
    code?: PaymentErrorCode,
  ]
): Row => ({ network, advice, message, merchant, ...(code && { code }) });

const again = 'try_again_later';
const check = 'confirm_card_data';
const never = 'do_not_try_again';

const declines: Readonly<Record<DeclineCode, Row>> = {
  approve_with_id: row('08', again, 'generic', 'The issuer wants the cardholder identified.'),
  authentication_required: row('1A', null, 'authenticate', 'The issuer requires authentication.'),
  call_issuer: row('01', null, 'generic', 'The issuer wants to be called.'),
  card_not_supported: row('57', never, 'generic', 'The card does not support this kind of purchase.'),
  card_velocity_exceeded: row('65', again, 'generic', 'The card exceeded its balance, credit or transaction limit.'),
  currency_not_supported: row('12', never, 'generic', 'The card does not support this currency.'),
  do_not_honor: row('05', never, 'generic', 'The issuer refused without saying why.'),
  do_not_try_again: row('05', never, 'generic', 'The issuer refused and will refuse again.'),
  duplicate_transaction: row('94', null, 'generic', 'The issuer saw the same payment a moment ago.'),
  expired_card: row('54', check, 'expired', 'The card has expired.', 'expired_card'),
  fraudulent: row('59', never, 'generic', 'The issuer suspects fraud; do not tell the buyer.'),
  generic_decline: row('05', null, 'generic', 'The issuer declined without a reason.'),
  incorrect_cvc: row('N7', check, 'cvc', 'The security code does not match.', 'incorrect_cvc'),
  incorrect_number: row('14', check, 'number', 'There is no such card number.', 'incorrect_number'),
  insufficient_funds: row('51', again, 'funds', 'The account does not have enough funds.'),
  invalid_account: row('78', never, 'generic', 'The account is invalid or blocked.'),
  invalid_amount: row('13', null, 'generic', 'The issuer does not accept this amount.'),
  issuer_not_available: row('91', again, 'retry', 'The issuer could not be reached.'),
  lost_card: row('41', never, 'generic', 'The card is reported lost; do not tell the buyer.'),
  merchant_blacklist: row('03', never, 'generic', 'The payment matches a block list; do not tell the buyer.'),
  no_action_taken: row('21', null, 'generic', 'The issuer took no action.'),
  not_permitted: row('57', never, 'generic', 'The issuer does not permit this payment.'),
  pickup_card: row('04', never, 'generic', 'The issuer wants the card withdrawn; do not tell the buyer.'),
  processing_error: row('96', again, 'retry', 'The network could not process it.', 'processing_error'),
  reenter_transaction: row('19', again, 'retry', 'The issuer asks for the payment to be sent again.'),
  restricted_card: row('62', never, 'generic', 'The card is restricted; do not tell the buyer.'),
  revocation_of_authorization: row('R1', never, 'generic', 'The cardholder revoked the authorization.'),
  security_violation: row('63', never, 'generic', 'The issuer reports a security violation.'),
  service_not_allowed: row('58', never, 'generic', 'The issuer does not allow this service.'),
  stolen_card: row('43', never, 'generic', 'The card is reported stolen; do not tell the buyer.'),
  stop_payment_order: row('R0', never, 'generic', 'The cardholder stopped payments to this merchant.'),
  transaction_not_allowed: row('57', never, 'generic', 'The issuer does not allow this transaction.'),
  try_again_later: row('68', again, 'retry', 'The issuer asks to try again later.'),
  withdrawal_count_limit_exceeded: row('65', again, 'limit', 'The card exceeded its number of payments.'),
  wallet_limit_exceeded: row(null, again, 'limit', 'The wallet exceeded its limit.', 'limit_exceeded'),
  wrong_pin: row(null, null, 'pin', 'The buyer entered a wrong code.', 'wrong_pin'),
  not_registered: row(null, never, 'unregistered', 'The number has no such account.', 'not_registered'),
  customer_rejected: row(null, never, 'generic', 'The provider does not accept this customer.'),
};

/** Each is its own code in `lastPaymentError`. */
const withoutDecline: Readonly<Record<NoDecline, Row>> = {
  authentication_failed: row(null, null, 'authenticate', 'The buyer failed to authenticate.'),
  customer_abandoned: row(null, null, 'abandoned', 'The buyer left before the payment was completed.'),
  voucher_expired: row(null, null, 'abandoned', 'The voucher or bank reference was not paid in time.'),
  provider_declined: row(null, null, 'generic', 'The provider refused the payment.'),
  provider_timeout: row(null, again, 'retry', 'The provider did not answer.'),
};

/** True when `text` names a decline. */
export const isDeclineCode = (text: string): text is DeclineCode => Object.hasOwn(declines, text);

/**
 * Everything that is shown of a failed payment, from its reason.
 *
 * @param isCard cards and the wallets that hold them report `card_declined` of type `card_error`, other methods the
 * reason itself or `provider_declined` of type `invalid_request_error`; a provider that failed is `api_error`
 * @param isSent false when the payment was refused before it reached a network
 */
export function describeFailure(reason: FailureReason, isCard: boolean, isSent = true): Failure {
  const declineCode = isDeclineCode(reason) ? reason : null;
  const found = isDeclineCode(reason) ? declines[reason] : { ...withoutDecline[reason], code: reason };
  const otherCode = reason === 'insufficient_funds' ? 'insufficient_funds' : 'provider_declined';
  const reachedNetwork = isSent && declineCode !== null;
  return {
    code: found.code ?? (isCard ? 'card_declined' : otherCode),
    type: reason === 'provider_timeout' ? 'api_error' : isCard ? 'card_error' : 'invalid_request_error',
    declineCode,
    networkDeclineCode: isCard && reachedNetwork ? found.network : null,
    adviceCode: found.advice,
    message: toBuyer[found.message],
    merchantMessage: found.merchant,
    networkStatus: reachedNetwork ? 'declined_by_network' : 'not_sent_to_network',
  };
}

/** The failure of a payment that the merchant receives itself, and has recorded as not received: no provider refused it. */
export const describeNotReceived = (): Failure => ({
  ...describeFailure('customer_rejected', false, false),
  adviceCode: null,
  merchantMessage: 'You recorded that the payment was not received.',
});
