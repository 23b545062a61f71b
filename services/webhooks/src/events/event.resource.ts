import type { Event } from '@mizan/contracts';

/** What the queries on events select. */
export interface EventRow {
  readonly id: string;
  readonly body: string;
  readonly createdAt: Date;
  readonly pendingWebhooks: number;
}

/** The stored envelope with the number of deliveries that are still to be made now. */
export const toEventResource = (row: EventRow): Event => ({
  ...(JSON.parse(row.body) as Event),
  pendingWebhooks: row.pendingWebhooks,
});
