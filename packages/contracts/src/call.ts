import type { z } from 'zod';
import type { ServiceName } from './operation.ts';

/** A question that one service asks another over HTTP at `/internal/calls/<name>`. */
export interface Call {
  /** Services that may ask; the answering service refuses every other. */
  readonly from: readonly ServiceName[];
  readonly to: ServiceName;
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
  /** How long the asker waits, milliseconds. */
  readonly deadlineMs: number;
  /** True when answering changes something: asking twice must change it once. */
  readonly effect: boolean;
  /**
   * The field of the request that tells a repeat, where the answering service keeps a row under it anyway. Without it a
   * call with an effect needs an idempotency key, and its answer is stored under that.
   */
  readonly keyedBy?: string;
  readonly description: string;
}

/** Declares a call and keeps its literal types. */
export const call = <const C extends Call>(definition: C): C => definition;
export type RequestOf<C extends Call> = z.input<C['request']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
