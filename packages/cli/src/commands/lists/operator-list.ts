import type { Command } from 'commander';
import { CommandError } from '../../terminal/command-error.ts';

/** `--operator`, where merchants have the same command. */
export const operatorFlag = '--operator';

/** What `operatorFlag` reads. */
export interface OperatorOptions {
  readonly operator?: true;
}

const onlyForMerchants = ['payment', 'date'] as const;

/** @throws CommandError for a filter that only the lists of merchants have */
export function assertForOperator(command: Command): void {
  const unusable = onlyForMerchants.find((name) => command.getOptionValueSource(name) === 'cli');
  if (unusable !== undefined)
    throw new CommandError(`--${unusable} is not for the operator: the list has no such filter.`);
}
