import { nounOfId, nounOfParameter, prefixOfNoun, type Operation } from '@mizan/contracts';
import type { Input } from '../handlers.ts';
import { isUnnamedMissing, Problem } from '../problem.ts';

/**
 * A 404 of {@link resourceMissing} with what was looked for, by which ID and in which mode. It depends on the request alone,
 * so that a record of another account gets the words of one that does not exist. Anything else is returned unchanged.
 */
export function nameMissing(thrown: unknown, operation: Operation, input: Input): unknown {
  if (!(thrown instanceof Problem) || !isUnnamedMissing(thrown)) return thrown;
  const param = missedIn(thrown, operation.path);
  const noun = nounOfParameter(param, operation.path);
  if (noun === undefined) return thrown;
  const id = shownId(valueOf(input, param));
  const { scope } = input.identity;
  const place = scope ? ` in ${scope.livemode ? 'live' : 'test'} mode` : '';
  const found = id === undefined ? `No ${noun} has this ID${place}.` : `No ${noun} \`${id}\`${place}.`;
  return new Problem('resource_missing', `${found} ${adviceOn(noun, id, scope !== undefined)}`, {
    param,
    cause: thrown,
  });
}

/** Handlers that merchants and the operator share say `id`: below an account that is what the path ends with. */
function missedIn({ param = 'id' }: Problem, path: string): string {
  return (param === 'id' ? /\{id\}.*\{(\w+)\}/.exec(path)?.[1] : undefined) ?? param;
}

function adviceOn(noun: string, id: string | undefined, isOfMode: boolean): string {
  const prefix = prefixOfNoun(noun);
  const actual = id === undefined ? undefined : nounOfId(id);
  const expected = prefix === undefined ? `the ID of a ${noun}` : `the ID of a ${noun} (\`${prefix}…\`)`;
  if (actual !== undefined && prefix !== undefined && actual !== noun)
    return `That is ${articleOf(actual)} ${actual} ID. Send ${expected}.`;
  if (id !== undefined && prefix !== undefined && actual === undefined) return `Send ${expected}.`;
  return isOfMode
    ? 'Check the ID, and use a key of the account and the mode in which it was created.'
    : 'Check the ID.';
}

const articleOf = (noun: string): string => (/^[aeioAEIO]/.test(noun) ? 'an' : 'a');

function valueOf({ params, query, body }: Input, param: string): unknown {
  const names = param.split(/[.[\]]+/).filter((name) => name !== '');
  const at = (root: unknown) =>
    names.reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === name || key === `${name}Id`)?.[1] // `price` is read as `priceId`
          : undefined,
      root,
    );
  return at(params) ?? at(body) ?? at(query);
}

/** An ID as it may be repeated: keys and secrets look like IDs and are not, and nothing else is repeated at all. */
function shownId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[a-z]{2,10}_(test_|live_)?[A-Za-z0-9]{1,40}$/.test(value)) return undefined;
  return /^(mz|sk|rk|pk|whsec)_/.test(value) ? undefined : value;
}
