import { countryCodes } from '@mizan/contracts/country-codes';

/** Every country by its name in a language, in the order of that language. */
export function countriesIn(tag: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, tag));
}
