import { maxAckPending } from './durable.ts';

/**
 * Counts the attempts of events that fail. The server's count alone does not say how often one has failed: it includes deliveries
 * that a stopping process returned. So attempts count from the first failure that this process sees.
 */
export class Attempts {
  readonly #firstFailures = new Map<string, number>();

  /** @returns which attempt has failed; 1 for the first failure of the event that this process sees */
  fail(eventId: string, deliveryCount: number): number {
    const known = this.#firstFailures.get(eventId) ?? deliveryCount;
    const first = Math.min(known, deliveryCount); // after a loss of the stream the server counts from 1 again
    this.#firstFailures.delete(eventId);
    this.#firstFailures.set(eventId, first);
    // Other processes may have handled the oldest; no more than this can be failing.
    const [oldest] = this.#firstFailures.keys();
    if (this.#firstFailures.size > maxAckPending && oldest !== undefined) this.#firstFailures.delete(oldest);
    return deliveryCount - first + 1;
  }

  /** Called when the event is handled or stored as a dead letter. */
  forget(eventId: string): void {
    this.#firstFailures.delete(eventId);
  }
}
