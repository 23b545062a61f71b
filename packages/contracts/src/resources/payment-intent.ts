import { z } from 'zod';
import { cuttable, nullInEvents, truncatedNames } from '../bounds.ts';
import { BuyerDeclineCode, DeclineCode, toBuyerDeclineCode } from '../decline-codes.ts';
import { Currency, PaymentMethodType } from '../enums.ts';
import {
  AdviceCode,
  CancellationReason,
  CaptureMethod,
  ConfirmationMethod,
  PaymentErrorCode,
  PaymentErrorType,
  PaymentIntentStatus,
} from '../payment-enums.ts';
import { Metadata, Money, namedObject, Timestamp } from '../primitives.ts';
import { Shipping } from './address.ts';
import { Charge } from './charge.ts';
import { NextAction } from './next-action.ts';
import { PaymentMethod } from './payment-method.ts';
import { PresentmentDetails } from './presentment-details.ts';

/** What the amount of a payment is made of. */
export const AmountDetails = z
  .object({ productAmount: Money, tax: Money, platformFees: Money, tip: Money, discount: Money })
  .meta({ id: 'AmountDetails', description: 'amount = productAmount - discount + tax + platformFees + tip.' });

/** Who pays, as known to the payment. */
export const PaymentCustomer = namedObject('PaymentCustomer', 'The customer who pays.', {
  id: z.string().describe('`cus_…`'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('In E.164 format if available.'),
});
export type PaymentCustomer = z.infer<typeof PaymentCustomer>;

export const LastPaymentError = namedObject('LastPaymentError', 'Why the last attempt failed.', {
  code: PaymentErrorCode,
  declineCode: DeclineCode.nullable(),
  networkDeclineCode: z.string().nullable().describe('ISO 8583 response code, two characters.'),
  docUrl: z.string().nullable(),
  message: z.string().describe('A message that can be shown to the buyer.'),
  merchantMessage: z.string().describe('A detailed message. Do not show it to the buyer.'),
  adviceCode: AdviceCode.nullable(),
  param: z.string().nullable(),
  chargeId: z.string().nullable().describe('`ch_…`'),
  paymentMethod: PaymentMethod.nullable(),
  paymentMethodType: PaymentMethodType.nullable(),
  type: PaymentErrorType,
  processorCode: z.string().nullable(),
  processorMessage: z.string().nullable(),
});
export type LastPaymentError = z.infer<typeof LastPaymentError>;

export const PendingCapture = namedObject(
  'PendingCapture',
  'A capture whose outcome the provider has not reported yet.',
  {
    amount: Money,
    finalCapture: z.boolean().describe('Whether what is not captured is released.'),
    createdAt: Timestamp,
  },
);
export type PendingCapture = z.infer<typeof PendingCapture>;

export const PaymentIntent = namedObject('PaymentIntent', 'A payment, including all of its attempts.', {
  id: z.string().describe('`pi_…`'),
  object: z.literal('payment_intent'),
  checkoutSessionId: z.string().nullable().describe('`null` if the payment intent was created without a session.'),
  amount: Money,
  amountCapturable: Money.describe('Authorized, but not yet captured.'),
  amountReceived: Money.describe('Amount captured.'),
  amountRefunded: Money,
  currency: Currency,
  status: PaymentIntentStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  clientSecret: z.string().describe("Authorizes the buyer's browser. Never log it."),
  captureMethod: CaptureMethod,
  confirmationMethod: ConfirmationMethod,
  captureBefore: Timestamp.nullable().describe('When the authorization expires. `null` if nothing is left to capture.'),
  pendingCapture: PendingCapture.optional().describe(
    'Only while the outcome of a capture is not known: its amount is still part of `amountCapturable`.',
  ),
  description: z.string().nullable(),
  receiptEmail: z.string().nullable(),
  canceledAt: Timestamp.nullable(),
  cancellationReason: CancellationReason.nullable(),
  shipping: Shipping.nullable(),
  amountDetails: AmountDetails.nullable(),
  presentmentDetails: PresentmentDetails.nullable(),
  latestCharge: Charge.nullable(),
  charges: cuttable(z.array(Charge).describe('Oldest first.'), 'last'),
  paymentMethod: PaymentMethod.nullable(),
  customer: PaymentCustomer.nullable(),
  nextAction: NextAction.nullable(),
  metadata: Metadata,
  lastPaymentError: LastPaymentError.nullable(),
  livemode: z.boolean(),
  truncated: truncatedNames,
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

/** A payment intent as events have it. */
export const EventPaymentIntent = PaymentIntent.extend({ clientSecret: nullInEvents }).meta({
  id: 'EventPaymentIntent',
  description: 'A payment intent as events have it: without its client secret.',
});
export type EventPaymentIntent = z.infer<typeof EventPaymentIntent>;

/** The payment intent of a session, as included in that session. */
export const SessionPaymentIntent = PaymentIntent.omit({ checkoutSessionId: true }).meta({
  id: 'SessionPaymentIntent',
  description: 'The payment intent of a session, as included in that session.',
});
export type SessionPaymentIntent = z.infer<typeof SessionPaymentIntent>;

/** The payment intent of a session, as included in the events of that session. */
export const EventSessionPaymentIntent = EventPaymentIntent.omit({ checkoutSessionId: true }).meta({
  id: 'EventSessionPaymentIntent',
  description: 'The payment intent of a session, as included in the events of that session.',
});
export type EventSessionPaymentIntent = z.infer<typeof EventSessionPaymentIntent>;

/** The captured charge that paid a payment intent, not one that it did not need. Events may have cut the list of charges, but not the latest one. */
export const capturedChargeOf = ({
  charges,
  latestCharge,
}: Pick<EventPaymentIntent, 'charges' | 'latestCharge'>): Charge | undefined =>
  [...charges, ...(latestCharge ? [latestCharge] : [])].find(
    ({ amountCaptured, outcome }) => amountCaptured > 0 && !outcome?.surplus,
  );

/** A payment intent as visible to the buyer's browser. */
export const PublicPaymentIntent = PaymentIntent.pick({
  id: true,
  object: true,
  amount: true,
  currency: true,
  status: true,
  createdAt: true,
  clientSecret: true,
  presentmentDetails: true,
  nextAction: true,
  livemode: true,
})
  .extend({
    paymentMethod: PaymentMethod.pick({ type: true })
      .extend({ card: z.object({ brand: z.string(), last4: z.string() }).nullable() })
      .nullable(),
    lastPaymentError: LastPaymentError.pick({ code: true, message: true, type: true, param: true })
      .extend({
        declineCode: BuyerDeclineCode.nullable().describe(
          '`null` if the buyer is not to know the reason, or there is none.',
        ),
      })
      .nullable(),
    paidAt: Timestamp.nullable().describe('Time of the capture. `null` until the payment is captured.'),
    receiptUrl: z.string().nullable().describe('Public address of the receipt. `null` until the payment is captured.'),
  })
  .meta({ id: 'PublicPaymentIntent', description: "A payment intent as visible to the buyer's browser." });
export type PublicPaymentIntent = z.infer<typeof PublicPaymentIntent>;

/** What a buyer may see of a payment: how it stands and what to do next. */
export function toPublicPaymentIntent(intent: Omit<PaymentIntent, 'checkoutSessionId'>): PublicPaymentIntent {
  const { paymentMethod: method, lastPaymentError: error } = intent;
  const captured = capturedChargeOf(intent);
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    createdAt: intent.createdAt,
    clientSecret: intent.clientSecret,
    presentmentDetails: intent.presentmentDetails,
    nextAction: intent.nextAction,
    livemode: intent.livemode,
    paymentMethod: method && {
      type: method.type,
      card: method.card && { brand: method.card.brand, last4: method.card.last4 },
    },
    lastPaymentError: error && {
      code: error.code,
      declineCode: toBuyerDeclineCode(error.declineCode),
      message: error.message,
      type: error.type,
      param: error.param,
    },
    paidAt: captured ? (captured.capturedAt ?? captured.createdAt) : null,
    receiptUrl: captured?.receiptUrl ?? null,
  };
}
