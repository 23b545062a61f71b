import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { importsOf } from './imports.ts';
import { breachAt, codeFiles, isTestCode, readSource, type Breach } from './repository.ts';

/** The names of packages that a `package.json` lists. */
interface Manifest {
  /** The folder of its package, `.` for the root. */
  readonly folder: string;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
}

/**
 * Imports of packages that are installed only because another package lists them. What runs needs its package among the
 * `dependencies` of its own `package.json`, as the image leaves out the others; types and tests may take theirs from its
 * `devDependencies` or from the root, to which tools, benchmarks and end-to-end tests belong. Of the tools, those of the image count as what runs.
 */
export function unlistedImports(root: string): Breach[] {
  const atRoot = readManifest(root, '.');
  const known = new Map([['.', atRoot]]);
  return codeFiles(root).flatMap((path) => {
    const file = readSource(root, path);
    const own = ownerOf(root, dirname(path), known);
    const runsInImage = ofImage.test(path) && !isTestCode(path);
    const isForDevelopment = !runsInImage && (own === atRoot || isTestCode(path));
    return importsOf(file).flatMap(({ node, specifier, isType }) => {
      const name = packageOf(specifier);
      if (name === undefined || own.dependencies.has(name)) return [];
      // Lint says who may import which of our own packages, and the root has them all.
      if ((isForDevelopment || own === atRoot) && name.startsWith('@mizan/')) return [];
      if ((isForDevelopment || isType) && [own, atRoot].some((manifest) => lists(manifest, name))) return [];
      const message = isForDevelopment
        ? `${name} is not listed: add it to the devDependencies of package.json.`
        : `${name} is not listed: add it to the dependencies of ${join(own.folder, 'package.json')}.`;
      return [breachAt(file, node, message, name)];
    });
  });
}

/** Code of the root that the image runs, which has none of the root's `devDependencies`. */
const ofImage = /^tools\/(?:deploy\/|load-services\.ts$|prepare-database\.ts$)/;

/** `@mikro-orm/core` of `@mikro-orm/core/schema`; nothing for a file or a module of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^[./]/.test(specifier) || isBuiltin(specifier)) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

const lists = ({ dependencies, devDependencies }: Manifest, name: string): boolean =>
  dependencies.has(name) || devDependencies.has(name);

/** The nearest manifest of a folder, kept in `known` for the folders below it. */
function ownerOf(root: string, folder: string, known: Map<string, Manifest>): Manifest {
  const owner =
    known.get(folder) ??
    (existsSync(join(root, folder, 'package.json'))
      ? readManifest(root, folder)
      : ownerOf(root, dirname(folder), known));
  known.set(folder, owner);
  return owner;
}

function readManifest(root: string, folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Partial<
    Record<'dependencies' | 'devDependencies', Record<string, string>>
  >;
  const namesOf = (kind: keyof typeof manifest) => new Set(Object.keys(manifest[kind] ?? {}));
  return { folder, dependencies: namesOf('dependencies'), devDependencies: namesOf('devDependencies') };
}
