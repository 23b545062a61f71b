import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { codeFiles, type Breach } from './repository.ts';

/** Files of code that no lint target reaches, or that the configuration ignores or has no rules for. */
export async function unlintedFiles(root: string): Promise<Breach[]> {
  const eslint = new ESLint({ cwd: root });
  const targets = new Map<string, boolean>();
  const judged = codeFiles(root).map(async (path): Promise<Breach[]> => {
    const config = (await eslint.calculateConfigForFile(join(root, path))) as { rules?: object } | undefined;
    if (Object.keys(config?.rules ?? {}).length === 0) return [{ path, line: 1, message: 'No lint rule applies.' }];
    return hasLintTarget(root, dirname(path), targets)
      ? []
      : [{ path, line: 1, message: 'No lint target reaches it.' }];
  });
  return (await Promise.all(judged)).flat();
}

/** Whether the nearest project of Nx is linted. */
function hasLintTarget(root: string, folder: string, known: Map<string, boolean>): boolean {
  const answer =
    known.get(folder) ?? (targetOf(root, folder) || (folder !== '.' && hasLintTarget(root, dirname(folder), known)));
  known.set(folder, answer);
  return answer;
}

function targetOf(root: string, folder: string): boolean {
  const read = (name: string) => {
    const path = join(root, folder, name);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { nx?: Targets } & Targets) : undefined;
  };
  return (read('project.json')?.targets ?? read('package.json')?.nx?.targets)?.['lint'] !== undefined;
}

interface Targets {
  readonly targets?: Readonly<Record<string, unknown>>;
}
