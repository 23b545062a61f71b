/** How a name reads without case and separators: `line_items` and `lineItems` are the same. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** What `name` was probably meant to be, or undefined if nothing is close: the same name in another case, or a typing error. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  const most = Math.min(2, Math.floor(wanted.length / 3));
  const [nearest] = candidates
    .map((candidate) => ({ candidate, spelling: plain(candidate) }))
    // Anyone can send a long name, and comparing letters is slow: one of another length is not close.
    .filter(({ spelling }) => Math.abs(spelling.length - wanted.length) <= most)
    .map(({ candidate, spelling }) => ({ candidate, edits: editsBetween(wanted, spelling, most) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= most ? nearest.candidate : undefined;
}

/** How many characters have to be inserted, deleted, replaced, or swapped with their neighbor; infinite above `most`. */
function editsBetween(a: string, b: string, most: number): number {
  const letters = [...a];
  let former: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of letters.entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const [above = 0, diagonal = 0, left = 0] = [row[j + 1], row[j], next[j]];
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && letters[i - 1] === b[j];
      const swapped = isSwapped ? (former[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === b[j] ? 0 : 1), swapped));
    }
    [former, row] = [row, next];
    if (Math.min(...former, ...row) > most) return Infinity; // what follows cannot become less
  }
  return row[b.length] ?? 0;
}
