import { z } from 'zod';
import { cuttable, truncatedNames } from '../bounds.ts';
import { Currency } from '../enums.ts';
import { AdviceCode, ChargeStatus, NetworkStatus, OutcomeType, RiskLevel, SettlementModel } from '../payment-enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';
import { BillingDetails } from './address.ts';
import { BalanceTransaction } from './balance-transaction.ts';
import { PaymentMethodDetails } from './payment-method.ts';
import { PresentmentDetails } from './presentment-details.ts';
import { Refund } from './refund.ts';

export const ChargeOutcome = namedObject('ChargeOutcome', 'The response of the provider and the network.', {
  networkStatus: NetworkStatus,
  type: OutcomeType,
  reason: z.string().nullable().describe('Decline code. `null` if the charge was not declined.'),
  sellerMessage: z.string().describe('For the merchant. Do not show it to the buyer.'),
  adviceCode: AdviceCode.nullable(),
  riskLevel: RiskLevel,
  lateSuccess: z
    .boolean()
    .optional()
    .describe('True if the charge succeeded after it had failed or been canceled, or after its checkout had expired.'),
  surplus: z
    .boolean()
    .optional()
    .describe(
      'True if the payment did not need the money of this charge: another charge had paid it, or its amount had changed. It is refunded in full, costs no fee, and does not count in the amounts of the payment intent.',
    ),
});
export type ChargeOutcome = z.infer<typeof ChargeOutcome>;

/** Where a buyer is, as far as it is known. */
export const Geocoding = z.object({
  country: z.string().nullable().describe('Two letters (ISO 3166-1).'),
  city: z.string().nullable(),
});
export type Geocoding = z.infer<typeof Geocoding>;

export const Charge = namedObject('Charge', 'A single attempt to move money.', {
  id: z.string().describe('`ch_…`'),
  object: z.literal('charge'),
  amount: Money,
  amountCaptured: Money,
  amountRefunded: Money,
  amountReceived: Money.optional().describe(
    'Only of payments that the merchant receives itself, such as cash on delivery and bank transfers: the amount received before the charge succeeded or failed. If it fails, this amount is credited to the balance as an `adjustment`.',
  ),
  currency: Currency,
  createdAt: Timestamp,
  status: ChargeStatus.describe('A partially refunded charge stays SUCCEEDED.'),
  paid: z.boolean().describe('True if the provider approved the charge.'),
  refunded: z.boolean().describe('True if the charge is fully refunded.'),
  captured: z.boolean(),
  capturedAt: Timestamp.nullable(),
  failureCode: z
    .string()
    .nullable()
    .describe(
      'Why the charge failed, as in `lastPaymentError.code`. `authorization_expired` or `authorization_canceled` for an authorization that was never captured.',
    ),
  failureMessage: z.string().nullable(),
  receiptUrl: z
    .string()
    .nullable()
    .describe('Public address of the receipt, which anyone who has it can read. `null` until the charge is captured.'),
  receiptEmail: z.string().nullable(),
  billingDetails: BillingDetails.nullable(),
  paymentMethodDetails: PaymentMethodDetails.nullable(),
  outcome: ChargeOutcome.nullable().describe(
    '`null` while the outcome is unknown. An authorization keeps its outcome after it is released.',
  ),
  balanceTransaction: BalanceTransaction.nullable().describe(
    '`null` until the charge is captured. If it is captured in several parts, each part has a balance transaction of its own, and this is the latest one. To list all of them, filter balance transactions by `sourceId` and by the type `charge`.',
  ),
  presentmentDetails: PresentmentDetails.nullable(),
  convertedAmounts: z
    .partialRecord(Currency, Money)
    .optional()
    .describe(
      '`amount` in other currencies of the account, converted once when the charge was created. Used for `spendData` of customers who spend in another currency. Currencies without an exchange rate are omitted; absent if there are none.',
    ),
  refunds: cuttable(z.array(Refund).describe('Oldest first.'), 'last'),
  paymentIntentId: z.string().describe('`pi_…`'),
  paymentMethodId: z.string().nullable().describe('`pm_…`'),
  calculatedStatementDescriptor: z.string().nullable().describe("The text on the payer's statement."),
  disputed: z.boolean().describe('True once the charge was disputed, whatever the outcome.'),
  externalChargeId: z.string().nullable().describe("The provider's own ID."),
  config: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'How the charge was sent to the provider. `providerFee` (`amount`, `currency`) is the fee that the provider reports, which is not part of the balance.',
    ),
  geocoding: Geocoding.nullable().describe(
    'Where the buyer confirmed the payment, as the network reported it. Null if it is unknown, and for payments that a server confirms.',
  ),
  session: z.object({ checkoutSessionId: z.string() }).nullable().describe('The checkout session of the charge.'),
  merchantOrigin: z.string().nullable().describe('Origin of the page on which the buyer paid.'),
  merchantDomain: z.string().nullable().describe('Domain of the page on which the buyer paid.'),
  processorCapabilities: z
    .object({
      supportsManualCapture: z.boolean(),
      supportsPartialCapture: z.boolean(),
      supportsRefund: z.boolean(),
      supportsPartialRefund: z.boolean(),
    })
    .nullable()
    .describe(
      'What can be done with this charge. `supportsRefund` is false where the merchant returns the money instead of a provider.',
    ),
  activeHoldId: z.string().nullable().describe('Stock that is held until the outcome of the charge is known.'),
  settlementModel: SettlementModel.nullable(),
  truncated: truncatedNames,
});
export type Charge = z.infer<typeof Charge>;
