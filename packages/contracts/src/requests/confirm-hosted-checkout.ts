import { z } from 'zod';
import { amountInput, webUrl } from '../primitives.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

/** The body of POST /client/checkout/{id}/confirm. */
export const ConfirmHostedCheckout = z
  .strictObject({
    paymentMethod: PaymentMethodInput.optional().describe('Required unless the total is 0.'),
    expectedAmountTotal: amountInput('amount_invalid')
      .optional()
      .describe('The total shown to the buyer. The request is rejected if the total is different.'),
    returnUrl: webUrl.optional().describe('Where to return the buyer after a redirect.'),
  })
  .meta({ id: 'ConfirmHostedCheckout', description: "A buyer's payment." });
export type ConfirmHostedCheckout = z.infer<typeof ConfirmHostedCheckout>;
