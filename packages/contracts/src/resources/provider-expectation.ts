import { z } from 'zod';
import { Metadata, Money, Timestamp } from '../primitives.ts';

/** What a provider is asked for that an expectation can meet. */
export const ProviderOperation = z.enum(['authorize', 'capture', 'refund', 'cancel', 'sync']);
export type ProviderOperation = z.infer<typeof ProviderOperation>;

/** How the test provider will misbehave; exactly one field is not null. */
export const ProviderFault = z
  .object({
    status: z.int().min(500).max(599).nullable().describe('It answers with this error, and did nothing.'),
    timeout: z.literal(true).nullable().describe('It does what it was asked for, and the answer gets lost.'),
    connectionReset: z.literal(true).nullable().describe('The connection breaks before anything was done.'),
    delayMs: z
      .int()
      .min(1)
      .nullable()
      .describe('It does what it was asked for, and answers so many milliseconds later.'),
  })
  .meta({ id: 'ProviderFault', description: 'How the test provider misbehaves; one field is not null.' });
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
    remaining: z.int().min(0).describe('To how many operations it still happens.'),
    expiresAt: Timestamp.describe('By the clock of test mode.'),
  })
  .meta({ id: 'ProviderExpectation', description: "How the test provider's next operations will go wrong." });
export type ProviderExpectation = z.infer<typeof ProviderExpectation>;
