import type { Event } from '@mizan/contracts';

/** What queries on events select. */
export interface EventRow {
  readonly id: string;
  readonly body: string;
  readonly createdAt: Date;
  readonly pendingWebhooks: number;
}

/** The stored envelope with the current number of pending deliveries. */
export const toEventResource = (row: EventRow): Event => ({
  ...(JSON.parse(row.body) as Event),
  pendingWebhooks: row.pendingWebhooks,
});
