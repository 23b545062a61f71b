/** An address of a server as it may be shown: no user, password or parameter, which may be secret. */
export const shownAddress = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

/** The database that `DATABASE_URL` names, as it may be shown; undefined where the platform runs its own. */
export function shownDatabase({ DATABASE_URL }: NodeJS.ProcessEnv): string | undefined {
  const address = URL.parse(DATABASE_URL ?? '');
  return address ? shownAddress(address) : undefined;
}
