import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { Currency } from '../enums.ts';
import { BalanceTransactionType, ChargeStatus, PaymentIntentStatus, RefundStatus } from '../payment-enums.ts';
import { amountParameter, listOf, listQuery, timezoneParameter } from '../list-grammar.ts';
import { operation } from '../operation.ts';
import {
  CancelPaymentIntent,
  CapturePaymentIntent,
  ConfirmPaymentIntent,
  CreatePaymentIntent,
  MarkPaymentIntentPaid,
  UpdatePaymentIntent,
} from '../requests/payment-intent-input.ts';
import { CreateRefund, UpdateRefund } from '../requests/create-refund.ts';
import { BalanceTransaction } from '../resources/balance-transaction.ts';
import { Balance } from '../resources/balance.ts';
import { Charge } from '../resources/charge.ts';
import { PaymentIntent, PublicPaymentIntent } from '../resources/payment-intent.ts';
import { Refund } from '../resources/refund.ts';
import { commonEchoes } from './common-echoes.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const page = { service: 'payments', audience: 'page', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);
const dates = { date: dateParameter.optional(), timezone: timezoneParameter.default('UTC') };

/** Fields of the resource that only the platform sets, and that nobody could mean to change. */
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
  listPaymentIntents: operation({
    ...merchant,
    method: 'GET',
    path: '/payment-intents',
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
    status: 200,
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  createPaymentIntent: operation({
    ...moving,
    method: 'POST',
    path: '/payment-intents',
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
  updatePaymentIntent: operation({
    ...moving,
    method: 'PATCH',
    path: '/payment-intents/{id}',
    attempt: 'update',
    summary: 'Update a payment intent',
    description: 'Limited to 1,000 updates per hour for each payment intent by default.',
    body: UpdatePaymentIntent,
    echoes: counted,
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state', 'amount_invalid', 'payment_method_mismatch'],
  }),
  confirmPaymentIntent: operation({
    ...moving,
    method: 'POST',
    path: '/payment-intents/{id}/confirm',
    movesMoney: true,
    maxPerSecond: 25,
    summary: 'Confirm a payment intent',
    description:
      'A declined payment returns 200: check `lastPaymentError`. The payment intent of a checkout session is confirmed through its checkout.',
    body: ConfirmPaymentIntent,
    status: 200,
    errors: ['resource_missing', ...confirmErrors],
  }),
  capturePaymentIntent: operation({
    ...moving,
    method: 'POST',
    path: '/payment-intents/{id}/capture',
    movesMoney: true,
    maxPerSecond: 25,
    summary: 'Capture an authorized payment',
    description:
      'If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains authorized.',
    body: CapturePaymentIntent,
    status: 200,
    errors: [
      'resource_missing',
      'resource_invalid_state',
      'payment_already_completed',
      'payment_still_confirming',
      'amount_invalid',
    ],
  }),
  cancelPaymentIntent: operation({
    ...moving,
    method: 'POST',
    path: '/payment-intents/{id}/cancel',
    summary: 'Cancel a payment intent',
    description: 'An authorized amount is released first.',
    body: CancelPaymentIntent,
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state', 'payment_already_completed', 'payment_still_confirming'],
  }),
  markPaymentIntentPaid: operation({
    ...moving,
    method: 'POST',
    path: '/payment-intents/{id}/mark-paid',
    summary: 'Record a payment received outside the platform',
    description:
      'For cash on delivery and bank transfers. With partial receipts the payment stays PROCESSING until the full amount is received.',
    body: MarkPaymentIntentPaid,
    status: 200,
    errors: [
      'resource_missing',
      'resource_invalid_state',
      'payment_already_completed',
      'payment_method_mismatch',
      'amount_invalid',
    ],
  }),
  confirmClientPaymentIntent: operation({
    service: 'payments',
    audience: 'client',
    permission: null,
    forward: ['client-secret'],
    method: 'POST',
    path: '/client/payment-intents/{id}/confirm',
    movesMoney: true,
    attempt: 'payment',
    summary: "Confirm a payment intent in the buyer's browser",
    description: 'A declined payment also returns 200.',
    body: ConfirmPaymentIntent,
    response: PublicPaymentIntent,
    status: 200,
    errors: ['invalid_client_secret', 'resource_missing', ...confirmErrors],
    deadlineMs: 25_000,
  }),
  getPaymentIntent: operation({
    ...merchant,
    method: 'GET',
    path: '/payment-intents/{id}',
    permission: 'PAYMENT_INTENT_READ',
    summary: 'Retrieve a payment intent',
    response: PaymentIntent,
    status: 200,
    errors: ['resource_missing'],
  }),
  listCharges: operation({
    ...merchant,
    method: 'GET',
    path: '/charges',
    permission: 'CHARGE_READ',
    summary: 'List charges',
    query: cursorListQuery({
      paymentIntentId: id('pi'),
      customerId: id('cus'),
      status: ChargeStatus.optional(),
      ...dates,
    }),
    response: cursorListOf(Charge).meta({ id: 'ChargeList', description: 'A page of charges.' }),
    status: 200,
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getCharge: operation({
    ...merchant,
    method: 'GET',
    path: '/charges/{id}',
    permission: 'CHARGE_READ',
    summary: 'Retrieve a charge',
    response: Charge,
    status: 200,
    errors: ['resource_missing'],
  }),
  createRefund: operation({
    ...merchant,
    method: 'POST',
    path: '/refunds',
    movesMoney: true,
    givesMoneyBack: true,
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
  updateRefund: operation({
    ...merchant,
    method: 'PATCH',
    path: '/refunds/{id}',
    permission: 'REFUND_WRITE',
    summary: 'Update a refund',
    body: UpdateRefund,
    echoes: [...commonEchoes, ...computedOfRefund],
    response: Refund,
    status: 200,
    errors: ['resource_missing'],
  }),
  cancelRefund: operation({
    ...merchant,
    method: 'POST',
    path: '/refunds/{id}/cancel',
    permission: 'REFUND_WRITE',
    summary: 'Cancel a refund that is waiting for the buyer',
    response: Refund,
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
  }),
  listRefunds: operation({
    ...merchant,
    method: 'GET',
    path: '/refunds',
    permission: 'REFUND_READ',
    summary: 'List refunds',
    query: listQuery({
      chargeId: id('ch'),
      paymentIntentId: id('pi'),
      status: RefundStatus.optional(),
      ...dates,
    }),
    response: listOf(Refund).meta({ id: 'RefundList', description: 'A page of refunds.' }),
    status: 200,
    errors: ['parameter_out_of_range'],
  }),
  getRefund: operation({
    ...merchant,
    method: 'GET',
    path: '/refunds/{id}',
    permission: 'REFUND_READ',
    summary: 'Retrieve a refund',
    response: Refund,
    status: 200,
    errors: ['resource_missing'],
  }),
  getBalance: operation({
    ...merchant,
    method: 'GET',
    path: '/balance',
    permission: 'BALANCE_READ',
    summary: 'Retrieve the balance',
    response: Balance,
    status: 200,
    errors: [],
  }),
  listBalanceTransactions: operation({
    ...merchant,
    method: 'GET',
    path: '/balance-transactions',
    permission: 'BALANCE_READ',
    summary: 'List balance transactions',
    query: cursorListQuery({
      type: BalanceTransactionType.optional(),
      sourceId: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('`ch_…` or `re_…`: the charge or refund that caused the balance transaction.'),
      currency: Currency.optional(),
      ...dates,
    }),
    response: cursorListOf(BalanceTransaction).meta({
      id: 'BalanceTransactionList',
      description: 'A page of balance transactions.',
    }),
    status: 200,
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getBalanceTransaction: operation({
    ...merchant,
    method: 'GET',
    path: '/balance-transactions/{id}',
    permission: 'BALANCE_READ',
    summary: 'Retrieve a balance transaction',
    response: BalanceTransaction,
    status: 200,
    errors: ['resource_missing'],
  }),
  showSimulator: operation({
    ...page,
    method: 'GET',
    path: '/simulator/{chargeId}',
    summary: "The test-mode page that simulates the buyer's bank",
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
  }),
  showSimulatorBarcode: operation({
    ...page,
    method: 'GET',
    path: '/simulator/{chargeId}/barcode.svg',
    summary: 'The number of a simulated voucher as an image',
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
  }),
  completeSimulator: operation({
    ...page,
    method: 'POST',
    path: '/simulator/{chargeId}',
    summary: "Submit the buyer's action on the simulated bank page",
    body: z.strictObject({
      outcome: z.enum(['authenticate', 'fail', 'abandon', 'submit', 'paid', 'expire', 'refused']),
      otp: z.string().max(20).optional().describe('Used with `submit`.'),
    }),
    response: z.string(),
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 25_000,
  }),
};
