import type { JsMsg } from '@nats-io/jetstream';
import type { DurableConsumer } from './apply-once.ts';
import type { Aside } from './aside.ts';
import type { BusEvent } from './consumer.ts';

/** Counts the outcomes of messages. */
export type NoteOutcome = (outcome: 'handled' | 'postponed' | 'failed' | 'dead_lettered', count: number) => void;

/** A consumer of one mode's stream. */
export interface StreamConsumer extends DurableConsumer {
  /** Before every subject of the stack. */
  readonly prefix: string;
  /** The mode of the stream. */
  readonly livemode: boolean;
  /** Where work is left that takes long; without it everything is awaited. */
  readonly aside?: Aside;
}

/** What the messages of one batch have in common. */
export interface Batch extends StreamConsumer {
  readonly note: NoteOutcome;
}

/** A message that is an event of ours. */
export interface Readable {
  readonly message: JsMsg;
  readonly event: BusEvent;
}

/** Delivered before, so that it may have failed. */
export const wasDelivered = ({ info }: JsMsg): boolean => info.deliveryCount > 1;

/** What a delay is after so many tries; the last of them from then on. @param delays in ms */
export const delayOf = (delays: readonly number[], tries: number): number | undefined =>
  delays[Math.min(tries, delays.length) - 1];
