import { readFile } from 'node:fs/promises';

const source = new URL('../../packages/contracts/src/mizan-js.ts', import.meta.url);
const importLine = /^import type \{([^}]+)\} from '\.[^']+';\n/gm;

/** What mizan.js offers, for merchants: the contract's own text, with the client's generated types in place of its own. */
export async function mizanJsTypes(): Promise<string> {
  const text = await readFile(source, 'utf8');
  const names = [...text.matchAll(importLine)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const rest = text.replaceAll(importLine, '');
  if (/^(import|export \*) /m.test(rest))
    throw new Error(`bug: ${source.pathname} has an import that cannot be carried over`);
  return `// Generated from packages/contracts/src/mizan-js.ts by \`npm run docs\`. Do not edit.
import type { ${names.sort().join(', ')} } from '../types.d.cts';
${rest}`;
}
