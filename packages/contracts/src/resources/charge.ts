import { z } from 'zod';
import { Currency } from '../enums.ts';
import { AdviceCode, ChargeStatus, NetworkStatus, OutcomeType, RiskLevel, SettlementModel } from '../payment-enums.ts';
import { Money, Timestamp } from '../primitives.ts';
import { BillingDetails } from './address.ts';
import { BalanceTransaction } from './balance-transaction.ts';
import { PaymentMethodDetails } from './payment-method.ts';
import { PresentmentDetails } from './presentment-details.ts';
import { Refund } from './refund.ts';

/** What the provider and the network said. */
export const ChargeOutcome = z
  .object({
    networkStatus: NetworkStatus,
    type: OutcomeType,
    reason: z.string().nullable().describe('Decline code, or null.'),
    sellerMessage: z.string().describe('For the merchant, not for the buyer.'),
    adviceCode: AdviceCode.nullable(),
    riskLevel: RiskLevel,
    lateSuccess: z.boolean().optional().describe('True when it succeeded after the payment was given up.'),
  })
  .meta({ id: 'ChargeOutcome', description: 'What the provider and the network said.' });
export type ChargeOutcome = z.infer<typeof ChargeOutcome>;

/** One attempt to move money. */
export const Charge = z
  .object({
    id: z.string().describe('`ch_…`'),
    object: z.literal('charge'),
    amount: Money,
    amountCaptured: Money,
    amountRefunded: Money,
    amountReceived: Money.optional().describe(
      'Cash on delivery and bank transfers only: what came in so far. When the rest does not come and the charge fails, it is in the balance as an `adjustment`.',
    ),
    currency: Currency,
    createdAt: Timestamp,
    status: ChargeStatus.describe('A partly refunded charge stays SUCCEEDED.'),
    paid: z.boolean().describe('The provider approved it.'),
    refunded: z.boolean().describe('Refunded in full.'),
    captured: z.boolean(),
    capturedAt: Timestamp.nullable(),
    failureCode: z
      .string()
      .nullable()
      .describe(
        'Why it brought nothing, as `lastPaymentError.code`; `authorization_expired` or `authorization_canceled` of one that was authorised and never captured.',
      ),
    failureMessage: z.string().nullable(),
    receiptUrl: z.string().nullable(),
    receiptEmail: z.string().nullable(),
    billingDetails: BillingDetails.nullable(),
    paymentMethodDetails: PaymentMethodDetails.nullable(),
    outcome: ChargeOutcome.nullable().describe(
      'Null while it is not known. What was authorised stays so when it is released.',
    ),
    balanceTransaction: BalanceTransaction.nullable().describe('Null until the money is captured.'),
    presentmentDetails: PresentmentDetails.nullable(),
    convertedAmounts: z
      .partialRecord(Currency, Money)
      .optional()
      .describe(
        '`amount` in other currencies that the account takes, converted once when the charge was made. `spendData` counts it where its customer spends in another currency. A currency without an exchange rate is left out; absent when there is none.',
      ),
    refunds: z.array(Refund).describe('Oldest first.'),
    paymentIntentId: z.string().describe('`pi_…`'),
    paymentMethodId: z.string().nullable().describe('`pm_…`'),
    calculatedStatementDescriptor: z.string().nullable().describe("What the payer's statement shows."),
    disputed: z.boolean(),
    externalChargeId: z.string().nullable().describe("The provider's own id."),
    config: z.record(z.string(), z.unknown()).nullable().describe('How the provider was asked.'),
    geocoding: z
      .object({ country: z.string().nullable(), city: z.string().nullable() })
      .nullable()
      .describe('Where the buyer was, as far as known.'),
    session: z.object({ checkoutSessionId: z.string() }).nullable().describe('The checkout it came from.'),
    merchantOrigin: z.string().nullable().describe('Origin of the page that took the payment.'),
    merchantDomain: z.string().nullable().describe('Domain of that page.'),
    processorCapabilities: z
      .object({
        supportsManualCapture: z.boolean(),
        supportsPartialCapture: z.boolean(),
        supportsRefund: z.boolean(),
        supportsPartialRefund: z.boolean(),
      })
      .nullable()
      .describe('What the provider can do with this charge.'),
    activeHoldId: z.string().nullable().describe('The stock held while the charge is not decided.'),
    settlementModel: SettlementModel.nullable(),
  })
  .meta({ id: 'Charge', description: 'One attempt to move money.' });
export type Charge = z.infer<typeof Charge>;
