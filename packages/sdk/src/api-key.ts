import { MizanError } from './errors.ts';

/**
 * A key that can be one of the platform's. The platform decides whether it is valid.
 *
 * @param isPassed the caller passed it, instead of leaving it to `MIZAN_KEY`
 * @throws MizanError it is missing, of another service, or damaged
 */
export function assertApiKey(key: unknown, { isPassed }: { isPassed: boolean }): string {
  if (typeof key !== 'string' || key === '') {
    if (!isPassed) throw new MizanError('No API key: pass one or set MIZAN_KEY.');
    const isUnset = key === undefined || key === null || key === '';
    const found = key === '' ? 'empty' : isUnset ? String(key) : `of type ${typeof key}`;
    const cause = isUnset ? ': the variable that you read it from is not set' : '';
    throw new MizanError(
      `The key passed to Mizan() is ${found}${cause}. To use MIZAN_KEY, leave the key out: new Mizan() or new Mizan({ baseUrl }).`,
    );
  }
  if (!key.trimStart().startsWith('mz_'))
    throw new MizanError(`${describeKey(key)} is not a Mizan key: Mizan keys begin with mz_.`);
  if (!/^\w+$/.test(key))
    throw new MizanError(
      `${describeKey(key)} is damaged: it contains a space, a line break or another wrong character.`,
    );
  return key;
}

/** A key as an error may show it: its prefix and last four characters, `mz_sk_test_…4f2a`. */
export function describeKey(damaged: string): string {
  const key = damaged.trim();
  const [prefix = ''] = /^([a-z]{2,4}_){1,3}/.exec(key) ?? [];
  const isLong = key.length >= prefix.length + 12; // four of fewer would be too much of it
  return `${prefix}…${isLong ? key.slice(-4) : ''}`;
}
