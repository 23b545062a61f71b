import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Packages of this repository that are published. */
type Published = 'sdk' | 'bus';

/** A folder of a project that has nothing but these packages, packed as they are published, and what they depend on. */
export async function makeEmptyProject(
  packages: readonly Published[],
  others: readonly string[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-project-'));
  await writeFile(join(folder, 'package.json'), '{"name": "shop", "version": "1.0.0", "type": "module"}');
  await installInto(folder, packages, others);
  return folder;
}

/** Installs packed packages without a registry: what they depend on is taken from this repository's own installation. */
export async function installInto(
  folder: string,
  packages: readonly Published[],
  others: readonly string[] = [],
): Promise<void> {
  const tarballs = await Promise.all(
    packages.map(async (name) => {
      const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: fromRoot(`packages/${name}`),
      });
      return `./${stdout.trim()}`;
    }),
  );
  const needed = packages.flatMap((name) => dependenciesOf(fromRoot(`packages/${name}`)));
  for (const path of closureOf([...needed, ...others]))
    await cp(fromRoot(path), join(folder, path), { recursive: true });
  // npm finds the copies where it would have put them, and asks no registry for them.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
    cwd: folder,
  });
}

const dependenciesOf = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies);
};

/** Where these packages and all that they need are installed, from the root: a version of its own lies below who needs it. */
function closureOf(names: readonly string[], neededBy = '.', known = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = installedFor(neededBy, name);
    if (known.has(path)) continue;
    known.add(path);
    closureOf(dependenciesOf(fromRoot(path)), path, known);
  }
  return known;
}

/** Where Node.js finds `name` for the package at `neededBy`. */
function installedFor(neededBy: string, name: string): string {
  const path = join(neededBy, 'node_modules', name);
  if (existsSync(fromRoot(path))) return path;
  if (neededBy === '.') throw new Error(`${name} is not installed`);
  return installedFor(dirname(neededBy), name);
}
