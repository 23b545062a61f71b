import { basename } from 'node:path';
import { exportsOf, serviceOf, type Breach, type SourceFile } from './repository.ts';

/** The service that owns each operation. */
export type Owners = Readonly<Record<string, string>>;

/**
 * Operations without exactly one file of their name that exports it: `createRefund` is in `create-refund.ts`, the reads
 * `getRefund` and `listRefunds` in `read-refunds.ts`.
 */
export function misplacedOperations(sources: readonly SourceFile[], owners: Owners): Breach[] {
  const exporters = sources.map((file) => ({ file, names: new Set(exportsOf(file)) }));
  return Object.entries(owners).flatMap(([operation, service]) => {
    const own = exporters.filter(({ file }) => serviceOf(file.path) === service);
    const found = own.filter(({ names }) => names.has(operation)).map(({ file }) => file.path);
    const wanted = isRead(operation) ? `read-<resource>.ts` : `${kebabCase(operation)}.ts`;
    const right = found.filter((path) => isRightFile(path, operation));
    if (right.length === 1 && found.length === 1) return [];
    const message =
      found.length > 1
        ? `${operation} is exported by ${found.length} files: ${found.join(', ')}.`
        : `${operation} belongs in ${wanted}, exported by that name${found[0] ? `, not in ${basename(found[0])}` : ''}.`;
    return [{ path: found[0] ?? `services/${service}/src`, line: 1, message }];
  });
}

const isRead = (operation: string): boolean => /^(get|list)[A-Z]/.test(operation);

/** What the operator does for an account, `updateAccountRefund`, may be in the file of what the merchant does. */
const isRightFile = (path: string, operation: string): boolean =>
  isRead(operation)
    ? /^read-[a-z0-9-]+\.ts$/.test(basename(path))
    : [operation, operation.replace(/Account(?=[A-Z])/, '')].some((name) => basename(path) === `${kebabCase(name)}.ts`);

/** `create-refund` of `createRefund`. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
