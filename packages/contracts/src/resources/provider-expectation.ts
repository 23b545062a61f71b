import { z } from 'zod';
import { Metadata, Money, Timestamp } from '../primitives.ts';

/** The provider operations that an expectation can match. */
export const ProviderOperation = z.enum(['authorize', 'capture', 'refund', 'cancel', 'sync']);
export type ProviderOperation = z.infer<typeof ProviderOperation>;

/** How the test provider will misbehave; exactly one field is not null. */
export const ProviderFault = z
  .object({
    status: z.int().min(500).max(599).nullable().describe('Returns this error without performing the operation.'),
    timeout: z.literal(true).nullable().describe('Performs the operation, but its response is lost.'),
    connectionReset: z.literal(true).nullable().describe('The connection breaks before the operation is performed.'),
    delayMs: z
      .int()
      .min(1)
      .nullable()
      .describe('Performs the operation and responds after this delay, in milliseconds.'),
  })
  .meta({ id: 'ProviderFault', description: 'How the test provider fails. Exactly one field is not null.' });
export type ProviderFault = z.infer<typeof ProviderFault>;

/** What is expected of the test provider's next operations. */
export const ProviderExpectation = z
  .object({
    object: z.literal('provider_expectation'),
    id: z.string().describe('`exp_…`'),
    match: z.object({
      operation: ProviderOperation,
      amount: Money.nullable(),
      metadata: Metadata.nullable(),
      reference: z.string().nullable(),
    }),
    fault: ProviderFault,
    remaining: z.int().min(0).describe('Number of operations that it still applies to.'),
    expiresAt: Timestamp.describe('By the test clock.'),
  })
  .meta({ id: 'ProviderExpectation', description: 'How the test provider fails on its next operations.' });
export type ProviderExpectation = z.infer<typeof ProviderExpectation>;
