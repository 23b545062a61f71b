import { z } from 'zod';
import { amountInput, failWith, metadataInput, reference } from '../primitives.ts';
import { ProviderOperation } from '../resources/provider-expectation.ts';

/** The longest that the test provider can be made to wait: the platform stops waiting for a provider after fifteen seconds. */
const longestDelayMs = 10_000;

const fault = z
  .strictObject({
    status: z.int().min(500).max(599).optional().describe('Returns this error without performing the operation.'),
    timeout: z.literal(true).optional().describe('Performs the operation, but its response is lost.'),
    connectionReset: z.literal(true).optional().describe('The connection breaks before the operation is performed.'),
    delayMs: z
      .int()
      .min(1)
      .max(longestDelayMs)
      .optional()
      .describe('Performs the operation and responds after this delay, in milliseconds.'),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length <= 1, {
    ...failWith('parameters_exclusive', 'must be one of status, timeout, connectionReset and delayMs, not several'),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    ...failWith('parameter_missing', 'must be one of status, timeout, connectionReset and delayMs'),
  })
  .describe('Set exactly one of these fields.');

/** The body of POST /test-helpers/expectations. */
export const CreateProviderExpectation = z
  .strictObject({
    match: z
      .strictObject({
        operation: ProviderOperation.describe(
          '`sync` queries the outcome of a payment or refund, which the platform does after a response is lost.',
        ),
        amount: amountInput('amount_invalid', 1)
          .optional()
          .describe(
            'Amount of the operation in minor units. For `cancel` and `sync`, the amount of the charge or refund.',
          ),
        metadata: metadataInput
          .optional()
          .describe('Matches if the metadata of the payment intent contains these keys and values.'),
        reference: reference('pi').optional().describe('ID of the payment intent, charge, checkout session or refund.'),
      })
      .describe('Selects operations. All of the given conditions must match.'),
    fault,
    times: z.int().min(1).max(1_000).default(1).describe('Number of operations to apply it to.'),
    expiresIn: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(3_600)
      .describe('Seconds after which the expectation expires, by the test clock.'),
  })
  .meta({ id: 'CreateProviderExpectation', description: 'How the test provider fails on its next operations.' });
export type CreateProviderExpectation = z.infer<typeof CreateProviderExpectation>;
