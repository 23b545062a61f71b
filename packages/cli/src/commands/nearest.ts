/** More than every third letter wrong is another word. */
const lettersPerMistake = 3;

/** The names that may have been meant, nearest first: few mistakes away, or containing what was given. */
export function nearestTo(given: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, mistakes: name.includes(given) ? 1 : mistakesBetween(given, name) }))
    .filter(
      ({ name, mistakes }) => given !== '' && mistakes <= Math.max(1, Math.floor(name.length / lettersPerMistake)),
    )
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ name }) => name);
}

/** Letters to add, leave out or change (Levenshtein). */
function mistakesBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, other] of [...b].entries())
      row.push(Math.min((above[j] ?? 0) + (letter === other ? 0 : 1), (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    above = row;
  }
  return above[b.length] ?? 0;
}
