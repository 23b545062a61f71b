import { isCardNetwork, toMajor } from './account.ts';
import { integrationOf, intentionOf, transactionsOf, type PaymobApp } from './paymob-app.ts';
import { klassOf, reportOutcome } from './payments/outcomes.ts';
import { renderTime } from './render-time.ts';
import { commissionOf, isSettled } from './settlement.ts';
import type { Intention, Transaction } from './state.ts';

type Json = Readonly<Record<string, unknown>>;

/** A transaction as callbacks carry it (`isZoned` false) or as an inquiry answers it (`isZoned` true). */
export function renderTransaction(app: PaymobApp, transaction: Transaction, isZoned: boolean): Json {
  const { account } = app.state;
  const intention = intentionOf(app, transaction);
  const integration = integrationOf(app, transaction.integrationId);
  const { id, kind, outcome, source, parentId } = transaction;
  const time = (at: number): string => renderTime(at, account.country, isZoned);
  return {
    id,
    pending: outcome === 'pending',
    amount_cents: transaction.amount,
    success: outcome === 'approved',
    is_auth: kind === 'payment' && integration.isAuth,
    is_capture: kind === 'capture',
    is_standalone_payment: kind === 'payment',
    is_voided: transaction.isVoided,
    is_refunded: transaction.refunded > 0,
    is_3d_secure: transaction.is3dSecure,
    integration_id: integration.id,
    profile_id: account.profileId,
    has_parent_transaction: parentId !== null,
    order: renderOrder(app, intention, isZoned),
    created_at: time(transaction.createdAt),
    transaction_processed_callback_responses: [],
    currency: intention.currency,
    source_data: { type: source.type, pan: source.pan, sub_type: source.subType, tenure: source.tenure },
    api_source: kind === 'payment' ? 'IFRAME' : 'OTHER',
    terminal_id: null,
    merchant_commission: kind === 'payment' && isSettled(app, transaction) ? commissionOf(transaction.amount) : null,
    installment: source.tenure === null ? null : { tenure: source.tenure },
    discount_details: [],
    is_void: kind === 'void',
    is_refund: kind === 'refund',
    data: renderData(app, transaction),
    is_hidden: false,
    payment_key_claims: kind === 'payment' ? renderClaims(app, transaction, intention) : null,
    error_occured: outcome === 'gateway_error',
    is_live: transaction.isLive,
    other_endpoint_reference: null,
    refunded_amount_cents: transaction.refunded === 0 ? null : transaction.refunded,
    source_id: -1,
    is_captured: transaction.captured > 0,
    captured_amount: transaction.captured === 0 ? null : transaction.captured,
    merchant_staff_tag: null,
    updated_at: time(transaction.updatedAt),
    is_settled: isSettled(app, transaction),
    bill_balanced: false,
    is_bill: false,
    owner: account.ownerId,
    parent_transaction: parentId,
    unique_ref: `${integration.id}_${id}`,
  };
}

/** An order as it stands inside a transaction. */
export function renderOrder(app: PaymobApp, intention: Intention, isZoned: boolean): Json {
  const { account } = app.state;
  const paid = transactionsOf(app, intention)
    .filter(({ outcome, isVoided }) => outcome === 'approved' && !isVoided)
    .filter(({ kind, integrationId }) => kind === (integrationOf(app, integrationId).isAuth ? 'capture' : 'payment'))
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: intention.orderId,
    created_at: renderTime(intention.createdAt, account.country, isZoned),
    delivery_needed: false,
    merchant: { id: account.profileId, company_name: 'Stand-in' },
    collector: null,
    amount_cents: intention.amount,
    shipping_data: { ...intention.billing, order_id: intention.orderId, order: intention.orderId },
    currency: intention.currency,
    is_payment_locked: false,
    is_return: false,
    is_cancel: false,
    is_returned: false,
    is_canceled: false,
    merchant_order_id: intention.specialReference,
    wallet_notification: null,
    paid_amount_cents: paid,
    notify_user_with_email: false,
    items: intention.items,
    order_url: 'NA',
    commission_fees: null,
    payment_method: 'tbc',
    merchant_staff_tag: null,
    api_source: 'OTHER',
    data: {},
  };
}

function renderClaims(app: PaymobApp, transaction: Transaction, intention: Intention): Json {
  return {
    user_id: app.state.account.ownerId,
    amount_cents: transaction.amount,
    currency: intention.currency,
    integration_id: transaction.integrationId,
    order_id: intention.orderId,
    billing_data: intention.billing,
    lock_order_when_paid: false,
    extra: { ...intention.extras, merchant_order_id: intention.specialReference },
    notification_url: intention.notificationUrl,
    redirection_url: intention.redirectionUrl,
    single_payment_attempt: false,
    next_payment_intention: intention.id,
  };
}

/** `data` of a transaction: what the gateway behind Paymob said. */
function renderData(app: PaymobApp, transaction: Transaction): Json {
  const integration = integrationOf(app, transaction.integrationId);
  const { code, acquirerCode, message } = reportOutcome(transaction.outcome, integration);
  const common = {
    klass: klassOf(integration),
    gateway_integration_pk: integration.id,
    txn_response_code: code,
    message,
    amount: transaction.amount,
    currency: integration.currency,
  };
  if (integration.kind === 'wallet')
    return {
      ...common,
      wallet_issuer: 'VODAFONE',
      wallet_msisdn: transaction.source.pan,
      mpg_txn_id: `mpg${transaction.id}`,
      upg_qrcode_ref: null,
    };
  if (integration.kind === 'kiosk')
    return { ...common, bill_reference: transaction.id, biller: null, due_amount: transaction.amount, otp: '' };
  if (!isCardNetwork(integration)) return common;
  return { ...common, acq_response_code: acquirerCode, ...renderMigs(app, transaction) };
}

/** The card gateway's own view: amounts are major units, floats as it writes them. */
function renderMigs(app: PaymobApp, transaction: Transaction): Json {
  const { country } = app.state.account;
  const major = (amount: number): number | null => (amount === 0 ? null : toMajor(amount, country));
  const { id, outcome, source, kind, disputed } = transaction;
  const { isAuth, currency } = integrationOf(app, transaction.integrationId);
  const approved = outcome === 'approved' ? transaction.amount : 0;
  const captured = kind === 'payment' && isAuth ? transaction.captured : approved;
  return {
    migs_result: outcome === 'approved' ? 'SUCCESS' : outcome === 'pending' ? 'PENDING' : 'FAILURE',
    merchant_txn_ref: String(id),
    order_info: String(intentionOf(app, transaction).orderId),
    card_num: transaction.cardNumber.replace(/(\d{6})(\d{4})$/, '$1xxxxxx$2'),
    card_type: source.subType?.toUpperCase() ?? '',
    authorize_id: approved > 0 ? String(id).slice(-6) : '',
    receipt_no: approved > 0 ? `4276${id}` : '',
    transaction_no: approved > 0 ? `1${id}` : '',
    authorised_amount: major(approved),
    captured_amount: major(captured),
    refunded_amount: major(transaction.refunded),
    migs_order: {
      id: String(intentionOf(app, transaction).orderId),
      amount: toMajor(transaction.amount, country),
      currency,
      status: outcome === 'approved' ? (captured > 0 ? 'CAPTURED' : 'AUTHORIZED') : 'FAILED',
      chargeback: { amount: major(disputed), currency },
      totalAuthorizedAmount: major(approved),
      totalCapturedAmount: major(captured),
      totalRefundedAmount: major(transaction.refunded),
    },
    migs_transaction: {
      id: String(id),
      type: kind.toUpperCase(),
      amount: toMajor(transaction.amount, country),
      currency,
    },
  };
}
