import { z } from 'zod';
import { failWith, isStorableEntry } from './primitives.ts';

const maxPage = 2_147_483_647;

const integerParameter = (name: string, max: number, fallback?: number) =>
  z
    .string()
    .refine((value) => /^-?\d+$/.test(value), failWith('parameter_invalid', 'must be a whole number'))
    .transform(Number)
    .refine((n) => n >= 1 && n <= max, failWith('parameter_out_of_range', `must be from 1 to ${max}`))
    .meta({ type: 'integer', minimum: 1, maximum: max, default: fallback, description: name });

/** `page`, 1-based. */
export const pageParameter = integerParameter('Page number, starting at 1.', maxPage, 1);
/** `limit`, rows on a page. */
export const limitParameter = integerParameter('Rows per page.', 100, 20);

/** `true` or `false`. */
export const booleanParameter = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** Comma-separated terms, any of which may match; trimmed, empty ones dropped. */
export const searchParameter = z
  .string()
  .max(500, 'must be at most 500 characters')
  .refine((value) => !value.includes('\0'), 'must not contain NUL characters')
  .transform((value) =>
    value
      .split(',')
      .map((term) => term.trim())
      .filter((term) => term !== ''),
  )
  .describe('Comma-separated terms. Returns rows that match any of them.');

/** A JSON object that the metadata of a row must contain; undefined when every row does. */
export const metadataParameter = z
  .string()
  .max(8192, 'must be at most 8 KiB')
  .transform((value, context) => {
    const parsed = parseJson(value);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    const entries = isObject ? Object.entries(parsed) : [];
    const isNested = entries.some(([, inner]) => typeof inner === 'object' && inner !== null);
    // What holds nothing is in every row's metadata, also in that of a row that has none.
    if (isObject && !isNested && entries.every(isStorableEntry)) return entries.length > 0 ? parsed : undefined;
    const message = !isObject
      ? 'must be the text of a JSON object, such as {"order":"1042"}'
      : isNested
        ? 'must have only text, numbers, true, false or null as values'
        : 'must not contain NUL characters or broken Unicode';
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  })
  .describe('URL-encoded JSON object. Returns rows whose metadata contains all of its keys and values.');

/** Inclusive bounds on an amount, minor units. */
export interface AmountRange {
  readonly min?: number;
  readonly max?: number;
}

/** `eq:n`, `gt:n`, `lt:n` or `bt:a,b` as inclusive bounds. */
export const amountParameter = z
  .string()
  .transform((value, context) => {
    const range = parseAmountRange(value);
    if (range) return range;
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'must be eq:<n>, gt:<n>, lt:<n>, or bt:<min>,<max>, with whole minor units such as eq:24950',
    });
    return z.NEVER;
  })
  .describe('`eq:n`, `gt:n`, `lt:n` or `bt:a,b` (inclusive), in minor units.');

/** An IANA time zone in which `date` is read. */
export const timezoneParameter = z
  .string()
  .refine(isTimezone, { error: 'must be an IANA time zone such as Africa/Cairo', abort: true })
  .describe('IANA time zone in which `date` is evaluated. Defaults to UTC.');

/** The parameters of every list. */
export const pageQuery = { page: pageParameter.default(1), limit: limitParameter.default(20) };

/** The query of a list: page, limit and its own filters; anything else is refused. */
export const listQuery = <S extends z.core.$ZodLooseShape>(filters: S) => z.strictObject({ ...pageQuery, ...filters });

/** Rows counted at most for a list with filters: with an index some milliseconds, where a million rows take 84. */
export const countedRowsMax = 10_000;

/** The response of a list. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item).describe('Newest first.'),
    totalCount: z
      .int()
      .min(0)
      .describe(
        `Number of rows across all pages. With filters it may stop at ${countedRowsMax.toLocaleString('en-US')} when more match.`,
      ),
  });

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function parseAmountRange(value: string): AmountRange | undefined {
  const single = /^(eq|gt|lt):(\d{1,15})$/.exec(value);
  if (single) {
    const amount = Number(single[2]);
    if (single[1] === 'eq') return { min: amount, max: amount };
    return single[1] === 'gt' ? { min: amount + 1 } : { max: amount - 1 };
  }
  const between = /^bt:(\d{1,15}),(\d{1,15})$/.exec(value);
  if (!between) return undefined;
  const [min, max] = [Number(between[1]), Number(between[2])];
  return min <= max ? { min, max } : undefined;
}

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return !/^[+-]/.test(value);
  } catch {
    return false;
  }
}
