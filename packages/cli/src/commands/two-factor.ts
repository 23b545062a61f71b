import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { InvalidArgumentError, Option } from 'commander';

/** What `twoFactorOption` reads. */
export interface TwoFactorOptions {
  readonly twoFactorCode?: string;
}

/** The second factor of an account. */
export const twoFactorOption = (): Option =>
  new Option(
    '--two-factor-code <code>',
    'code from the account’s authenticator app, required with live keys',
  ).argParser((typed) => {
    const code = inLatinDigits(typed).replaceAll(/\s/g, ''); // apps show it as `123 456`
    if (/^\d{6}$/.test(code)) return code;
    throw new InvalidArgumentError('It must be the six digits that the authenticator app shows.');
  });

/** The headers that carry the second factor. */
export const twoFactorHeaders = ({ twoFactorCode }: TwoFactorOptions): Record<string, string> =>
  twoFactorCode === undefined ? {} : { 'two-factor-code': twoFactorCode };
