import type { z } from 'zod';
import { parseIssues, type ParsedIssue } from './parse-issues.ts';

/** What a service would answer to this value: its first problem, or undefined when it is accepted. */
export function problemOf(
  schema: z.ZodType,
  value: unknown,
  where: 'body' | 'query' = 'body',
  elsewhere?: z.ZodType,
): ParsedIssue | undefined {
  const result = schema.safeParse(value);
  return result.success ? undefined : parseIssues(result.error, where, { schema, given: value, elsewhere });
}
