import { InvalidArgumentError } from 'commander';

/** Reads the address of a handler, which may be written without its scheme: `localhost:3000/hooks`. */
export function httpUrl(text: string): string {
  const given = text.includes('://') ? text : `http://${text}`;
  const protocol = URL.parse(given)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') throw new InvalidArgumentError('an address begins with http.');
  return given;
}
