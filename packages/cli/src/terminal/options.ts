import { InvalidArgumentError, Option } from 'commander';

/** `--page`, 1-based. */
export const pageOption = (): Option =>
  new Option('--page <n>', 'page to show, 100 entries each').default(1).argParser((text) => {
    const page = Number(text);
    if (!Number.isInteger(page) || page < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
    return page;
  });

/** Parser of codes such as EGP. */
export const upperCase = (text: string): string => text.toUpperCase();

/** Parser of a repeatable option whose values may also be separated by commas. */
export const commaSeparated = (text: string, previous: string[] = []): string[] => [
  ...previous,
  ...text.split(',').filter(Boolean),
];

/** Parser of a whole number. @param unit plural, for the error message */
export const wholeNumberOf =
  (unit: string) =>
  (text: string): number => {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError(`It must be a whole number of ${unit}.`);
    return Number(text);
  };

/** Parser of the URL of a local handler; the scheme may be left out: `localhost:3000/hooks`. */
export function httpUrl(text: string): string {
  const url = text.includes('://') ? text : `http://${text}`;
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new InvalidArgumentError('It must be an http or https URL, such as http://localhost:3000/hooks.');
  return url;
}
