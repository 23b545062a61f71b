/** ECMA-402 of 2026, which the compiler does not know yet. */
type LocaleWithZones = Intl.Locale & { readonly getTimeZones?: () => string[] | undefined };

/** Day and time by the merchant's clock. @param at ISO 8601 @param where the merchant's country, and the reader's locale as BCP 47 */
export function formatMoment(at: string, { country, tag }: { readonly country: string; readonly tag: string }): string {
  return new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: zoneOf(country),
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
