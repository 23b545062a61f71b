import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';

const canary = join(repositoryRoot, 'tools', 'boundary-canary', 'canary.entity.ts');

/**
 * Compares what lint reported about the canary with the canary's own comments: a rule named at the end of a line must have
 * reported that line. Returns what is missing, or undefined.
 */
export function judgeCanary({ output }: { output: string }): string | undefined {
  const json = output.split('\n').find((line) => line.startsWith('[{'));
  if (!json) return `Lint did not report on ${canary}:\n${output}`;
  const [file] = JSON.parse(json) as { messages: { ruleId: string; line: number }[] }[];
  const reported = new Set(file?.messages.map(({ ruleId, line }) => `${line} ${ruleId}`));
  const expected = readFileSync(canary, 'utf8')
    .split('\n')
    .flatMap((text, index) => (/; \/\/ (\S+)$/.exec(text)?.[1] ? [`${index + 1} ${/\S+$/.exec(text)?.[0]}`] : []));
  const silent = expected.filter((breach) => !reported.has(breach));
  if (expected.length === 0) return `${canary} breaks no rule.`;
  return silent.length === 0
    ? undefined
    : `Rules that no longer report what they should (line, rule):\n${silent.join('\n')}`;
}
