import { Option } from 'commander';

/** What `twoFactorOption` reads. */
export interface TwoFactorOptions {
  readonly twoFactorCode?: string;
}

/** The second factor of an account. */
export const twoFactorOption = (): Option =>
  new Option(
    '--two-factor-code <code>',
    'code from the account’s authenticator app, required with live keys',
  ).argParser((text) => text.replaceAll(' ', '')); // apps show it as `123 456`

/** The headers that carry the second factor. */
export const twoFactorHeaders = ({ twoFactorCode }: TwoFactorOptions): Record<string, string> =>
  twoFactorCode === undefined ? {} : { 'two-factor-code': twoFactorCode };
