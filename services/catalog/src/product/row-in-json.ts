/** A row read directly, with its times as dates, or inside a JSON document, with its times as ISO text. */
export type InJson<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? Date | string
    : Row[Field] extends Date | null
      ? Date | string | null
      : Row[Field];
};

/** How Postgres writes a time into JSON under UTC: without the zeros at the end of its fraction. */
const utcTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/;

/** A time as the API returns it: ISO 8601, UTC, milliseconds. */
export function isoTime(at: Date | string): string {
  if (at instanceof Date) return at.toISOString();
  const [, seconds, fraction = ''] = utcTime.exec(at) ?? []; // a page has hundreds of times: a Date for each would cost more than the rest of the request
  return seconds === undefined ? new Date(at).toISOString() : `${seconds}.${fraction.padEnd(3, '0')}Z`;
}
