import { directionOf, type Language } from './texts.ts';

/** A page's language, and the tag that decides how amounts and digits are written. */
export interface PageLocale {
  readonly language: Language;
  /** BCP 47, understood by `Intl`. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The session's own locale, or for `auto` the first language of the buyer's browser that the page has; the merchant's
 * default where the page has neither, and English where it does not have that. A region keeps its own digits (`ar-EG` writes
 * ١٢٣); plain Arabic writes the digits that are printed on cards.
 */
export function chooseLocale(locale: string, acceptLanguage: string | undefined, defaultLocale = 'en'): PageLocale {
  const wanted = locale === 'auto' ? preferred(acceptLanguage) : [locale];
  return localeOf([...wanted, defaultLocale].find((tag) => languageOf(tag) !== undefined) ?? 'en');
}

/** The locale that a session is shown in: its own, or the default where the page does not have its language; `auto` stays. */
export const displayLocaleOf = (locale: string, defaultLocale: string): string =>
  locale === 'auto' ? 'auto' : ([locale, defaultLocale].find((tag) => languageOf(tag) !== undefined) ?? 'en');

/** The locale of a tag; what `Intl` does not know is written as in plain English or Arabic. */
export function localeOf(tag: string): PageLocale {
  const language = languageOf(tag) ?? 'en';
  const known = isKnown(tag) ? tag : language;
  return { language, tag: known === 'ar' ? 'ar-u-nu-latn' : known, direction: directionOf(language) };
}

function languageOf(tag: string): Language | undefined {
  const language = tag.toLowerCase().split('-')[0];
  return language === 'ar' || language === 'en' ? language : undefined;
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // a malformed tag
  }
}

/** Tags of an Accept-Language header, the most preferred first. */
function preferred(header: string | undefined): string[] {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = Number(/q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? 1);
      return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) && quality > 0 ? [{ tag, quality }] : [];
    });
  return wanted.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}
