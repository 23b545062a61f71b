import { invalidRequest } from '../api/refusal.ts';

/** What a form holds: text, or members by their names. A list has the names `0`, `1`, …, or was sent as `name[]`. */
export type FormValue = string | FormMembers;
export type FormMembers = Map<string, FormValue>;

const mostPairs = 1000;
const mostLevels = 8;

/**
 * Reads a form whose names are bracketed: `metadata[order]=1`, `expand[]=latest_charge`, `expand[0]=latest_charge`.
 *
 * @throws StripeRefusal 400: a name that cannot be read, a text that also has members, or too much of anything
 */
export function parseForm(text: string): FormMembers {
  const form: FormMembers = new Map();
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > mostPairs) throw invalidRequest(`A request can have at most ${mostPairs} parameters.`);
  for (const [name, value] of pairs) put(form, name, value);
  return form;
}

function put(form: FormMembers, name: string, value: string): void {
  const parts = partsOf(name);
  if (!parts)
    throw invalidRequest(`Received unknown parameter: ${name.slice(0, 100)}`, 'parameter_unknown', name.slice(0, 100));
  if (parts.length > mostLevels) throw invalidRequest('The parameters are nested too deeply.');
  let members = form;
  for (const part of parts.slice(0, -1)) {
    const known = members.get(part);
    if (typeof known === 'string') throw invalidRequest(`Invalid object: ${name} is both a value and an object.`);
    const next: FormMembers = known ?? new Map<string, FormValue>();
    members.set(part, next);
    members = next;
  }
  const last = parts.at(-1) ?? '';
  const own = last === '' ? String(members.size) : last;
  if (members.get(own) instanceof Map) throw invalidRequest(`Invalid object: ${name} is both a value and an object.`);
  members.set(own, value);
}

/** `a[b][]` as `a`, `b` and an empty part; nothing when brackets are missing or misplaced. */
function partsOf(name: string): string[] | undefined {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!found) return undefined;
  const [, first = '', rest = ''] = found;
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
  return inner.slice(0, -1).includes('') ? undefined : [first, ...inner];
}
