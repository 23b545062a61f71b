import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';

const canary = join('tools', 'boundary-canary');
const files = ['canary.entity.ts', 'src/lower/read-session.ts', 'browser/name-folder.ts'];

interface Linted {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string; readonly line: number }[];
}

/**
 * Compares what lint reported about the canary with the canary's own comments: a rule named at the end of a line must have
 * reported that line. Returns what is missing, or undefined.
 */
export function judgeCanary({ output }: { output: string }): string | undefined {
  const json = output.split('\n').find((line) => line.startsWith('[{'));
  if (!json) return `Lint did not report on ${canary}:\n${output}`;
  const reported = new Set(
    (JSON.parse(json) as Linted[]).flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, line }) => `${relative(join(repositoryRoot, canary), filePath)}:${line} ${ruleId}`),
    ),
  );
  const silent = files.flatMap(expectedIn).filter((breach) => !reported.has(breach));
  return silent.length === 0 ? undefined : `Rules that no longer report what they should:\n${silent.join('\n')}`;
}

/** `<file>:<line> <rule>` for every line of a file that names a rule. */
function expectedIn(file: string): string[] {
  const lines = readFileSync(join(repositoryRoot, canary, file), 'utf8').split('\n');
  const expected = lines.flatMap((text, index) => {
    const rule = /; \/\/ (\S+)$/.exec(text)?.[1];
    return rule === undefined ? [] : [`${file}:${index + 1} ${rule}`];
  });
  if (expected.length === 0) throw new Error(`bug: ${canary}/${file} breaks no rule`);
  return expected;
}
