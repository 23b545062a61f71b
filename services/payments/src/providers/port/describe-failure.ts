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
type Row = readonly [
  /** ISO 8583 response code; null where no card network is involved. */
  network: string | null,
  advice: AdviceCode | null,
  message: keyof typeof toBuyer,
  merchant: string,
  /** In `lastPaymentError`, when it is more precise than a declined card or wallet. */
  code?: PaymentErrorCode,
];

const again = 'try_again_later';
const check = 'confirm_card_data';
const never = 'do_not_try_again';

const declines: Readonly<Record<DeclineCode, Row>> = {
  approve_with_id: ['08', again, 'generic', 'The issuer wants the cardholder identified.'],
  authentication_required: ['1A', null, 'authenticate', 'The issuer requires authentication.'],
  call_issuer: ['01', null, 'generic', 'The issuer wants to be called.'],
  card_not_supported: ['57', never, 'generic', 'The card does not support this kind of purchase.'],
  card_velocity_exceeded: ['65', again, 'generic', 'The card exceeded its balance, credit or transaction limit.'],
  currency_not_supported: ['12', never, 'generic', 'The card does not support this currency.'],
  do_not_honor: ['05', never, 'generic', 'The issuer refused without saying why.'],
  do_not_try_again: ['05', never, 'generic', 'The issuer refused and will refuse again.'],
  duplicate_transaction: ['94', null, 'generic', 'The issuer saw the same payment a moment ago.'],
  expired_card: ['54', check, 'expired', 'The card has expired.', 'expired_card'],
  fraudulent: ['59', never, 'generic', 'The issuer suspects fraud; do not tell the buyer.'],
  generic_decline: ['05', null, 'generic', 'The issuer declined without a reason.'],
  incorrect_cvc: ['N7', check, 'cvc', 'The security code does not match.', 'incorrect_cvc'],
  incorrect_number: ['14', check, 'number', 'There is no such card number.', 'incorrect_number'],
  insufficient_funds: ['51', again, 'funds', 'The account does not have enough funds.'],
  invalid_account: ['78', never, 'generic', 'The account is invalid or blocked.'],
  invalid_amount: ['13', null, 'generic', 'The issuer does not accept this amount.'],
  issuer_not_available: ['91', again, 'retry', 'The issuer could not be reached.'],
  lost_card: ['41', never, 'generic', 'The card is reported lost; do not tell the buyer.'],
  merchant_blacklist: ['03', never, 'generic', 'The payment matches a block list; do not tell the buyer.'],
  no_action_taken: ['21', null, 'generic', 'The issuer took no action.'],
  not_permitted: ['57', never, 'generic', 'The issuer does not permit this payment.'],
  pickup_card: ['04', never, 'generic', 'The issuer wants the card withdrawn; do not tell the buyer.'],
  processing_error: ['96', again, 'retry', 'The network could not process it.', 'processing_error'],
  reenter_transaction: ['19', again, 'retry', 'The issuer asks for the payment to be sent again.'],
  restricted_card: ['62', never, 'generic', 'The card is restricted; do not tell the buyer.'],
  revocation_of_authorization: ['R1', never, 'generic', 'The cardholder revoked the authorization.'],
  security_violation: ['63', never, 'generic', 'The issuer reports a security violation.'],
  service_not_allowed: ['58', never, 'generic', 'The issuer does not allow this service.'],
  stolen_card: ['43', never, 'generic', 'The card is reported stolen; do not tell the buyer.'],
  stop_payment_order: ['R0', never, 'generic', 'The cardholder stopped payments to this merchant.'],
  transaction_not_allowed: ['57', never, 'generic', 'The issuer does not allow this transaction.'],
  try_again_later: ['68', again, 'retry', 'The issuer asks to try again later.'],
  withdrawal_count_limit_exceeded: ['65', again, 'limit', 'The card exceeded its number of payments.'],
  wallet_limit_exceeded: [null, again, 'limit', 'The wallet exceeded its limit.', 'limit_exceeded'],
  wrong_pin: [null, null, 'pin', 'The buyer entered a wrong code.', 'wrong_pin'],
  not_registered: [null, never, 'unregistered', 'The number has no such account.', 'not_registered'],
  customer_rejected: [null, never, 'generic', 'The provider does not accept this customer.'],
};

const withoutDecline: Readonly<Record<NoDecline, Row>> = {
  authentication_failed: [null, null, 'authenticate', 'The buyer failed to authenticate.', 'authentication_failed'],
  customer_abandoned: [
    null,
    null,
    'abandoned',
    'The buyer left before the payment was completed.',
    'customer_abandoned',
  ],
  voucher_expired: [null, null, 'abandoned', 'The voucher or bank reference was not paid in time.', 'voucher_expired'],
  provider_declined: [null, null, 'generic', 'The provider refused the payment.', 'provider_declined'],
  provider_timeout: [null, again, 'retry', 'The provider did not answer.', 'provider_timeout'],
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
  const row = isDeclineCode(reason) ? declines[reason] : withoutDecline[reason];
  const [network, adviceCode, text, merchantMessage, code] = row;
  const otherCode = reason === 'insufficient_funds' ? 'insufficient_funds' : 'provider_declined';
  const reachedNetwork = isSent && declineCode !== null;
  return {
    code: code ?? (isCard ? 'card_declined' : otherCode),
    type: reason === 'provider_timeout' ? 'api_error' : isCard ? 'card_error' : 'invalid_request_error',
    declineCode,
    networkDeclineCode: isCard && reachedNetwork ? network : null,
    adviceCode,
    message: toBuyer[text],
    merchantMessage,
    networkStatus: reachedNetwork ? 'declined_by_network' : 'not_sent_to_network',
  };
}
