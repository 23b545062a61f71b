/** Months over which valU spreads a payment. */
export const tenures = [6, 12, 24] as const;
export const shortestTenure = tenures[0];

/** What each month costs, minor units: rounded up, as the lender does. @param total minor units */
export const monthlyOf = (total: number, months: number): number => Math.ceil(total / months);
