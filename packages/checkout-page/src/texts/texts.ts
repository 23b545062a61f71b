import { ar } from './ar.ts';
import { en, type Texts } from './en.ts';

export type { Texts };
export type Language = 'en' | 'ar';

/** The page's texts by language. */
export const texts: Readonly<Record<Language, Texts>> = { en, ar };

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The other language that the page offers. */
export const otherLanguage = (language: Language): Language => (language === 'ar' ? 'en' : 'ar');

/** Puts values into a text: `fill('Pay {amount}', { amount: 'EGP 5.00' })`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
