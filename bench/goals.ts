/** One row of the table: what is measured, what we want, and what came out. */
export interface Row {
  readonly work: string;
  readonly goal: string;
  /** The measured ratio or figure, as shown. */
  readonly result: string;
  /** Undefined: not measured in this run, and why is in `result`. */
  readonly met: boolean | undefined;
}

export const row = (work: string, goal: string, result: string, met: boolean | undefined): Row => ({
  work,
  goal,
  result,
  met,
});

/** A ratio against the floor of the same run, with both figures for orientation. */
export function ratioRow(work: string, least: number, ours: number, floor: number, note = ''): Row {
  const ratio = ours / floor;
  const figures = `${Math.round(ours)} of ${Math.round(floor)} per second${note}`;
  return row(work, `≥ ${least} of the floor`, `${ratio.toFixed(2)} (${figures})`, ratio >= least);
}

/** The table as Markdown; also what the terminal shows. */
export function drawTable(rows: readonly Row[]): string {
  const mark = (met: boolean | undefined): string => (met === undefined ? '–' : met ? 'met' : 'missed');
  const lines = rows.map(({ work, goal, result, met }) => `| ${work} | ${goal} | ${result} | ${mark(met)} |`);
  return ['| Work | Goal | Measured | |', '|---|---|---|---|', ...lines].join('\n');
}
