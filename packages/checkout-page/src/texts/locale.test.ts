import { expect, test } from '@jest/globals';
import { chooseLocale, displayLocaleOf } from './locale.ts';

test.each([
  ['ar-EG', undefined, 'en', 'ar-EG'],
  ['auto', 'fr-FR,ar;q=0.8', 'en', 'ar-u-nu-latn'],
  ['auto', 'fr-FR', 'ar', 'ar-u-nu-latn'],
  ['auto', undefined, 'ar-SA', 'ar-SA'],
  ['fr', 'en', 'ar', 'ar-u-nu-latn'],
  ['fr', 'ar', 'tr', 'en'],
])('a page in %s for a browser that prefers %s, of a merchant whose default is %s, is in %s', (...given) => {
  const [locale, acceptLanguage, defaultLocale, tag] = given;
  expect(chooseLocale(locale, acceptLanguage, defaultLocale).tag).toBe(tag);
});

test.each([
  ['auto', 'ar', 'auto'],
  ['ar-EG', 'en', 'ar-EG'],
  ['fr', 'ar-EG', 'ar-EG'],
  ['fr', 'tr', 'en'],
])('a session in %s of a merchant whose default is %s is shown in %s', (locale, defaultLocale, shown) =>
  expect(displayLocaleOf(locale, defaultLocale)).toBe(shown),
);
