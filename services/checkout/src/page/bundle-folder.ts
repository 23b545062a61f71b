import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('.', import.meta.url));
const service = fileURLToPath(new URL('../../', import.meta.url));

/** Everything that ends up in the bundle: the browser's own sources and what they share with the server. */
const sources = [
  'browser/*.*',
  'browser/mizan-js/*.ts',
  'parts/*.ts',
  'texts/*.ts',
  '{awaits-money,build-bundle,format-amount,locale,wording}.ts',
];

/** Where the bundle of exactly these sources is, or belongs: a folder named after their content. */
export function bundleFolder(): string {
  const hash = createHash('sha256');
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: page }))
    .filter((file) => !file.includes('.test.'));
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(page, file)));
  hash.update(readFileSync(join(service, 'package.json')));
  return join(service, 'dist', hash.digest('hex').slice(0, 16));
}
