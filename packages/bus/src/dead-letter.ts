/** An event that could not be handled: unreadable, or rejected by the handler in every attempt. */
export interface DeadLetter {
  readonly durable: string;
  /** `evt_…`; of a message that cannot be read its place, `seq:<number>`. */
  readonly eventId: string;
  readonly subject: string;
  /** The message as it came. */
  readonly payload: string;
  readonly reason: string;
  /** How often it was delivered. */
  readonly deliveries: number;
}
