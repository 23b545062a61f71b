import { printable } from '../terminal/printable.ts';

/** Prints how many problems a check found, and each of them. */
export function printProblems(problems: readonly string[]): void {
  const count = problems.length;
  console.log(count === 0 ? 'Everything is fine.' : `${count} ${count === 1 ? 'problem' : 'problems'}:`);
  for (const problem of problems) console.log(`  ${printable(problem)}`);
}
