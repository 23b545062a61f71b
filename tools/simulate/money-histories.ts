import { runNode } from '../run-command.ts';

const model = 'services/payments/src/payments-model';
const title = 'no money is lost';

/**
 * Tries random histories of payments, captures, refunds, disputes and payouts, whose provider approves late, twice and in silence, on a database
 * of their own; a history that loses or keeps money that it must not is printed. Needs no running stack.
 *
 * @returns whether all of them end well
 */
export async function tryMoneyHistories(histories: number, seed: number): Promise<boolean> {
  process.env['MIZAN_MONEY_HISTORIES'] = String(histories);
  process.env['MIZAN_SEED'] = String(seed);
  return (await runNode(['tools/test.ts', model, '--testNamePattern', title, '--maxWorkers=1'])) === 0;
}
