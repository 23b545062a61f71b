/** ECMA-402 of 2026, which the compiler does not know yet. */
type LocaleWithZones = Intl.Locale & { readonly getTimeZones?: () => string[] | undefined };

interface Clock {
  /** Of the reader, BCP 47. */
  readonly tag: string;
  /** Whose clock it is; that of this device without it. */
  readonly country?: string;
}

/** Day, time and zone: `November 25, 2026 at 12:00 PM GMT+2`. @param at ISO 8601 */
export function formatMoment(at: string, { tag, country }: Clock): string {
  return new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    ...(country === undefined ? {} : { timeZone: zoneOf(country) }),
  }).format(new Date(at));
}

/** The first time zone of a country; UTC where there is none. */
function zoneOf(country: string): string {
  try {
    const locale: LocaleWithZones = new Intl.Locale('und', { region: country });
    return locale.getTimeZones?.()?.[0] ?? 'UTC';
  } catch {
    return 'UTC'; // not a country
  }
}
