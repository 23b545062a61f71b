import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, readSources } from './repository.ts';
import { measure, rules } from './rules.ts';

const root = join(import.meta.dirname, 'canary');

/**
 * Measures a small repository that breaks every rule on purpose, and compares what is found with its comments: a rule named
 * at the end of a line must report that line, and no other line may be reported. Says what is missing or too much.
 */
export async function judgeStructureCanary(): Promise<string[]> {
  const canary = {
    root,
    sources: readSources(root),
    floors: { 'services/payments': [['intents'], ['refunds'], ['ledger']] },
    owners: { createRefund: 'payments', getRefund: 'payments', listRefunds: 'payments', cancelRefund: 'payments' },
  };
  const wanted = [...filesBelow(root, 'services'), ...filesBelow(root, 'tools')].flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const [, rule, above = '0'] = /\/\/ ([a-z-]+)(?: -(\d+))?$/.exec(text) ?? [];
        return rule !== undefined && rule in rules ? [`${rule} ${path}:${index + 1 - Number(above)}`] : [];
      }),
  );
  const found: string[] = [];
  for (const rule of Object.keys(rules)) {
    const { breaches } = await measure(rule, canary);
    found.push(...breaches.map(({ path, line }) => `${rule} ${path}:${line}`));
  }
  const idle = Object.keys(rules).filter((rule) => !wanted.some((breach) => breach.startsWith(`${rule} `)));
  return [
    ...idle.map((rule) => `the canary does not break ${rule}`),
    ...wanted.filter((breach) => !found.includes(breach)).map((breach) => `not found: ${breach}`),
    ...found.filter((breach) => !wanted.includes(breach)).map((breach) => `found without a reason: ${breach}`),
  ];
}
