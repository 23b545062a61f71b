import { z } from 'zod';

/** The result of deleting an account's test data. */
export const TestDataDeleted = z
  .object({
    object: z.literal('test_data'),
    deleted: z.literal(true),
    rowsDeleted: z.int().min(0).describe('Number of deleted rows, including internal ones.'),
  })
  .meta({ id: 'TestDataDeleted', description: "The result of deleting an account's test data." });
export type TestDataDeleted = z.infer<typeof TestDataDeleted>;
