import { isDeepStrictEqual } from 'node:util';
import { Problem } from './problem.ts';

/** Lets fixed fields pass when sent back as they were read. @throws Problem `parameter_invalid`: one has another value */
export function checkFixedFields<Name extends string>(
  names: readonly Name[],
  sent: { readonly [N in Name]?: unknown },
  stored: { readonly [N in Name]?: unknown },
): void {
  const changed = names.find((name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]));
  if (changed) throw new Problem('parameter_invalid', `${changed} cannot be changed.`, { param: changed });
}
