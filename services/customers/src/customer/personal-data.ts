import type { CustomerRow } from './customer.entity.ts';
import { noMarks } from './guest-marks.ts';

/** Columns that do not say who the customer is. */
type ImpersonalColumn = keyof Pick<
  CustomerRow,
  | 'id'
  | 'merchantId'
  | 'livemode'
  | 'type'
  | 'currency'
  | 'grossSpend'
  | 'amountRefunded'
  | 'amountDisputeLosses'
  | 'numPayments'
  | 'firstPurchaseAt'
  | 'lastPurchaseAt'
  | 'mergedInto'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>;

/** Everything that says who the customer is. */
export type PersonalData = Omit<CustomerRow, ImpersonalColumn>;

/** What merchants and buyers enter of it; checkouts and payments add the rest. */
export type EnteredData = Omit<PersonalData, keyof typeof noMarks | 'latestPaymentMethod'>;

/**
 * The personal columns of an erased customer, of a tombstone, and of a new customer of whom nothing is known. A new column is a type error here until it is in
 * this list or named above as impersonal.
 */
export const noPerson = {
  name: null,
  email: null,
  phone: null,
  address: null,
  shipping: null,
  metadata: {},
  ...noMarks,
  latestPaymentMethod: null,
} satisfies PersonalData;

/** Of each personal column that can be empty, the first value that one of these has; null where none has. */
export function firstOfEach(customers: readonly Partial<PersonalData>[]): Partial<PersonalData> {
  const columns = (Object.keys(noPerson) as (keyof typeof noPerson)[]).filter((column) => noPerson[column] === null);
  const firstOf = (column: keyof typeof noPerson) =>
    customers.map((each) => each[column] ?? null).find(isGiven) ?? null;
  return Object.fromEntries(columns.map((column) => [column, firstOf(column)])) as Partial<PersonalData>;
}

const isGiven = (value: unknown): boolean => value !== null;
