/** A line for people about what is being done. */
export type Report = (line: string) => void;

interface Transfer {
  /** What is transferred: sizes in bytes, by file. */
  readonly files: ReadonlyMap<string, number>;
  readonly transfer: (file: string, bytes: number) => Promise<void>;
  /** Before the progress in each line. */
  readonly title: string;
  readonly report: Report;
  /** Between two lines. */
  readonly progressMs?: number;
}

const filesAtOnce = 4;

/** Transfers files, several at once, and reports the progress now and then. Stops at the first failure, after those in progress. */
export async function transferFiles({ files, transfer, title, report, progressMs = 10_000 }: Transfer): Promise<void> {
  const waiting = [...files];
  const allBytes = bytesOf(files);
  let [done, doneBytes, reportedAt] = [0, 0, Date.now()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [file, bytes] = next;
      try {
        await transfer(file, bytes);
      } catch (failure) {
        waiting.length = 0;
        throw failure;
      }
      [done, doneBytes] = [done + 1, doneBytes + bytes];
      if (Date.now() - reportedAt < progressMs || done === files.size) continue;
      reportedAt = Date.now();
      report(`${title}: ${done} of ${files.size} files, ${inMib(doneBytes)} of ${inMib(allBytes)} MiB.`);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export const bytesOf = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, bytes) => sum + bytes, 0);

export const inMib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
