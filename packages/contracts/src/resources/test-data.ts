import { z } from 'zod';

/** What became of an account's test data. */
export const TestDataDeleted = z
  .object({
    object: z.literal('test_data'),
    deleted: z.literal(true),
    rowsDeleted: z.int().min(0).describe('Of all kinds, also such that no list shows.'),
  })
  .meta({ id: 'TestDataDeleted', description: "What became of an account's test data." });
export type TestDataDeleted = z.infer<typeof TestDataDeleted>;
