import { z } from 'zod';
import { amountInput, failWith, metadataInput, reference } from '../primitives.ts';
import { ProviderOperation } from '../resources/provider-expectation.ts';

/** The longest that the test provider can be made to wait: the platform gives up on a provider after fifteen seconds. */
const longestDelayMs = 10_000;

const fault = z
  .strictObject({
    status: z.int().min(500).max(599).optional().describe('Answers with this error, and did nothing.'),
    timeout: z.literal(true).optional().describe('Does what it is asked for; the answer gets lost.'),
    connectionReset: z.literal(true).optional().describe('The connection breaks before anything is done.'),
    delayMs: z
      .int()
      .min(1)
      .max(longestDelayMs)
      .optional()
      .describe('Does what it is asked for and answers so many milliseconds later.'),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length <= 1, {
    ...failWith('parameters_exclusive', 'must be one of status, timeout, connectionReset and delayMs, not several'),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    ...failWith('parameter_missing', 'must be one of status, timeout, connectionReset and delayMs'),
  })
  .describe('Exactly one of them.');

/** The body of POST /test-helpers/expectations. */
export const CreateProviderExpectation = z
  .strictObject({
    match: z
      .strictObject({
        operation: ProviderOperation.describe(
          '`sync` is asking again how a payment or a refund ended, as it is done after an answer got lost.',
        ),
        amount: amountInput('amount_invalid', 1)
          .optional()
          .describe('Minor units that the operation is about; of `cancel` and `sync` those of the charge or refund.'),
        metadata: metadataInput.optional().describe('What the metadata of the payment intent contains.'),
        reference: reference('pi')
          .optional()
          .describe('Id of the payment intent, the charge, the checkout session or the refund.'),
      })
      .describe('Which operations: all that is given must hold.'),
    fault,
    times: z.int().min(1).max(1_000).default(1).describe('To how many operations it happens.'),
    expiresIn: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(3_600)
      .describe('Seconds of the clock of test mode after which it is forgotten.'),
  })
  .meta({ id: 'CreateProviderExpectation', description: "How the test provider's next operations shall go wrong." });
export type CreateProviderExpectation = z.infer<typeof CreateProviderExpectation>;
