import { MizanError } from './errors.ts';

/**
 * The address of the gateway without a slash at its end: the given one, that of the environment, or that of `npm start`.
 *
 * @throws MizanError it is no address of the web, for example `localhost:8080`
 */
export function assertBaseUrl(given: string | undefined): string {
  const fromEnvironment = process.env['MIZAN_BASE_URL'];
  const url = given ?? (fromEnvironment || 'http://localhost:8080');
  if (!/^https?:\/\//i.test(url)) {
    const name = given === undefined ? 'MIZAN_BASE_URL' : 'baseUrl';
    throw new MizanError(`${name} must begin with http:// or https://, but is ${JSON.stringify(url)}.`);
  }
  return url.replace(/\/+$/, '');
}
