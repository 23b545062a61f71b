import type { Command } from 'commander';
import type { CommandError } from '../terminal/command-error.ts';
import { isAnswerToKey } from './answer-to-key.ts';
import { ApiError } from './api-error.ts';
import { givenKeyOf } from './idempotency-keys.ts';
import { howToRepeat, OutcomeUnknown } from './outcome-unknown.ts';
import { NoAnswer } from './send-once.ts';

/**
 * What a command ends with: where it was given an idempotency key and could not even read what it needs, an earlier run with the
 * key may have taken effect, and it is said how to repeat the command.
 */
export function asOutcomeUnknown(command: Command, thrown: CommandError): CommandError {
  const key = givenKeyOf(command);
  const isAnswered = !(thrown instanceof NoAnswer || thrown instanceof ApiError) || isAnswerToKey(thrown);
  if (key === undefined || isAnswered) return thrown;
  return new OutcomeUnknown(`${thrown.message}\n${howToRepeat(key)}`, { cause: thrown });
}
