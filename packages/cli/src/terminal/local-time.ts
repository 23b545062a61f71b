const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const namesTime = /(?:At|By|Before|Date|Until)$|^now$/;

/** Whether a field has a moment, ISO 8601 in UTC; a text of others that looks like one has another name. */
export const isMoment = (name: string, value: unknown): value is string =>
  typeof value === 'string' && namesTime.test(name) && timestamp.test(value);

/** Shows moments as date and time of a time zone: `2026-12-20 07:41`. */
export function localTimeIn(timezone: string): (moment: string) => string {
  const numeric = '2-digit';
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    ...{ month: numeric, day: numeric, hour: numeric, minute: numeric },
    hourCycle: 'h23',
  });
  return (moment) => format.format(new Date(moment));
}
