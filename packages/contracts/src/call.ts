import type { z } from 'zod';
import type { ServiceName } from './operation.ts';

/** What may call a service: another service, or the bus keeper, which is none. */
export type CallerName = ServiceName | 'bus-keeper';

/** A call to a service, over HTTP at `/internal/calls/<name>`. */
export interface Call {
  /** Who may make the call; the called service rejects every other. */
  readonly from: readonly CallerName[];
  readonly to: ServiceName;
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
  /** How long the caller waits, milliseconds. */
  readonly deadlineMs: number;
  /** True if the call changes something: a repeated call must change it only once. */
  readonly effect: boolean;
  /**
   * The field of the request that identifies a repeated call, if the called service stores a row under it anyway. Without
   * it, a call with an effect needs an idempotency key, under which its reply is stored.
   */
  readonly keyedBy?: string;
  /** Made every few seconds, whatever happens: only a failure is worth a line in the log. */
  readonly isPolled?: true;
  readonly description: string;
}

/** Declares a call and keeps its literal types. */
export const call = <const C extends Call>(definition: C): C => definition;
export type RequestOf<C extends Call> = z.input<C['request']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
