import { z } from 'zod';
import { Currency } from '../enums.ts';
import {
  RefundDestinationType,
  RefundFailureReason,
  RefundPendingReason,
  RefundReason,
  RefundStatus,
} from '../payment-enums.ts';
import { nullInEvents } from '../bounds.ts';
import { Metadata, Money, namedObject, Timestamp } from '../primitives.ts';
import { PresentmentDetails } from './presentment-details.ts';

/** Where the money of a refund went; the member that fits `type` is filled. */
export const DestinationDetails = namedObject('DestinationDetails', 'Where the money of a refund was sent.', {
  type: RefundDestinationType,
  card: z
    .object({
      reference: z.string().optional(),
      referenceStatus: z.string().optional(),
      referenceType: z.string().optional(),
      type: z.string().optional(),
    })
    .optional(),
  wallet: z.object({ reference: z.string().optional(), provider: z.string().optional() }).optional(),
  bankTransfer: z.object({ reference: z.string().optional(), referenceStatus: z.string().optional() }).optional(),
  kiosk: z.object({ reference: z.string().optional(), provider: z.string().optional() }).optional(),
});
export type DestinationDetails = z.infer<typeof DestinationDetails>;

/** Where the buyer wants the money of a refund to go. */
export const RefundTransferTo = namedObject('RefundTransferTo', 'Where the buyer wants the money of a refund to go.', {
  type: z.enum(['bank_transfer', 'wallet', 'instapay', 'kiosk']),
  holderName: z.string().describe('Who receives the money.'),
  iban: z.string().optional().describe('Bank transfers only.'),
  phone: z.string().optional().describe('Mobile wallets only. E.164.'),
  handle: z.string().optional().describe('InstaPay only, for example `mona@instapay`.'),
  kiosk: z.enum(['fawry', 'aman']).optional().describe('Kiosks only: where the buyer collects the money.'),
});
export type RefundTransferTo = z.infer<typeof RefundTransferTo>;

/** Money of a charge on its way back to the payer. PENDING and REQUIRES_ACTION do not mean that it has arrived. */
export const Refund = namedObject('Refund', 'A refund of a charge.', {
  id: z.string().describe('`re_…`'),
  object: z.literal('refund'),
  amount: Money,
  chargeId: z.string().describe('`ch_…`'),
  paymentIntentId: z.string().describe('`pi_…`'),
  balanceTransactionId: z.string().optional().describe('`txn_…`: the balance transaction that debited the refund.'),
  failureBalanceTransactionId: z
    .string()
    .optional()
    .describe('`txn_…`: the balance transaction that credited a failed refund.'),
  externalRefundId: z.string().optional().describe("The provider's own ID."),
  createdAt: Timestamp,
  currency: Currency,
  presentmentDetails: PresentmentDetails.optional(),
  status: RefundStatus,
  reason: RefundReason.optional(),
  failureReason: RefundFailureReason.optional(),
  failureCode: z.string().optional(),
  failureMessage: z.string().optional(),
  pendingReason: RefundPendingReason.optional(),
  description: z.string().optional(),
  destinationDetails: DestinationDetails.optional(),
  nextAction: z
    .object({
      type: z.literal('display_details'),
      displayDetails: z.object({
        url: nullInEvents.describe(
          'The page on which the buyer says where the money goes. `null` in events, because the address alone lets anyone fill it in.',
        ),
        emailSentAt: Timestamp.nullable().describe(
          'When a mail server accepted the mail to the buyer; `null` until then.',
        ),
        emailSentTo: z
          .string()
          .describe(
            'The email address of the buyer that the link is mailed to. Empty if none is known: send the buyer `url` yourself. Only a refund that the platform has made by itself, of what the payment did not need, has none.',
          ),
        expiresAt: Timestamp,
      }),
    })
    .optional()
    .describe('The action that the buyer must take.'),
  transferTo: RefundTransferTo.optional().describe(
    'Only when you retrieve the refund: what the buyer has entered. Deleted 90 days after the refund has ended.',
  ),
  instructionsEmail: z.string().optional().describe('Where the buyer is contacted for bank or wallet details.'),
  receiptNumber: z
    .string()
    .optional()
    .describe(
      'For example `R-2026-000123`. Assigned shortly after the refund is created, without an event, also to refunds that then fail or are canceled; numbers of a year have no gaps.',
    ),
  feeAmount: Money.describe('Fee of the refund itself. The fee of the original charge is not returned.'),
  surplus: z
    .boolean()
    .optional()
    .describe(
      'True if the refund returns a charge that the payment did not need (`surplus` in the `outcome` of the charge). It does not count in `amountRefunded` of the payment intent.',
    ),
  outOfBand: z
    .boolean()
    .optional()
    .describe('True if the merchant sends the money itself although the provider could return it.'),
  metadata: Metadata,
});
export type Refund = z.infer<typeof Refund>;
