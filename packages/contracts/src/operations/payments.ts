import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { Currency } from '../enums.ts';
import { BalanceTransactionType, ChargeStatus, PaymentIntentStatus, RefundStatus } from '../payment-enums.ts';
import { amountParameter, timezoneParameter } from '../list-grammar.ts';
import { operation, commonEchoes } from '../operation.ts';
import {
  CancelPaymentIntent,
  CapturePaymentIntent,
  ConfirmPaymentIntent,
  CreatePaymentIntent,
  MarkPaymentIntentPaid,
  UpdatePaymentIntent,
} from '../requests/payment-intent-input.ts';
import { CreateRefund, MarkRefundFailed, MarkRefundPaid, UpdateRefund } from '../requests/refund-input.ts';
import { BalanceTransaction } from '../resources/balance-transaction.ts';
import { Balance } from '../resources/balance.ts';
import { Charge } from '../resources/charge.ts';
import { PaymentIntent, PublicPaymentIntent } from '../resources/payment-intent.ts';
import { Refund } from '../resources/refund.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const page = { service: 'payments', audience: 'page', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);
const dates = { date: dateParameter.optional(), timezone: timezoneParameter.default('UTC') };

/** Fields of the resource that only the platform sets. */
const counted = [
  ...commonEchoes,
  'amountCapturable',
  'amountReceived',
  'amountRefunded',
  'clientSecret',
  'captureBefore',
  'canceledAt',
  'latestCharge',
  'charges',
  'nextAction',
  'lastPaymentError',
] as const;
const unsetAtFirst = ['checkoutSessionId', 'status', 'cancellationReason', 'customer', 'presentmentDetails'] as const;
const computedOfRefund = [
  'balanceTransactionId',
  'failureBalanceTransactionId',
  'externalRefundId',
  'presentmentDetails',
  'failureReason',
  'failureCode',
  'failureMessage',
  'pendingReason',
  'destinationDetails',
  'nextAction',
  'receiptNumber',
  'feeAmount',
] as const;
/** What a confirm may refuse; a decline is no refusal. */
const confirmErrors = [
  'payment_still_confirming',
  'payment_already_completed',
  'resource_invalid_state',
  'payment_method_mismatch',
  'payment_method_corrupted',
  'payment_method_customer_mismatch',
  'parameter_missing',
  'parameter_unknown',
  'amount_invalid',
  'unsupported_currency',
  'validation_error',
  'merchant_not_activated',
] as const;
const moving = {
  ...merchant,
  permission: 'PAYMENT_INTENT_WRITE',
  response: PaymentIntent,
  deadlineMs: 25_000,
} as const;

/** Payment intents, charges, refunds, the balance, and the test-mode page that plays the bank. */
export const paymentOperations = {
  listPaymentIntents: operation('GET /payment-intents', {
    ...merchant,
    permission: 'PAYMENT_INTENT_READ',
    summary: 'List payment intents',
    query: cursorListQuery({
      status: PaymentIntentStatus.optional(),
      customerId: id('cus'),
      checkoutSessionId: id('cs'),
      amount: amountParameter.optional(),
      ...dates,
    }),
    response: cursorListOf(PaymentIntent).meta({ id: 'PaymentIntentList', description: 'A page of payment intents.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  createPaymentIntent: operation('POST /payment-intents', {
    ...moving,
    movesMoney: 'confirm',
    summary: 'Create a payment intent',
    description:
      'Accepts a payment without a checkout session. With `confirm: true` the payment is confirmed immediately; a declined payment also returns 201: check `lastPaymentError`.',
    body: CreatePaymentIntent,
    example: {
      amount: 24950,
      currency: 'EGP',
      confirm: true,
      paymentMethod: { id: 'pm_test_card_succeed' },
      metadata: { order: '7401' },
    },
    echoes: [...counted, ...unsetAtFirst],
    status: 201,
    errors: ['resource_missing', 'parameter_requires_another', ...confirmErrors],
  }),
  updatePaymentIntent: operation('PATCH /payment-intents/{id}', {
    ...moving,
    attempt: 'update',
    summary: 'Update a payment intent',
    description: 'Limited to 1,000 updates per hour for each payment intent by default.',
    body: UpdatePaymentIntent,
    echoes: counted,
    errors: ['resource_invalid_state', 'amount_invalid', 'payment_method_mismatch', 'payment_intent_customer_mismatch'],
  }),
  confirmPaymentIntent: operation('POST /payment-intents/{id}/confirm', {
    ...moving,
    movesMoney: true,
    maxPerSecond: 25,
    summary: 'Confirm a payment intent',
    description:
      'A declined payment returns 200: check `lastPaymentError`. The payment intent of a checkout session is confirmed through its checkout.',
    body: ConfirmPaymentIntent,
    errors: [...confirmErrors],
  }),
  capturePaymentIntent: operation('POST /payment-intents/{id}/capture', {
    ...moving,
    movesMoney: true,
    maxPerSecond: 25,
    summary: 'Capture an authorized payment',
    description:
      'If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains authorized.',
    body: CapturePaymentIntent,
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_still_confirming', 'amount_invalid'],
  }),
  cancelPaymentIntent: operation('POST /payment-intents/{id}/cancel', {
    ...moving,
    summary: 'Cancel a payment intent',
    description: 'An authorized amount is released first.',
    body: CancelPaymentIntent,
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_still_confirming'],
  }),
  markPaymentIntentPaid: operation('POST /payment-intents/{id}/mark-paid', {
    ...moving,
    summary: 'Record a payment received outside the platform',
    description:
      'For payments that you receive yourself, such as cash on delivery and bank transfers. With partial receipts the payment stays PROCESSING until the full amount is received.',
    body: MarkPaymentIntentPaid,
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_method_mismatch', 'amount_invalid'],
  }),
  markPaymentIntentFailed: operation('POST /payment-intents/{id}/mark-failed', {
    ...moving,
    summary: 'Record that a payment outside the platform will not be received',
    description:
      'For payments that you receive yourself, such as cash on delivery and bank transfers: the buyer refused the goods, for example. The attempt is declined, and the stock is released.',
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_method_mismatch'],
  }),
  confirmClientPaymentIntent: operation('POST /client/payment-intents/{id}/confirm', {
    service: 'payments',
    audience: 'client',
    permission: null,
    forward: ['client-secret'],
    movesMoney: true,
    attempt: 'payment',
    summary: "Confirm a payment intent in the buyer's browser",
    description: 'A declined payment also returns 200.',
    body: ConfirmPaymentIntent,
    response: PublicPaymentIntent,
    errors: ['invalid_client_secret', ...confirmErrors],
    deadlineMs: 25_000,
  }),
  getPaymentIntent: operation('GET /payment-intents/{id}', {
    ...merchant,
    permission: 'PAYMENT_INTENT_READ',
    summary: 'Retrieve a payment intent',
    response: PaymentIntent,
  }),
  listCharges: operation('GET /charges', {
    ...merchant,
    permission: 'CHARGE_READ',
    summary: 'List charges',
    query: cursorListQuery({
      paymentIntentId: id('pi'),
      customerId: id('cus'),
      status: ChargeStatus.optional(),
      ...dates,
    }),
    response: cursorListOf(Charge).meta({ id: 'ChargeList', description: 'A page of charges.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getCharge: operation('GET /charges/{id}', {
    ...merchant,
    permission: 'CHARGE_READ',
    summary: 'Retrieve a charge',
    response: Charge,
  }),
  createRefund: operation('POST /refunds', {
    ...merchant,
    movesMoney: true,
    returnsMoney: true,
    permission: 'REFUND_WRITE',
    maxPerSecond: 25,
    summary: 'Refund a charge in full or in part',
    description:
      'The balance is debited immediately. The fee of the original charge is not returned. `status` is the status reached so far.',
    body: CreateRefund,
    echoes: commonEchoes,
    response: Refund,
    status: 201,
    errors: [
      'parameters_exclusive',
      'parameter_missing',
      'resource_missing',
      'resource_invalid_state',
      'charge_not_captured',
      'charge_disputed',
      'amount_invalid',
      'merchant_no_balance',
      'insufficient_balance',
      'charge_missing_balance_transaction',
      'charge_missing_fee_data',
      'charge_incomplete_fee_data',
      'merchant_not_activated',
    ],
    deadlineMs: 25_000,
  }),
  updateRefund: operation('PATCH /refunds/{id}', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Update a refund',
    body: UpdateRefund,
    echoes: [...commonEchoes, ...computedOfRefund],
    response: Refund,
  }),
  cancelRefund: operation('POST /refunds/{id}/cancel', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Cancel a refund that is waiting for the buyer',
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  markRefundPaid: operation('POST /refunds/{id}/mark-paid', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Mark a refund as paid',
    description:
      'For refunds that the payment provider cannot send back itself, such as those of cash and bank transfers: you have returned the money outside the platform.',
    body: MarkRefundPaid,
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  markRefundFailed: operation('POST /refunds/{id}/mark-failed', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Mark a refund as failed',
    description: 'For the same refunds as `mark-paid`. The amount is credited to the balance.',
    body: MarkRefundFailed,
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  listRefunds: operation('GET /refunds', {
    ...merchant,
    permission: 'REFUND_READ',
    summary: 'List refunds',
    query: cursorListQuery({
      chargeId: id('ch'),
      paymentIntentId: id('pi'),
      status: RefundStatus.optional(),
      ...dates,
    }),
    response: cursorListOf(Refund).meta({ id: 'RefundList', description: 'A page of refunds.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getRefund: operation('GET /refunds/{id}', {
    ...merchant,
    permission: 'REFUND_READ',
    summary: 'Retrieve a refund',
    response: Refund,
  }),
  getBalance: operation('GET /balance', {
    ...merchant,
    permission: 'BALANCE_READ',
    summary: 'Retrieve the balance',
    response: Balance,
  }),
  listBalanceTransactions: operation('GET /balance-transactions', {
    ...merchant,
    permission: 'BALANCE_READ',
    summary: 'List balance transactions',
    query: cursorListQuery({
      type: BalanceTransactionType.optional(),
      sourceId: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('`ch_…` or `re_…`: the charge (also of disputes) or refund that caused the balance transaction.'),
      currency: Currency.optional(),
      ...dates,
    }),
    response: cursorListOf(BalanceTransaction).meta({
      id: 'BalanceTransactionList',
      description: 'A page of balance transactions.',
    }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getBalanceTransaction: operation('GET /balance-transactions/{id}', {
    ...merchant,
    permission: 'BALANCE_READ',
    summary: 'Retrieve a balance transaction',
    response: BalanceTransaction,
  }),
  showSimulator: operation('GET /simulator/{chargeId}', {
    ...page,
    summary: "The test-mode page that simulates the buyer's bank",
    response: z.string(),
  }),
  showSimulatorBarcode: operation('GET /simulator/{chargeId}/barcode.svg', {
    ...page,
    summary: 'The number of a simulated voucher as an image',
    response: z.string(),
  }),
  completeSimulator: operation('POST /simulator/{chargeId}', {
    ...page,
    summary: "Submit the buyer's action on the simulated bank page",
    body: z.strictObject({
      outcome: z.enum(['authenticate', 'fail', 'abandon', 'submit', 'paid', 'expire', 'refused']),
      otp: z.string().max(20).optional().describe('Used with `submit`.'),
    }),
    response: z.string(),
    errors: ['resource_invalid_state'],
    deadlineMs: 25_000,
  }),
  showRefundPage: operation('GET /r/{token}', {
    ...page,
    summary: 'The page on which a buyer says where the money of a refund goes',
    description: 'A public page in English and Arabic. Its address is the `url` of the refund’s `nextAction`.',
    query: z.strictObject({
      locale: z.enum(['en', 'ar']).optional().describe('Defaults to the language of the browser.'),
    }),
    response: z.string(),
  }),
  submitRefundPage: operation('POST /r/{token}', {
    ...page,
    summary: 'Submit where the money of a refund goes',
    attempt: 'details',
    query: z.strictObject({ locale: z.enum(['en', 'ar']).optional() }),
    body: z.strictObject({
      type: z.string().max(20),
      holderName: z.string().max(200).default(''),
      iban: z.string().max(100).default(''),
      phone: z.string().max(50).default(''),
      handle: z.string().max(200).default(''),
      kiosk: z.string().max(20).default(''),
    }),
    response: z.string(),
  }),
  showReceipt: operation('GET /receipts/{token}', {
    ...page,
    summary: 'The receipt of a charge or refund',
    description: 'A public page in English and Arabic. The address of a charge is its `receiptUrl`.',
    query: z.strictObject({
      locale: z.enum(['en', 'ar']).optional().describe('Defaults to the language of the browser.'),
    }),
    response: z.string(),
  }),
};
