import { z } from 'zod';
import { timezoneParameter } from './list-grammar.ts';
import { isDay, startOfDay } from './local-day.ts';

/** When a period starts or ends: at the start of a local day, or at an instant. */
export type PeriodBound = { readonly day: string } | { readonly at: Date };

/** The query of a report, parsed. */
export interface ReportQuery {
  readonly from: PeriodBound;
  readonly to: PeriodBound;
  readonly timezone: string;
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const wanted =
  'must be a date such as 2026-01-31 or a time with its offset such as 2026-01-31T12:00:00Z, from 1970 to 2999';
/** A + in a URL is a blank. */
const withBlank = /T[\d:.]+ \d{2}:\d{2}$/;

const boundParameter = (description: string) =>
  z
    .string()
    .transform((value, context): PeriodBound => {
      if (isDay(value)) return { day: value };
      const at = new Date(instant.test(value) && isDay(value.slice(0, 10)) ? value : Number.NaN);
      if (!Number.isNaN(at.getTime())) return { at };
      context.issues.push({
        code: 'custom',
        input: value,
        message: withBlank.test(value) ? `${wanted}; write + as %2B` : wanted,
      });
      return z.NEVER;
    })
    .meta({ description, examples: ['2026-01-01', '2026-01-01T10:30:00Z'] });

/** The query of a report: the rows that were created from `from` until just before `to`. */
export const reportQuery = z
  .strictObject({
    from: boundParameter(
      'Start of the period, inclusive: a date (its midnight in `timezone`), or a time with its offset.',
    ),
    to: boundParameter('End of the period, exclusive: a date (its midnight in `timezone`), or a time with its offset.'),
    timezone: timezoneParameter
      .describe('IANA time zone in which dates are evaluated. Defaults to UTC.')
      .default('UTC'),
  })
  .refine((query) => isInOrder(query), { message: 'must be later than from', path: ['to'] });

function isInOrder(query: ReportQuery): boolean {
  const { from, to } = reportPeriodOf(query);
  return from < to;
}

/** The moments between which rows are reported, from inclusive, to exclusive. */
export const reportPeriodOf = ({ from, to, timezone }: ReportQuery): { readonly from: Date; readonly to: Date } => ({
  from: momentOf(from, timezone),
  to: momentOf(to, timezone),
});

const momentOf = (bound: PeriodBound, timezone: string): Date =>
  'at' in bound ? bound.at : startOfDay(bound.day, timezone);
