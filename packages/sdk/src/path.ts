import { MizanError } from './errors.ts';

/**
 * A path of the API reference with its parameters in their places.
 *
 * @throws MizanError one of them is missing or empty, or `.` or `..`, which a URL drops: the request would reach another path than it
 *   is meant for
 */
export function pathOf(path: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, resources: string, name: string) => {
    const value = parameters[name];
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new MizanError(explain(resources, name, value));
    return `${resources}/${encodeURIComponent(value)}`;
  });
}

/** `id is undefined: pass the ID of a product.` */
function explain(resources: string, name: string, value: unknown): string {
  const resource = resources
    .replaceAll('-', ' ')
    .replace(/s$/, '')
    .replace(/^api\b/, 'API');
  const article = /^[aeio]/i.test(resource) ? 'an' : 'a';
  return `${name} is ${describe(value)}: pass the ${name === 'id' ? 'ID' : name} of ${article} ${resource}.`;
}

function describe(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'string') return JSON.stringify(value);
  return value === undefined || value === null ? String(value) : `of type ${typeof value}`;
}
