import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { Currency } from '../enums.ts';
import { BalanceTransactionType, ChargeStatus, PaymentIntentStatus, RefundStatus } from '../payment-enums.ts';
import { amountParameter, timezoneParameter } from '../list-grammar.ts';
import { operation, commonEchoes } from '../operation.ts';
import { exampleIdOf } from '../primitives.ts';
import {
  CancelPaymentIntent,
  CapturePaymentIntent,
  ConfirmPaymentIntent,
  CreatePaymentIntent,
  MarkPaymentIntentPaid,
  UpdatePaymentIntent,
} from '../requests/payment-intent-input.ts';
import {
  CreateRefund,
  MarkRefundFailed,
  MarkRefundPaid,
  ResolveRefund,
  UpdateRefund,
} from '../requests/refund-input.ts';
import { BalanceTransaction } from '../resources/balance-transaction.ts';
import { Balance } from '../resources/balance.ts';
import { Charge } from '../resources/charge.ts';
import { PaymentIntent, PublicPaymentIntent } from '../resources/payment-intent.ts';
import { Refund } from '../resources/refund.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const page = { service: 'payments', audience: 'page', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);
const receiptNumberParameter = z
  .string()
  .regex(/^R-[0-9]{4}-[0-9]{6,9}$/, 'must be a receipt number, such as R-2026-000031')
  .describe('The payment with this receipt, or with a refund that has it: `R-2026-000031`, as buyers see it.');
const dates = { date: dateParameter.optional(), timezone: timezoneParameter.default('UTC') };

/** Fields of the resource that only the platform sets. */
const counted = [
  ...commonEchoes,
  'amountCapturable',
  'amountReceived',
  'amountRefunded',
  'clientSecret',
  'captureBefore',
  'pendingCapture',
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
    description: 'Newest first, of every status.',
    query: cursorListQuery({
      status: PaymentIntentStatus.optional(),
      customerId: id('cus'),
      checkoutSessionId: id('cs'),
      receiptNumber: receiptNumberParameter.optional(),
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
    errors: ['resource_missing', 'parameter_requires_another', 'exchange_rate_not_found', ...confirmErrors],
  }),
  updatePaymentIntent: operation('PATCH /payment-intents/{id}', {
    ...moving,
    attempt: 'update',
    summary: 'Update a payment intent',
    description: 'Limited to 1,000 updates per hour for each payment intent by default.',
    body: UpdatePaymentIntent,
    example: { description: 'Order 7401', metadata: { order: '7401' } },
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
    example: { paymentMethod: { id: 'pm_test_card_succeed' } },
    errors: [...confirmErrors],
  }),
  capturePaymentIntent: operation('POST /payment-intents/{id}/capture', {
    ...moving,
    movesMoney: true,
    maxPerSecond: 25,
    summary: 'Capture an authorized payment',
    description:
      'If the provider rejects the capture, this returns 200 with `lastPaymentError` and the payment remains authorized. If the provider does not answer, it returns 200 with `pendingCapture` and the same amounts: the platform queries the provider until the outcome is known, and reports it with `payment_intent.succeeded`, `payment_intent.amount_capturable_updated` or, with a `lastPaymentError`, `payment_intent.updated`. Until then, another capture is `payment_still_confirming`.',
    body: CapturePaymentIntent,
    example: { amountToCapture: 24950 },
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_still_confirming', 'amount_invalid'],
  }),
  cancelPaymentIntent: operation('POST /payment-intents/{id}/cancel', {
    ...moving,
    summary: 'Cancel a payment intent',
    description: 'An authorized amount is released first. The checkout session of the payment expires if it is open.',
    body: CancelPaymentIntent,
    example: { cancellationReason: 'REQUESTED_BY_CUSTOMER' },
    errors: ['resource_invalid_state', 'payment_already_completed', 'payment_still_confirming'],
  }),
  markPaymentIntentPaid: operation('POST /payment-intents/{id}/mark-paid', {
    ...moving,
    summary: 'Record a payment received outside the platform',
    description:
      'For payments that you receive yourself, such as cash on delivery and bank transfers. If you receive it in parts, send each as `amountReceived`: the payment stays PROCESSING until the full amount is received. Money that comes after the payment has expired, was marked as failed or was canceled is recorded in the same way, once all that is missing has come: the payment succeeds, and `outcome.lateSuccess` of its charge is true.',
    body: MarkPaymentIntentPaid,
    example: { reference: 'Transfer 4711' },
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
    example: {
      paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
    },
    response: PublicPaymentIntent,
    errors: ['invalid_client_secret', ...confirmErrors],
    deadlineMs: 25_000,
  }),
  getPaymentIntent: operation('GET /payment-intents/{id}', {
    ...merchant,
    permission: 'PAYMENT_INTENT_READ',
    summary: 'Retrieve a payment intent',
    description: 'Contains its newest charge and, if the buyer has to do something, `nextAction`.',
    response: PaymentIntent,
  }),
  listCharges: operation('GET /charges', {
    ...merchant,
    permission: 'CHARGE_READ',
    summary: 'List charges',
    description: 'Newest first. Every attempt to pay is a charge, whether it succeeded or not.',
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
    description: 'Contains its outcome, fees and refunded amount.',
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
    example: { paymentIntentId: exampleIdOf('pi'), amount: 5000, reason: 'REQUESTED_BY_CUSTOMER' },
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
    description: 'Changes its description and metadata. The amount cannot change.',
    body: UpdateRefund,
    example: { description: 'One bottle arrived broken.' },
    echoes: [...commonEchoes, ...computedOfRefund],
    response: Refund,
  }),
  cancelRefund: operation('POST /refunds/{id}/cancel', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Cancel a refund that is waiting for the buyer',
    description: 'Possible while the refund is `REQUIRES_ACTION`. The amount is credited to your balance again.',
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  markRefundPaid: operation('POST /refunds/{id}/mark-paid', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Mark a refund as paid',
    description:
      'For refunds that the payment provider does not send back, such as those of cash and bank transfers and those with `outOfBand`: you have returned the money outside the platform. If the platform holds the money of the payment, the amount that was debited for the refund is credited to the balance again, as an `adjustment`.',
    body: MarkRefundPaid,
    example: { reference: 'Transfer 4712' },
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  markRefundFailed: operation('POST /refunds/{id}/mark-failed', {
    ...merchant,
    permission: 'REFUND_WRITE',
    summary: 'Mark a refund as failed',
    description: 'For the same refunds as `mark-paid`. The amount is credited to the balance.',
    body: MarkRefundFailed,
    example: { failureReason: 'lost_or_stolen_card' },
    response: Refund,
    errors: ['resource_invalid_state'],
  }),
  resolveRefund: operation('POST /operator/refunds/{id}/resolve', {
    service: 'payments',
    audience: 'operator',
    permission: null,
    summary: 'Resolve a live refund that stays undecided',
    description:
      'For a refund that is PENDING for more than a day, or from before a restore, because its provider does not say whether it was made. Look it up on the provider’s dashboard first. The provider is queried once more, and its answer counts if it has one.',
    body: ResolveRefund,
    example: { outcome: 'failed', failureReason: 'declined' },
    response: Refund,
    errors: ['resource_invalid_state', 'parameters_exclusive'],
    deadlineMs: 25_000,
  }),
  listRefunds: operation('GET /refunds', {
    ...merchant,
    permission: 'REFUND_READ',
    summary: 'List refunds',
    description: 'Newest first, of every status.',
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
    description: 'Contains its status and, if it failed, the reason.',
    response: Refund,
  }),
  getBalance: operation('GET /balance', {
    ...merchant,
    permission: 'BALANCE_READ',
    summary: 'Retrieve the balance',
    description: 'What is pending, available and payable in each currency, in minor units.',
    response: Balance,
  }),
  listBalanceTransactions: operation('GET /balance-transactions', {
    ...merchant,
    permission: 'BALANCE_READ',
    summary: 'List balance transactions',
    description: 'Newest first. Every movement of your balance with its amount, fee and net.',
    query: cursorListQuery({
      type: BalanceTransactionType.optional(),
      sourceId: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe(
          '`ch_…`, `re_…` or `po_…`: the charge (also of disputes), refund or payout that caused the balance transaction.',
        ),
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
    description: 'Shows which charge, refund, dispute or payout moved the money.',
    response: BalanceTransaction,
  }),
  showSimulator: operation('GET /simulator/{chargeId}', {
    ...page,
    summary: "The test-mode page that simulates the buyer's bank",
    description: 'Stands for the page of a bank, wallet or kiosk. Not available in live mode.',
    response: z.string(),
  }),
  showSimulatorBarcode: operation('GET /simulator/{chargeId}/barcode.svg', {
    ...page,
    summary: 'The number of a simulated voucher as an image',
    description: 'A barcode of Code 128.',
    response: z.string(),
  }),
  completeSimulator: operation('POST /simulator/{chargeId}', {
    ...page,
    summary: "Submit the buyer's action on the simulated bank page",
    description: 'Approves or declines the simulated payment and sends the buyer back.',
    body: z.strictObject({
      outcome: z.enum(['authenticate', 'fail', 'abandon', 'submit', 'paid', 'expire', 'refused']),
      otp: z.string().max(20).optional().describe('Used with `submit`.'),
    }),
    example: { outcome: 'authenticate' },
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
    description: "The buyer's bank account or wallet. It is shown in parts only afterwards.",
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
    example: { type: 'bank_transfer', holderName: 'Mona Adel', iban: 'EG380019000500000000263180002' },
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
