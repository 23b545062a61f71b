import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { Currency } from '../enums.ts';
import { BalanceTransactionType, ChargeStatus, PaymentIntentStatus, RefundStatus } from '../payment-enums.ts';
import { amountParameter, listOf, listQuery, timezoneParameter } from '../list-grammar.ts';
import { operation } from '../operation.ts';
import { CreateRefund } from '../requests/create-refund.ts';
import { BalanceTransaction } from '../resources/balance-transaction.ts';
import { Balance } from '../resources/balance.ts';
import { Charge } from '../resources/charge.ts';
import { PaymentIntent } from '../resources/payment-intent.ts';
import { Refund } from '../resources/refund.ts';
import { commonEchoes } from './common-echoes.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const page = { service: 'payments', audience: 'page', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);
const dates = { date: dateParameter.optional(), timezone: timezoneParameter.default('UTC') };

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
    permission: 'REFUND_WRITE',
    maxPerSecond: 25,
    summary: 'Refund a charge, in part or in full',
    description: 'The balance is debited at once; the fee of the sale is kept. `status` is the one reached so far.',
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
    ],
    deadlineMs: 25_000,
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
      sourceId: z.string().min(1).max(255).optional().describe('`ch_…` or `re_…`'),
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
    summary: 'The test-mode page that plays the bank of the buyer',
    response: z.string(),
    status: 200,
    errors: ['resource_missing'],
  }),
  completeSimulator: operation({
    ...page,
    method: 'POST',
    path: '/simulator/{chargeId}',
    summary: 'What the buyer did at that bank',
    body: z.strictObject({ outcome: z.enum(['authenticate', 'fail', 'abandon']) }),
    response: z.string(),
    status: 200,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 25_000,
  }),
};
