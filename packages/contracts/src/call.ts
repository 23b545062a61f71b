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
  /** True when answering changes something: the asker must send an idempotency key. */
  readonly effect: boolean;
  readonly description: string;
}

/** Declares a call and keeps its literal types. */
export const call = <const C extends Call>(definition: C): C => definition;
export type RequestOf<C extends Call> = z.input<C['request']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
