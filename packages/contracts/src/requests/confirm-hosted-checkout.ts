import { z } from 'zod';
import { amountInput, webUrl } from '../primitives.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

/** The body of POST /client/checkout/{id}/confirm. */
export const ConfirmHostedCheckout = z
  .strictObject({
    paymentMethod: PaymentMethodInput.optional().describe('Required unless the total is 0.'),
    expectedAmountTotal: amountInput('amount_invalid')
      .optional()
      .describe('The total that the buyer saw; a different one is refused.'),
    returnUrl: webUrl.optional().describe('Where the buyer comes back to after a redirect.'),
  })
  .meta({ id: 'ConfirmHostedCheckout', description: 'A buyer pays.' });
export type ConfirmHostedCheckout = z.infer<typeof ConfirmHostedCheckout>;
