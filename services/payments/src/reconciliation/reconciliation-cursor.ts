import { Problem } from '@mizan/service-kit';
import { z } from 'zod';

/** What a connection is compared by: the provider's list, then charges that are recorded, then refunds of older ones. */
export const stages = ['listed', 'recorded', 'refunded'] as const;
export type Stage = (typeof stages)[number];

const Position = z.strictObject({
  connectionId: z.string(),
  stage: z.enum(stages),
  /** The provider's cursor in the first stage, else the last row that was compared. */
  after: z.union([
    z.null(),
    z.string(),
    z.strictObject({ createdAt: z.iso.datetime().transform((at) => new Date(at)), id: z.string() }),
  ]),
});

/** Where the next page starts. */
export type ReconciliationPosition = z.infer<typeof Position>;

export const encodePosition = (position: ReconciliationPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws Problem `parameter_invalid`: it is no cursor of an earlier page */
export function decodePosition(cursor: string): ReconciliationPosition {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Problem('parameter_invalid', 'cursor must be the nextCursor of a previous page.', { param: 'cursor' });
  }
}
