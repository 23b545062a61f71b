import { parseIssues } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { z } from 'zod';

/**
 * The credentials of a request. No value is in a message.
 *
 * @throws Problem `parameter_invalid`, `parameter_unknown`
 */
export function parseCredentials(
  schema: z.ZodType<Readonly<Record<string, string | undefined>>>,
  credentials: unknown,
): Readonly<Record<string, string>> {
  const parsed = schema.safeParse(credentials);
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as Readonly<Record<string, string>>; // without what is absent
  const { code, message, param } = parseIssues(parsed.error, 'body');
  const name = param === undefined ? 'credentials' : `credentials.${param}`;
  throw new Problem(code, param === undefined ? message : `credentials.${message}`, { param: name });
}
