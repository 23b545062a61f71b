import type { BenchStack } from './stack.ts';

/**
 * Transactions that write, for one run of the work that took `runs` times: what it sets off in other services is in it,
 * reads are not. What an idle platform writes is taken off.
 */
export async function writesOf(stack: BenchStack, work: () => Promise<{ runs: number }>): Promise<number> {
  const idle = await writesDuring(stack, () => new Promise<void>((resolve) => setTimeout(resolve, idleMs)));
  let runs = 0;
  const measured = await writesDuring(stack, async () => {
    runs = (await work()).runs;
  });
  return (measured.writes - (idle.writes / idle.ms) * measured.ms) / runs;
}

const idleMs = 4000;

async function writesDuring(stack: BenchStack, work: () => Promise<void>): Promise<{ writes: number; ms: number }> {
  const [from, startedAt] = [await nextTransaction(stack), performance.now()];
  await work();
  return { writes: Number((await nextTransaction(stack)) - from), ms: performance.now() - startedAt };
}

/** Postgres numbers a transaction when it first writes. */
async function nextTransaction({ admin }: BenchStack): Promise<bigint> {
  const { rows } = await admin.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next');
  return BigInt(rows[0]?.next ?? 0);
}
