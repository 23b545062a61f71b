import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { secretPathsOf } from '../bounds.ts';
import { BalanceTransaction } from './balance-transaction.ts';
import { EventPaymentIntent } from './payment-intent.ts';
import { Payout } from './payout.ts';
import { Refund } from './refund.ts';
import { endOfReport, reportColumns, type ReportName, rowsOfReport } from './report.ts';

const items = { balance: BalanceTransaction, payments: EventPaymentIntent, refunds: Refund, payouts: Payout };
/** Members that a report leaves out: what authorizes a buyer, what only GET answers, and what says that an item was cut. */
const leftOut = ['clientSecret', 'transferTo', 'truncated'];

const memberOf = (schema: z.ZodType | undefined, name: string): z.ZodType | undefined => {
  const bare = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.def.innerType : schema;
  if (bare !== schema) return memberOf(bare as z.ZodType, name);
  return schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
};

describe.each(Object.keys(items) as ReportName[])('the report of %s', (name) => {
  const columns: readonly string[] = reportColumns[name];

  test('has columns of its list item alone, and amountDecimal', () => {
    expect(columns).toContain('amountDecimal');
    for (const column of columns.filter((each) => each !== 'amountDecimal')) {
      const found = column.split('.').reduce<z.ZodType | undefined>(memberOf, items[name]);
      expect([column, found !== undefined]).toEqual([column, true]);
    }
    expect(new Set(columns).size).toBe(columns.length);
  });

  test('leaves out no member of its list item but secrets', () => {
    const covered = new Set(columns.map((column) => column.split('.')[0]));
    const missing = Object.keys(items[name].shape).filter(
      (member) => !covered.has(member) && !leftOut.includes(member),
    );
    expect(missing).toEqual([]);
  });

  test('has no column in which a secret would be', () => {
    // Of `charges` the IDs are shown alone.
    for (const { path } of secretPathsOf(items[name]).filter(({ path: [first] }) => first !== 'charges')) {
      const secret = path.join('.');
      expect(columns.filter((column) => secret === column || secret.startsWith(`${column}.`))).toEqual([]);
    }
  });
});

test('a report is complete with its end line only', () => {
  expect(rowsOfReport(`id\r\n1\r\n${endOfReport(1)}`)).toBe(1);
  expect(rowsOfReport(endOfReport(0))).toBe(0);
  expect(rowsOfReport('id\r\n1\r\n')).toBeUndefined();
  expect(rowsOfReport('id\r\n1\r\n# end,1')).toBeUndefined();
  expect(rowsOfReport('id\r\n"a # end,1\r\n')).toBeUndefined();
});
