import { z } from 'zod';
import { limitParameter, listOf, pageParameter } from './list-grammar.ts';
import { failWith } from './primitives.ts';

/** The last row of a page, after which the next one starts. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** The opaque text of the cursor after this row. */
export const encodeCursor = (row: Cursor): string =>
  btoa(`${row.createdAt.toISOString()} ${row.id}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A cursor that an earlier page answered as `nextCursor`. */
export const cursorParameter = z
  .string()
  .transform((value, context): Cursor => {
    const cursor = decodeCursor(value);
    if (cursor) return cursor;
    context.issues.push({ code: 'custom', input: value, message: 'must be the nextCursor of a previous page' });
    return z.NEVER;
  })
  .describe(
    'The `nextCursor` of the previous page. Pages stay stable while rows are added. Cannot be combined with `page`.',
  );

/** The query of a list that can also be walked by cursor. */
export const cursorListQuery = <S extends z.core.$ZodLooseShape>(filters: S) =>
  z
    .strictObject({
      page: pageParameter.optional(),
      limit: limitParameter.default(20),
      cursor: cursorParameter.optional(),
      ...filters,
    })
    .refine((query) => !('page' in query && query.page !== undefined && query.cursor !== undefined), {
      ...failWith('parameters_exclusive', 'must not be sent together with cursor'),
      path: ['page'],
    });

/** The response of such a list. */
export const cursorListOf = <S extends z.ZodType>(item: S) =>
  listOf(item).extend({
    nextCursor: z.string().nullable().describe('Pass this as `cursor` to get the next page. `null` on the last page.'),
  });

function decodeCursor(value: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(value) || value.length % 4 === 1) return undefined;
  const decoded = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  const [, at, id] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) (\w+)$/.exec(decoded) ?? [];
  const createdAt = new Date(at ?? Number.NaN);
  return id && !Number.isNaN(createdAt.getTime()) ? { createdAt, id } : undefined;
}
