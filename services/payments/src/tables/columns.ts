import { p } from '@mikro-orm/core';

/** An id column: compared byte by byte, so that ids sort by the time they were made. */
export const id = () => p.text().collation('C');

/** Whose row it is; every statement names both. */
export const scopeColumns = () => ({ merchantId: id(), livemode: p.boolean() });

/** Minor units of the row's currency; a CHECK of the table bounds it. */
export const amount = () => p.bigint('number');

/** A point in time, to the millisecond. */
export const moment = () => p.datetime().length(3);

/** A unique index. @param on the table with its columns, and a condition where it has one */
export const uniqueIndex = (name: string, on: string) => ({ name, expression: `create unique index ${name} on ${on}` });
