/** Indexes of a table by the rest of their names: `newest: '(created_at)'` of `coupons` is `coupons_newest`. */
export const indexesOf = (table: string, indexes: Readonly<Record<string, string>>) =>
  Object.entries(indexes).map(([rest, on]) => {
    const name = `${table}_${rest}`;
    return { name, expression: `create index ${name} on ${table} ${on}` };
  });

/** Check constraints of a table by the rest of their names. */
export const checksOf = (table: string, checks: Readonly<Record<string, string>>) =>
  Object.entries(checks).map(([rest, expression]) => ({ name: `${table}_${rest}`, expression }));
