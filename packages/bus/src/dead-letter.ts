/** An event that is no longer retried: it cannot be read, or its handler failed too often. */
export interface DeadLetter {
  readonly durable: string;
  /** `evt_…`; for a message that cannot be read, its position in the stream: `seq:<number>`. */
  readonly eventId: string;
  readonly subject: string;
  /** The message as it was received. */
  readonly payload: string;
  readonly reason: string;
  /** How often it was delivered. */
  readonly deliveries: number;
}
