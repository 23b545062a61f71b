import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Everything that ends up in the bundle: the browser's own sources and those it shares with the server. */
const sources = [
  'package.json',
  'src/browser/**/*.{ts,tsx,css,json}',
  'src/{parts,texts,view}/*.ts',
  'src/render/fonts.ts',
  'src/bundle/build-bundle.ts',
];

/** The folder of the bundle of these sources, built or not. Its name is a hash of their content. */
export function bundleFolder(): string {
  const hash = createHash('sha256');
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: packageRoot }))
    .filter((file) => !file.includes('.test.'));
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(packageRoot, file)));
  return join(packageRoot, 'dist', hash.digest('hex').slice(0, 16));
}
